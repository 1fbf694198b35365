//! Where a move is: from the edge, from the last moves and from the nearest stones.

use crate::go::{Board, BoardSize, Color, Point};

use super::feature::{DISTANCES, Feature, LINES, PHASES};
use super::reading::Reading;
use super::ring::distance;

/// Tells the features of a point; `nearest` are the classes of the nearest own stone and of the
/// opponent's.
pub(super) fn read(
    size: BoardSize,
    last: [Option<Point>; 2],
    phase: usize,
    nearest: [usize; 2],
    point: Point,
    reading: &mut impl Reading,
) {
    let away = last.map(|from| from.map_or(0, |from| distance_class(size, from, point)));
    reading.feature(point, Feature::Distances(away).number());
    let line = |at: usize| at.min(size.lines() - 1 - at).min(LINES - 1);
    let lines = [line(size.column(point)), line(size.row(point))];
    reading.feature(point, Feature::Place { phase, lines }.number());
    let line = lines[0].min(lines[1]);
    reading.feature(point, Feature::Nearest { stones: nearest, line }.number());
}

/// The phase of the game, by how full the board is.
pub(super) fn phase<const W: usize>(board: &Board<W>) -> usize {
    const PERCENTS: [usize; PHASES - 1] = [3, 8, 16, 30, 48];
    let stones = board.stone_count(Color::Black) + board.stone_count(Color::White);
    let percent = stones * 100 / board.size().area();
    PERCENTS.into_iter().filter(|&bound| percent >= bound).count()
}

/// 1 on the spot (where a stone was captured since), the distance elsewhere.
fn distance_class(size: BoardSize, a: Point, b: Point) -> usize {
    let columns = size.column(a).abs_diff(size.column(b));
    distance(columns, size.row(a).abs_diff(size.row(b))).clamp(1, DISTANCES - 1)
}
