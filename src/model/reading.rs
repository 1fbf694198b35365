//! Reading a position: all that the model looks at, move by move.
//!
//! It does not know weights: what is found is handed to whoever reads, the [`Model`](super::Model)
//! to sum up or the trainer to learn.

use crate::go::{Board, Color, Point};

use super::shape::{Grid, Shapes};
use super::{liberties, place, tactics};

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
    let phase = place::phase(board);
    for &point in board.empty_points() {
        if board.is_playable(color, point) {
            let shapes = grid.shapes(board, point);
            tell_shapes(&shapes, point, reading);
            liberties::read(board, color, last[0], point, reading);
            place::read(board.size(), last, phase, shapes.nearest, point, reading);
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
    tell_shapes(&Grid::new(board, color, last).shapes(board, point), point, reading);
}

/// Tells the shapes of each kind up to the first that is not known.
#[inline]
fn tell_shapes(shapes: &Shapes, point: Point, reading: &mut impl Reading) {
    for keys in [Some(&shapes.plain), shapes.answering.as_ref()].into_iter().flatten() {
        let _ = keys.iter().all(|&key| reading.shape(point, key));
    }
}
