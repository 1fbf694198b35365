//! Location features: the distances of a move from the edge, the last moves and the nearest stones.

use tianyuan_go::{Board, BoardSize, Color, Point, PointMap, PointSet};

use super::feature::{DISTANCES, Feature, LINES, NEAREST, PHASES};
use super::feature_sink::FeatureSink;
use super::ring::distance;

/// Location data shared by all moves of a position.
pub(super) struct Locations<const W: usize> {
    size: BoardSize,
    last: [Option<Point>; 2],
    phase: usize,
    /// The steps to the nearest own stone and the nearest opponent's stone.
    steps: [PointMap<u8, W>; 2],
}

impl<const W: usize> Locations<W> {
    pub(super) fn new(board: &Board<W>, color: Color, last: [Option<Point>; 2]) -> Self {
        let steps = [color, !color].map(|color| steps_to(board, color));
        Locations { size: board.size(), last, phase: phase(board), steps }
    }

    /// Extracts the location features of a point.
    pub(super) fn extract(&self, point: Point, sink: &mut impl FeatureSink) {
        let size = self.size;
        let away = |from: Option<Point>| from.map_or(0, |from| distance_class(size, from, point));
        sink.feature(point, Feature::Distances(self.last.map(away)).number());
        let line = |at: usize| at.min(size.lines() - 1 - at).min(LINES - 1);
        let lines = [line(size.column(point)), line(size.row(point))];
        sink.feature(point, Feature::Location { phase: self.phase, lines }.number());
        let stones = [0, 1].map(|side| usize::from(self.steps[side][point]));
        let line = lines[0].min(lines[1]);
        sink.feature(point, Feature::Nearest { stones, line }.number());
    }
}

/// Returns the phase of the game from the number of stones on the board.
fn phase<const W: usize>(board: &Board<W>) -> usize {
    const PERCENTS: [usize; PHASES - 1] = [3, 8, 16, 30, 48];
    let stones = board.stone_count(Color::Black) + board.stone_count(Color::White);
    let percent = stones * 100 / board.size().area();
    PERCENTS.into_iter().filter(|&bound| percent >= bound).count()
}

/// Returns the steps along lines from every point to the nearest stone of a colour, at most [`NEAREST`].
fn steps_to<const W: usize>(board: &Board<W>, color: Color) -> PointMap<u8, W> {
    let (stride, full) = (board.size().stride(), PointSet::full(board.size()));
    let mut steps = PointMap::new(NEAREST as u8);
    let mut reached = board.stones_of(color);
    for step in 1..NEAREST as u8 {
        let wider = reached | reached.neighbours(stride, &full);
        (wider - reached).iter().for_each(|point| steps[point] = step);
        reached = wider;
    }
    steps
}

/// Returns the distance class of two points, at least 1: a move may be at the point of a captured last move.
fn distance_class(size: BoardSize, a: Point, b: Point) -> usize {
    let columns = size.column(a).abs_diff(size.column(b));
    distance(columns, size.row(a).abs_diff(size.row(b))).clamp(1, DISTANCES - 1)
}
