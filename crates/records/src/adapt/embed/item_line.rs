//! The syntax of lines that embed items at the head of a comment: `[SGF] EV=…`, `[SGF] TB=[aa][bb]`,
//! `[wei7] place=…`.
//!
//! `%` and control characters are percent-encoded (`%25`). A value in brackets holds a property's raw SGF values.
//! A bare `[SGF]` line terminates the head if the following text could be mistaken for further item lines.

use std::fmt;

use crate::record::Property;

/// Prefixes of item lines. `[SGF]` alone is also the terminator of the head.
const SGF: &str = "[SGF]";
const WEI7: &str = "[wei7]";

/// The maximum length of a property name, in bytes.
const LONGEST_NAME: usize = 64;

/// The format whose vocabulary an item's name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemSource {
    Sgf,
    Wei7,
}

/// The value of an item line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ItemValue {
    /// Text whose meaning depends on the name.
    Text(String),
    /// The values of a property, as written in SGF.
    Property(Vec<String>),
}

/// An item line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) origin: ItemSource,
    pub(super) name: String,
    pub(super) value: ItemValue,
}

impl Line {
    /// Creates an item with an SGF name.
    pub(super) fn sgf(name: &str, text: impl Into<String>) -> Line {
        Line { origin: ItemSource::Sgf, name: name.into(), value: ItemValue::Text(text.into()) }
    }

    /// Creates an item for which SGF has no name.
    pub(super) fn wei7(name: &str, text: impl Into<String>) -> Line {
        Line { origin: ItemSource::Wei7, name: name.into(), value: ItemValue::Text(text.into()) }
    }

    /// Creates a line for an SGF property. A single value is written without brackets unless `in_brackets` is set, to
    /// distinguish it from text.
    pub(super) fn property(property: &Property, in_brackets: bool) -> Line {
        let value = match &property.values[..] {
            [value] if !in_brackets => ItemValue::Text(value.clone()),
            values => ItemValue::Property(values.to_vec()),
        };
        Line { origin: ItemSource::Sgf, name: property.name.clone(), value }
    }

    /// Parses a line. Returns `None` if it is not an item line.
    pub(super) fn parse(line: &str) -> Option<Line> {
        let (origin, item) = match (after(line, SGF), after(line, WEI7)) {
            (Some(item), _) => (ItemSource::Sgf, item),
            (_, Some(item)) => (ItemSource::Wei7, item),
            _ => return None,
        };
        if origin == ItemSource::Sgf && item == OF_NODE {
            return Some(Line::sgf(OF_NODE, ""));
        }
        let (name, value) = item.split_once('=')?;
        let is_known = match origin {
            ItemSource::Sgf => may_be_kept(name),
            ItemSource::Wei7 => name.bytes().all(|b| b.is_ascii_lowercase()),
        };
        let value = match in_brackets(value) {
            Some(values) => ItemValue::Property(values.into_iter().map(decoded).collect()),
            None => ItemValue::Text(decoded(value)),
        };
        is_known.then(|| Line { origin, name: name.into(), value })
    }
}

/// The name of a line that only marks its node as an SGF node.
pub(super) const OF_NODE: &str = ";";

/// Returns `true` if a property of this name can be embedded in a line.
pub(super) fn may_be_kept(name: &str) -> bool {
    let is_of_name = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.len() <= LONGEST_NAME
        && name.bytes().all(is_of_name)
}

fn after<'l>(line: &'l str, beginning: &str) -> Option<&'l str> {
    line.strip_prefix(beginning)?.strip_prefix(' ')
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beginning = if self.origin == ItemSource::Sgf { SGF } else { WEI7 };
        write!(f, "{beginning} {}", self.name)?;
        match &self.value {
            ItemValue::Text(_) if self.name == OF_NODE => Ok(()),
            ItemValue::Text(text) => match text.strip_prefix('[') {
                Some(rest) => write!(f, "=%5B{}", encoded(rest)),
                None => write!(f, "={}", encoded(text)),
            },
            ItemValue::Property(values) => {
                f.write_str("=")?;
                values.iter().try_for_each(|value| write!(f, "[{}]", encoded(value)))
            }
        }
    }
}

/// Returns the values of `[…][…]`, or `None` for any other form.
fn in_brackets(text: &str) -> Option<Vec<&str>> {
    let mut values = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        rest = rest.strip_prefix('[')?;
        let mut escaped = false;
        let end = rest.bytes().position(|b| {
            let found = b == b']' && !escaped;
            escaped = b == b'\\' && !escaped;
            found
        })?;
        values.push(&rest[..end]);
        rest = &rest[end + 1..];
    }
    Some(values).filter(|values| !values.is_empty())
}

fn encoded(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' | '\0'..='\x1F' => line += &format!("%{:02X}", u32::from(c)),
            c => line.push(c),
        }
    }
    line
}

fn decoded(line: &str) -> String {
    let mut parts = line.split('%');
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                text.push(char::from(code));
                text += &part[2..];
            }
            None => {
                text.push('%');
                text += part;
            }
        }
    }
    text
}

/// Returns the comment with `lines` prepended, or `None` if there are no lines and no comment.
pub(super) fn with_head(lines: &[Line], comment: Option<String>) -> Option<String> {
    let all: Vec<String> = lines.iter().map(Line::to_string).chain(comment).collect();
    (!all.is_empty()).then(|| all.join("\n"))
}

/// Returns the comment, preceded by the terminator line if it starts like an item line.
pub(super) fn ended(comment: String) -> String {
    let looks_like_head = comment.starts_with(SGF) || comment.starts_with(WEI7);
    if looks_like_head { format!("{SGF}\n{comment}") } else { comment }
}

/// Passes the item lines at the head of a comment to `take` and returns the remaining text: the lines to retain and
/// the user's comment. The terminator is removed only if the `whole` head is taken.
pub(super) fn take_head(
    comment: &str,
    whole: bool,
    mut take: impl FnMut(&Line) -> ExtractedItem,
) -> Option<String> {
    let mut left: Vec<&str> = Vec::new();
    let mut lines = comment.split('\n');
    for line in lines.by_ref() {
        if line == SGF {
            left.extend((!whole).then_some(line));
            break;
        }
        match Line::parse(line).map(|line| take(&line)) {
            Some(ExtractedItem::Yes) => {}
            Some(ExtractedItem::Later) => left.push(line),
            Some(ExtractedItem::No) | None => {
                left.push(line);
                break;
            }
        }
    }
    left.extend(lines);
    let is_all = left.is_empty() && !comment.ends_with('\n');
    (!is_all).then(|| left.join("\n"))
}

/// The result of handling an item line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExtractedItem {
    Yes,
    /// The line is retained, and the following lines are handled.
    Later,
    /// The line is not an item and ends the head.
    No,
}

/// The maximum length of a wei7 name, in characters.
const LONGEST_WEI7_NAME: usize = 128;

/// Returns `true` if both versions of wei7 can hold a text as a name.
pub(super) fn is_name(text: &str) -> bool {
    let is_special = |c: char| {
        c < ' ' || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{FFFE}' | '\u{FFFF}')
    };
    !text.contains(is_special) && text.chars().count() <= LONGEST_WEI7_NAME
}

/// Returns `true` if XML can represent all characters of a text.
pub(super) fn is_xml(text: &str) -> bool {
    let is_odd = |c: char| c < ' ' && !"\t\n\r".contains(c) || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    !text.contains(is_odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn item_line_roundtrip() {
        let property = |values: &[&str]| Property {
            name: "QQ".into(),
            values: values.iter().map(|value| value.to_string()).collect(),
        };
        for (line, text) in [
            (Line::sgf("EV", "杯 100%\n[x]"), "[SGF] EV=杯 100%25%0A[x]"),
            (Line::sgf("EV", "[a][b]"), "[SGF] EV=%5Ba][b]"),
            (Line::sgf(OF_NODE, ""), "[SGF] ;"),
            (Line::wei7("place", ""), "[wei7] place="),
            (Line::property(&property(&[r"a\]", ""]), false), r"[SGF] QQ=[a\]][]"),
            (Line::property(&property(&[r"a\\"]), true), r"[SGF] QQ=[a\\]"),
            (Line::property(&property(&["[\u{1}\r"]), false), "[SGF] QQ=%5B%01%0D"),
        ] {
            assert_eq!(line.to_string(), text);
            assert_eq!(Line::parse(text), Some(line));
        }
        for text in ["", "[SGF]", "[SGF] ", "[SGF]EV=x", "[SGF] ev=x", "[wei7] Place=x", "[SGF] EV"]
        {
            assert_eq!(Line::parse(text), None, "{text}");
        }
        assert_eq!(Line::parse("[SGF] EV=5%"), Some(Line::sgf("EV", "5%")), "written by hand");
    }

    #[test]
    fn comment_head_roundtrip() {
        let line = || vec![Line::sgf("EV", "x")];
        for (lines, comment) in [
            (vec![], None),
            (vec![], Some("")),
            (vec![], Some("[SGF] EV=y\nmine")),
            (line(), None),
            (line(), Some("")),
            (line(), Some("\nmine")),
            (line(), Some("[SGF]")),
            (line(), Some("[wei7] place=mine\n[SGF]\n")),
        ] {
            let whole = with_head(&lines, comment.map(|text| ended(text.to_string())));
            let mut taken = Vec::new();
            let left = whole.and_then(|whole| {
                take_head(&whole, true, |line| {
                    taken.push(line.clone());
                    ExtractedItem::Yes
                })
            });
            assert_eq!((left.as_deref(), taken), (comment, lines));
        }
    }
}
