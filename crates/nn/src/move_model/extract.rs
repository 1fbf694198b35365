//! Extraction of the features and shapes of all moves of a position.

use tianyuan_go::{Board, Color, Point};

use super::feature_sink::FeatureSink;
use super::location::Locations;
use super::shape::Grid;
use super::{liberties, tactics};

/// Extracts the features and shapes of all playable moves of a colour. `last` contains the last two moves, latest
/// first.
pub fn extract<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: [Option<Point>; 2],
    sink: &mut impl FeatureSink,
) {
    tactics::extract(board, color, last[0], sink);
    let grid = Grid::new(board, color, last[0]);
    let locations = Locations::new(board, color, last);
    for &point in board.empty_points() {
        if board.is_playable(color, point) {
            grid.extract(board, point, sink);
            liberties::extract(board, color, last[0], point, sink);
            locations.extract(point, sink);
        }
    }
}

/// Extracts only the shapes around one point.
pub fn extract_shapes<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: Option<Point>,
    point: Point,
    sink: &mut impl FeatureSink,
) {
    Grid::new(board, color, last).extract(board, point, sink);
}
