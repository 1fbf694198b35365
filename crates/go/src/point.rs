//! Board sizes, intersections and moves.
//!
//! A [`Point`] is an index into a board with a shared pad column: `(row + 1) * stride + column + 1`. The left
//! neighbour of the first column is a pad of the row below, so every neighbour of every point is a valid index
//! without bounds checks.

use std::fmt;

/// The size of a square board, 2 to 25 lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The smallest supported board.
    pub const MIN: BoardSize = BoardSize(2);
    /// The largest board for which vertices have names (25 letters).
    pub const MAX: BoardSize = BoardSize(25);
    /// The standard board.
    pub const STANDARD: BoardSize = BoardSize(19);

    /// Returns a size of `lines` lines, or `None` unless it is 2 to 25.
    pub const fn new(lines: usize) -> Option<BoardSize> {
        if lines >= Self::MIN.0 as usize && lines <= Self::MAX.0 as usize {
            Some(BoardSize(lines as u8))
        } else {
            None
        }
    }

    /// Returns the number of lines, N.
    pub const fn lines(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of points, N².
    pub const fn area(self) -> usize {
        self.lines() * self.lines()
    }

    /// Returns the index distance between vertical neighbours: one more than the lines of the largest board with the
    /// same number of words, so that it is a constant for code specialised by words.
    pub const fn stride(self) -> usize {
        match self.lines() {
            ..=9 => 10,
            10..=14 => 15,
            15..=19 => 20,
            _ => 26,
        }
    }

    /// Returns the point at a column (0 is A, at the left) and a row (0 is row 1, at the bottom).
    ///
    /// # Panics
    /// Panics if either is off the board.
    pub const fn point(self, column: usize, row: usize) -> Point {
        assert!(column < self.lines() && row < self.lines(), "off the board");
        Point(((row + 1) * self.stride() + column + 1) as u16)
    }

    /// Returns the column of a point, 0 at the left.
    pub const fn column(self, point: Point) -> usize {
        (point.index() - 1) % self.stride()
    }

    /// Returns the row of a point, 0 at the bottom.
    pub const fn row(self, point: Point) -> usize {
        (point.index() - 1) / self.stride() - 1
    }

    /// Returns the distance of a point from the nearest edge, 0 on the first line.
    pub fn edge_distance(self, point: Point) -> usize {
        let (column, row, last) = (self.column(point), self.row(point), self.lines() - 1);
        column.min(row).min(last - column).min(last - row)
    }

    /// Returns all points in row-major order from the bottom left, which is index order.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.lines()).flat_map(move |row| (0..self.lines()).map(move |c| self.point(c, row)))
    }

    /// Returns all points in row-major order from the top left, as in diagrams and ownership lists.
    pub fn points_from_top(self) -> impl Iterator<Item = Point> {
        let rows = (0..self.lines()).rev();
        rows.flat_map(move |row| (0..self.lines()).map(move |c| self.point(c, row)))
    }
}

impl fmt::Debug for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

/// An intersection of a board whose size is known from the context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Point(pub(super) u16);

impl Point {
    /// An index that is not a point of any board.
    pub const NOWHERE: Point = Point(0);

    /// Returns the index into arrays by point.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move of a player. Resignation is not a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on a point.
    Play(Point),
    /// A pass (虚着).
    Pass,
}

impl Move {
    /// Returns the point, or `None` for a pass.
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// Returns a code below 704: the point's index, or 0 for a pass.
    pub const fn code(self) -> u16 {
        match self {
            Move::Play(Point(index)) => index,
            Move::Pass => 0,
        }
    }

    /// Returns the move of a [`code`](Self::code).
    pub const fn from_code(code: u16) -> Move {
        match code {
            0 => Move::Pass,
            index => Move::Play(Point(index)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn point_column_row_roundtrip() {
        for lines in 2..=25 {
            let size = BoardSize::new(lines).expect("2 to 25");
            let mut last = 0;
            for (i, point) in size.points().enumerate() {
                assert_eq!((size.column(point), size.row(point)), (i % lines, i / lines));
                assert!(point.index() > last, "indices rise");
                last = point.index();
                assert_eq!(Move::from_code(Move::Play(point).code()), Move::Play(point));
            }
            assert_eq!(size.points_from_top().count(), size.area());
        }
        assert_eq!(BoardSize::new(1), None);
        assert_eq!(BoardSize::new(26), None);
    }
}
