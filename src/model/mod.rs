//! The move model: how likely a strong player is to choose each move of a position.
//!
//! A move's score is the sum of the weights of what it is and does (Bradley-Terry, Coulom 2007): its
//! features and the shapes around it. It does not know how the weights were found nor what the player does with
//! them.

pub mod feature;
mod liberties;
pub mod ring;
pub mod shape;
mod tactics;

use crate::go::{Board, BoardSize, Color, Point};

use feature::{DISTANCES, Kind, LINES, PHASES, feature};
use shape::Grid;

/// What is done with the features of a position.
pub trait Reading {
    /// A move has a feature.
    fn feature(&mut self, point: Point, feature: u16);
    /// A shape is around a move; answers whether larger ones are of interest.
    fn shape(&mut self, point: Point, key: u32) -> bool;
}

/// Tells all features of all playable moves, and of some that are not.
pub fn read<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: [Option<Point>; 2],
    reading: &mut impl Reading,
) {
    tactics::read(board, color, last, reading);
    let grid = Grid::new(board, color, last[0]);
    for &point in board.empty_points() {
        if board.is_playable(color, point) {
            read_point(board, color, last, &grid, point, reading);
        }
    }
}

/// Tells the features of a move that need no reading of fights.
fn read_point<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: [Option<Point>; 2],
    grid: &Grid,
    point: Point,
    reading: &mut impl Reading,
) {
    liberties::read(board, color, last[0], point, reading);
    read_shapes(board, grid, point, reading);
    read_place(board, last, point, reading);
}

/// Tells the shapes around a point.
pub fn read_shapes<const W: usize>(
    board: &Board<W>,
    grid: &Grid,
    point: Point,
    reading: &mut impl Reading,
) {
    let size = board.size();
    let (column, row) = (size.column(point), size.row(point));
    let shapes = grid.shapes(column, row, |_, (x, y)| {
        let beside = size.point(column.wrapping_add_signed(x), row.wrapping_add_signed(y));
        match board.liberty_count(beside) {
            1 => 2,
            2 => 1,
            _ => 0,
        }
    });
    let _ = shapes.plain.iter().all(|&key| reading.shape(point, key));
    if let Some(keys) = shapes.answering {
        let _ = keys.iter().all(|&key| reading.shape(point, key));
    }
    let line = size.edge_distance(point).min(4);
    let [own, theirs] = shapes.nearest;
    reading.feature(point, feature(Kind::Nearest, (own * 12 + theirs) * 5 + line));
}

fn read_place<const W: usize>(
    board: &Board<W>,
    last: [Option<Point>; 2],
    point: Point,
    reading: &mut impl Reading,
) {
    let size = board.size();
    let away = |from: Option<Point>| from.map_or(0, |from| distance(size, from, point).max(1));
    let index = away(last[0]).min(DISTANCES - 1) * DISTANCES + away(last[1]).min(DISTANCES - 1);
    reading.feature(point, feature(Kind::Distances, index));
    let line = |at: usize| at.min(size.lines() - 1 - at).min(LINES - 1);
    let (x, y) = (line(size.column(point)), line(size.row(point)));
    let index = (phase(board) * LINES + x.max(y)) * LINES + x.min(y);
    reading.feature(point, feature(Kind::Place, index));
}

fn phase<const W: usize>(board: &Board<W>) -> usize {
    let stones = board.stone_count(Color::Black) + board.stone_count(Color::White);
    let percent = stones * 100 / board.size().area();
    [3, 8, 16, 30, 48].into_iter().filter(|&bound| percent >= bound).count().min(PHASES - 1)
}

fn distance(size: BoardSize, a: Point, b: Point) -> usize {
    ring::distance(size.column(a).abs_diff(size.column(b)), size.row(a).abs_diff(size.row(b)))
}
