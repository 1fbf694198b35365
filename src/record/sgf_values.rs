//! The values of SGF's properties: text with its escapes, numbers and points.
//!
//! It does not know which property a value belongs to. What it reads is what stands between the
//! brackets, escapes included.

use std::borrow::Cow;

use super::sgf_names::Value;
use super::{Point, Size};

/// What cannot stand in text as it is.
const IS_SPECIAL: fn(char) -> bool = |c| matches!(c, '\\' | '\t' | '\u{B}' | '\u{C}' | '\r');

/// Text of many lines: `\` before a line break joins the lines, before anything else it is left out;
/// every kind of line break is `\n`, and other blanks are blanks.
pub(super) fn text(raw: &str) -> Cow<'_, str> {
    if !raw.contains(IS_SPECIAL) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    loop {
        let plain = rest.find(|c: char| IS_SPECIAL(c) || c == '\n').unwrap_or(rest.len());
        out.push_str(&rest[..plain]);
        rest = &rest[plain..];
        let Some(first) = rest.chars().next() else { return Cow::Owned(out) };
        if let Some(after) = after_line_break(rest) {
            out.push('\n');
            rest = after;
        } else if first == '\\' {
            let escaped = &rest[1..];
            rest = after_line_break(escaped).unwrap_or_else(|| {
                let c = escaped.chars().next();
                out.extend(c.map(|c| if c == '\t' { ' ' } else { c }));
                &escaped[c.map_or(0, char::len_utf8)..]
            });
        } else {
            out.push(' ');
            rest = &rest[1..];
        }
    }
}

/// What follows a line break of any kind (LF, CR, CRLF, LFCR) at the start of a text.
fn after_line_break(text: &str) -> Option<&str> {
    ["\r\n", "\n\r", "\n", "\r"].iter().find_map(|line_break| text.strip_prefix(*line_break))
}

/// Text of one line: as [`text`], with blanks for line breaks.
pub(super) fn simple_text(raw: &str) -> Cow<'_, str> {
    match text(raw) {
        text if text.contains('\n') => Cow::Owned(text.replace('\n', " ")),
        text => text,
    }
}

/// Text with `\` before what would end it.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    if text.contains([']', '\\', '\r']) {
        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
        Cow::Owned(lines.replace('\\', "\\\\").replace(']', "\\]"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The two parts around the first `:` that is not escaped.
pub(super) fn composed(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|b| {
        let found = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        found
    })?;
    Some((&raw[..colon], &raw[colon + 1..]))
}

/// The number of the line that a letter names: `a` is 0, `A` is 26.
fn line(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    }
}

/// The letter of a line.
fn letter(line: u8) -> char {
    char::from(if line < 26 { b'a' + line } else { b'A' + line - 26 })
}

/// A column and row by two letters, on the board or off it.
pub(super) fn lines(text: &str) -> Option<(usize, usize)> {
    match *text.as_bytes() {
        [x, y] => Some((line(x)?, line(y)?)),
        _ => None,
    }
}

/// The point that two letters name, if it is on the board.
pub(super) fn point(text: &str, size: Size) -> Option<Point> {
    let (x, y) = lines(text)?;
    size.point(x, y)
}

/// The two letters of a point.
pub(super) fn point_text(point: Point) -> String {
    [letter(point.x), letter(point.y)].iter().collect()
}

/// A rectangle of points, or one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    from: Point,
    to: Point,
    /// Whether the corners stand in the order that they should.
    pub(super) in_order: bool,
}

impl Area {
    /// Reads a point or `point:point`, corners in any order.
    pub(super) fn parse(raw: &str, size: Size) -> Option<Area> {
        let (a, b) = raw.split_once(':').unwrap_or((raw, raw));
        let (a, b) = (point(a.trim(), size)?, point(b.trim(), size)?);
        let from = Point { x: a.x.min(b.x), y: a.y.min(b.y) };
        let to = Point { x: a.x.max(b.x), y: a.y.max(b.y) };
        Some(Area { from, to, in_order: from == a })
    }

    /// The number of its points.
    pub(super) fn len(self) -> usize {
        usize::from(self.to.x - self.from.x + 1) * usize::from(self.to.y - self.from.y + 1)
    }

    /// Its points, row by row.
    pub(super) fn points(self) -> impl Iterator<Item = Point> {
        let Area { from, to, .. } = self;
        (from.y..=to.y).flat_map(move |y| (from.x..=to.x).map(move |x| Point { x, y }))
    }
}

/// A real number as SGF has it: digits with a sign and a point.
pub(super) fn real(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b"+-.".contains(&b));
    if plain { text.parse().ok() } else { None }
}

/// Whether a value is of the kind that its property takes.
pub(super) fn fits(raw: &str, kind: Value, size: Size) -> bool {
    let trimmed = raw.trim();
    match kind {
        Value::None => trimmed.is_empty(),
        Value::Double => matches!(trimmed, "1" | "2"),
        Value::Number => trimmed.parse::<i64>().is_ok(),
        Value::Real => real(trimmed).is_some(),
        Value::Points => trimmed.is_empty() || Area::parse(trimmed, size).is_some(),
        Value::Lines => trimmed
            .split_once(':')
            .is_some_and(|(a, b)| point(a, size).is_some() && point(b, size).is_some()),
        Value::SimpleText | Value::Text | Value::Any => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_with_its_escapes() {
        assert_eq!(text("plain 围棋\nline"), "plain 围棋\nline");
        assert_eq!(text(r"a\]b\\c\:d\围"), "a]b\\c:d围");
        assert_eq!(text("soft\\\nbreak\\\r\nhere\\\n\rand\\\rthere"), "softbreakhereandthere");
        assert_eq!(text("1\r\n2\r3\n\r4\n5\t6"), "1\n2\n3\n4\n5 6");
        assert_eq!(text("bell\u{7}"), "bell\u{7}");
        assert_eq!(simple_text(" two\r\nlines\\\n. "), " two lines. ");
    }

    #[test]
    fn what_is_escaped_is_read_again() {
        for plain in ["", "a]b\\c", "\\", "]", "two\nlines"] {
            assert_eq!(text(&escaped(plain)), plain);
        }
    }

    #[test]
    fn points_are_two_letters() {
        let size = Size::new(52, 30).expect("a size");
        for point in size.points() {
            assert_eq!(super::point(&point_text(point), size), Some(point));
        }
        assert_eq!(point("aE", size), None, "below the board");
        assert_eq!(point("a", size), None);
        let area = Area::parse("bc:ab", size).expect("an area");
        assert!(!area.in_order);
        assert_eq!(area.len(), 4);
        let texts: Vec<String> = area.points().map(point_text).collect();
        assert_eq!(texts, ["ab", "bb", "ac", "bc"]);
    }

    #[test]
    fn composed_values_are_cut_at_the_first_bare_colon() {
        assert_eq!(composed(r"a\:b:c:d"), Some((r"a\:b", "c:d")));
        assert_eq!(composed(r"a\\:b"), Some((r"a\\", "b")));
        assert_eq!(composed("ab"), None);
    }
}
