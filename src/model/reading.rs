//! Reading a position: all that the model looks at, move by move.
//!
//! It does not know weights: what is found is handed to whoever reads, the [`Model`](super::Model)
//! to sum up or the trainer to learn.

use crate::go::{Board, Color, Point};

use super::place::Places;
use super::shape::Grid;
use super::{liberties, tactics};

/// What is done with what a position shows.
pub trait Reading {
    /// A move has a feature. Some points that are told of may not be playable.
    fn feature(&mut self, point: Point, feature: u16);

    /// A shape is around a move; answers whether a larger one of its kind may be known too.
    fn shape(&mut self, point: Point, key: u32) -> bool;
}

/// Tells the features of, and the shapes around, all playable moves of a colour. `last` are the last
/// two moves, the latest first.
pub fn read<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: [Option<Point>; 2],
    reading: &mut impl Reading,
) {
    tactics::read(board, color, last[0], reading);
    let grid = Grid::new(board, color, last[0]);
    let places = Places::new(board, color, last);
    for &point in board.empty_points() {
        if board.is_playable(color, point) {
            grid.tell(board, point, reading);
            liberties::read(board, color, last[0], point, reading);
            places.tell(point, reading);
        }
    }
}

/// Tells only the shapes around one point.
pub fn read_shapes<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: Option<Point>,
    point: Point,
    reading: &mut impl Reading,
) {
    Grid::new(board, color, last).tell(board, point, reading);
}
