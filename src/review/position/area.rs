//! Areas of the board and distances between moves.

use crate::records::record::Size;
use crate::review::position::evaluation::point;

/// A ninth of the board, by column and row: 0 (left or top), 1 or 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::review) struct BoardArea {
    /// The column.
    pub column: usize,
    /// The row.
    pub row: usize,
}

impl BoardArea {
    /// Returns the area of a point.
    pub(in crate::review) fn of(index: u16, size: Size) -> BoardArea {
        let point = point(index, size);
        let third = |line: u8, lines: usize| usize::from(line) * 3 / lines;
        BoardArea { column: third(point.x, size.width()), row: third(point.y, size.width()) }
    }
}

/// Returns the larger of the distances in columns and in rows.
fn distance(one: u16, other: u16, size: Size) -> usize {
    let (one, other) = (point(one, size), point(other, size));
    one.x.abs_diff(other.x).max(one.y.abs_diff(other.y)).into()
}

/// Returns `true` if two points are more than a third of the board apart.
pub(in crate::review) fn is_far(one: u16, other: u16, size: Size) -> bool {
    distance(one, other, size) * 3 > size.width()
}

/// Returns `true` if two points are at most a sixth of the board and one line apart: a local reply.
pub(in crate::review) fn is_near(one: u16, other: u16, size: Size) -> bool {
    distance(one, other, size) <= size.width() / 6 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_thirds_of_the_board() {
        let size = Size::new(19, 19).expect("a size");
        let of = |x: u16, y: u16| {
            let BoardArea { column, row } = BoardArea::of(y * 19 + x, size);
            (column, row)
        };
        assert_eq!([of(0, 0), of(6, 7), of(12, 13), of(18, 18)], [(0, 0), (0, 1), (1, 2), (2, 2)]);
    }

    #[test]
    fn near_and_far_depend_on_board_size() {
        let size = Size::new(19, 19).expect("a size");
        assert!(is_near(0, 4, size) && !is_near(0, 5, size));
        assert!(!is_far(0, 6, size) && is_far(0, 7, size));
        let size = Size::new(9, 9).expect("a size");
        assert!(is_near(0, 2, size) && !is_near(0, 3, size));
    }
}
