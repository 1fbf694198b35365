//! Board of a record: its size, which need not be square, its points, and coordinate conversions.
//!
//! [`tianyuan_go`] counts rows from the bottom and supports square boards of up to 25 lines.
//! Records count rows from the top and support rectangles of up to 52 lines, the number of letters in SGF.

use std::fmt;

use tianyuan_go as go;
use tianyuan_go::diagram::COLUMN_LETTERS;

/// Number of columns and rows, 1 to 52 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The maximum number of columns or rows: the number of letters in SGF.
    pub const MAX: usize = 52;
    /// The default size for records that do not specify one.
    pub const STANDARD: Size = Size { width: 19, height: 19 };

    /// The largest size.
    pub(crate) const LARGEST: Size = Size { width: Self::MAX as u8, height: Self::MAX as u8 };

    /// Returns the size if both dimensions are in 1..=52.
    pub const fn new(width: usize, height: usize) -> Option<Size> {
        if width >= 1 && width <= Size::MAX && height >= 1 && height <= Size::MAX {
            Some(Size { width: width as u8, height: height as u8 })
        } else {
            None
        }
    }

    /// Returns the number of columns.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns the number of points.
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Returns the point at column `x` from the left and row `y` from the top. Returns `None` if it is off the board.
    pub const fn point(self, x: usize, y: usize) -> Option<Point> {
        if x < self.width() && y < self.height() {
            Some(Point { x: x as u8, y: y as u8 })
        } else {
            None
        }
    }

    /// Returns `true` if the point is on the board.
    pub const fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// Returns the index of a point in [`points`](Size::points): row by row from the upper left.
    pub const fn index(self, point: Point) -> usize {
        point.y as usize * self.width() + point.x as usize
    }

    /// Returns the point at an index of [`points`](Size::points). Returns `None` if the index is out of range.
    pub const fn at(self, index: usize) -> Option<Point> {
        self.point(index % self.width(), index / self.width())
    }

    /// Returns all points, row by row from the upper left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point { x, y }))
    }

    /// Returns the size as a board size of the engine, if it is square and supported.
    pub fn playable(self) -> Option<go::BoardSize> {
        if self.width == self.height { go::BoardSize::new(self.width()) } else { None }
    }
}

/// `19x19`, width first.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Point of a record's board, as column and row, counted from 0 at the upper left as in all formats.
/// Points are ordered row by row.
///
/// ```
/// use tianyuan_go::BoardSize;
/// use tianyuan_records::record::{Point, Size};
///
/// // The game counts rows from the bottom, records from the top.
/// let size = BoardSize::new(9).expect("a board has 2 to 25 lines");
/// let point = Point::of(size.point(2, 0), size);
/// assert_eq!((point.x, point.y), (2, 8));
/// assert_eq!(point.on(size), size.point(2, 0));
/// assert_eq!(point.vertex(Size::new(9, 9).expect("1 to 52 lines")), "C1");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The row, from the top.
    pub y: u8,
    /// The column, from the left.
    pub x: u8,
}

impl Point {
    /// Returns the point of the engine's board with the same coordinates.
    ///
    /// # Panics
    /// Panics if the point is off the board.
    pub fn on(self, size: go::BoardSize) -> go::Point {
        size.point(self.x.into(), size.lines() - 1 - usize::from(self.y))
    }

    /// Returns the column label: letters without I, doubled from the 26th column on.
    pub fn column_label(self) -> String {
        let x = usize::from(self.x);
        let letter = char::from(COLUMN_LETTERS[x % COLUMN_LETTERS.len()]);
        String::from(letter).repeat(1 + x / COLUMN_LETTERS.len())
    }

    /// Returns the row label on a board of this size: 1 for the bottom row.
    pub fn row_label(self, size: Size) -> usize {
        size.height() - usize::from(self.y)
    }

    /// Returns the vertex of the point on a board of this size, such as `D4`.
    pub fn vertex(self, size: Size) -> String {
        format!("{}{}", self.column_label(), self.row_label(size))
    }

    /// Converts a point of the engine's board.
    pub fn of(point: go::Point, size: go::BoardSize) -> Point {
        Point { x: size.column(point) as u8, y: (size.lines() - 1 - size.row(point)) as u8 }
    }
}

/// Formats the coordinates as in the file formats: `3,15`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_limits_and_point_indices() {
        assert_eq!(Size::new(0, 3), None);
        assert_eq!(Size::new(53, 3), None);
        let size = Size::new(3, 52).expect("a size");
        assert_eq!(size.points().count(), size.area());
        assert!(size.points().all(|point| size.contains(point)) && size.points().is_sorted());
        assert!(size.points().map(|point| size.index(point)).eq(0..size.area()));
        assert!((0..size.area()).filter_map(|index| size.at(index)).eq(size.points()));
        assert_eq!(size.at(size.area()), None);
        assert_eq!(size.point(3, 0), None);
        assert_eq!(size.playable(), None);
    }

    #[test]
    fn points_flip_rows_for_engine_board() {
        let size = Size::new(9, 9).and_then(Size::playable).expect("9x9 is played");
        let upper_left = Point { x: 0, y: 0 };
        assert_eq!(upper_left.on(size), size.point(0, 8));
        assert!(size.points().all(|point| Point::of(point, size).on(size) == point));
    }
}
