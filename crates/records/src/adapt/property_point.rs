//! Points in SGF property values, as two letters.
//!
//! Used by the SGF reader and writer, and for the item lines of [`embed`](super::embed).

use crate::record::{Point, Size};

/// Returns the index of the line that a letter denotes: `a` is 0, `A` is 26.
pub(crate) fn line(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    }
}

/// Returns the letter of a line.
fn letter(line: u8) -> char {
    char::from(if line < 26 { b'a' + line } else { b'A' + line - 26 })
}

/// Parses two letters as a column and a row, which may be off the board.
pub(crate) fn lines(text: &str) -> Option<(usize, usize)> {
    match *text.as_bytes() {
        [x, y] => Some((line(x)?, line(y)?)),
        _ => None,
    }
}

/// Parses two letters as a point. Returns `None` if it is off the board.
pub(crate) fn point(text: &str, size: Size) -> Option<Point> {
    let (x, y) = lines(text)?;
    size.point(x, y)
}

/// Returns the two letters of a point.
pub(crate) fn point_text(point: Point) -> String {
    [letter(point.x), letter(point.y)].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn point_text_roundtrip() {
        let size = Size::new(52, 30).expect("a size");
        for point in size.points() {
            assert_eq!(super::point(&point_text(point), size), Some(point));
        }
        assert_eq!(point("aE", size), None, "below the board");
        assert_eq!(point("a", size), None);
    }
}
