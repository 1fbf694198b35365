//! Points and point lists in SGF.
//!
//! The functions take the raw text between the brackets, including escapes, and are independent of the property.

use std::fmt;

pub(super) use crate::adapt::property_point::{line, lines, point, point_text};
use crate::record::{Point, Size};

/// Splits a value at the first `:` that is not escaped.
pub(super) fn composed(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|b| {
        let found = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        found
    })?;
    Some((&raw[..colon], &raw[colon + 1..]))
}

/// A rectangle of points, or a single point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    from: Point,
    to: Point,
    /// `true` if the corners are in the order that the standard requires.
    pub(super) in_order: bool,
}

impl Area {
    /// Parses a point or `point:point`, with the corners in any order.
    pub(super) fn parse(raw: &str, size: Size) -> Option<Area> {
        let (a, b) = raw.split_once(':').unwrap_or((raw, raw));
        let (a, b) = (point(a.trim(), size)?, point(b.trim(), size)?);
        let from = Point { x: a.x.min(b.x), y: a.y.min(b.y) };
        let to = Point { x: a.x.max(b.x), y: a.y.max(b.y) };
        Some(Area { from, to, in_order: from == a })
    }

    /// Returns the number of points.
    pub(super) fn len(self) -> usize {
        usize::from(self.to.x - self.from.x + 1) * usize::from(self.to.y - self.from.y + 1)
    }

    /// Iterates over the points of the rectangle, row by row.
    pub(super) fn points(self) -> impl Iterator<Item = Point> {
        let Area { from, to, .. } = self;
        (from.y..=to.y).flat_map(move |y| (from.x..=to.x).map(move |x| Point { x, y }))
    }
}

/// The form of FF\[4\]: `aa:cc`.
impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from == self.to {
            true => f.write_str(&point_text(self.from)),
            false => write!(f, "{}:{}", point_text(self.from), point_text(self.to)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn area_parses_rectangle_corners_in_any_order() {
        let size = Size::new(52, 30).expect("a size");
        let area = Area::parse("bc:ab", size).expect("an area");
        assert!(!area.in_order);
        assert_eq!(area.len(), 4);
        let texts: Vec<String> = area.points().map(point_text).collect();
        assert_eq!(texts, ["ab", "bb", "ac", "bc"]);
    }

    #[test]
    fn composed_value_splits_at_first_unescaped_colon() {
        assert_eq!(composed(r"a\:b:c:d"), Some((r"a\:b", "c:d")));
        assert_eq!(composed(r"a\\:b"), Some((r"a\\", "b")));
        assert_eq!(composed("ab"), None);
    }
}
