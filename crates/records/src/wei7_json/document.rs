//! JSON as a flat list of values, each with its offset in the text and the index of the next value.
//!
//! Independent of wei7. A custom parser is needed because no existing one combines arbitrary nesting depth in linear
//! time without recursion, the offset of every value, and the detection of duplicate member names.

use std::borrow::Cow;

use super::entry::{Entry, Kind};
use super::parser::{self, Text};
use crate::record::diagnostic::Findings;

/// A JSON text and its values in document order.
#[derive(Debug)]
pub(super) struct Document<'t> {
    text: &'t str,
    entries: Vec<Entry>,
    is_json: bool,
}

impl<'t> Document<'t> {
    /// Parses a text of less than 4 GiB up to the first syntax error, which is reported as a finding.
    pub(super) fn parse(text: &'t str, findings: &mut Findings) -> Document<'t> {
        let (entries, is_json) = parser::entries(text, findings);
        Document { text, entries, is_json }
    }

    /// Returns the outermost value, or `None` if the text is not valid JSON.
    pub(super) fn root(&self) -> Option<Value<'_, 't>> {
        self.is_json.then(|| self.value(0))
    }

    /// Returns the value with an index from [`Value::index`].
    pub(super) fn value(&self, index: u32) -> Value<'_, 't> {
        Value { document: self, index }
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

/// A value of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'d, 't> {
    document: &'d Document<'t>,
    index: u32,
}

impl<'d, 't> Value<'d, 't> {
    fn entry(self) -> Entry {
        self.document.entries[self.index as usize]
    }

    pub(super) fn kind(self) -> Kind {
        self.entry().kind
    }

    /// The index of the value among all values.
    pub(super) fn index(self) -> u32 {
        self.index
    }

    /// Returns the byte offset of the value.
    pub(super) fn at(self) -> usize {
        self.entry().at as usize
    }

    pub(super) fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Returns the content of a string, or the raw text of any other value.
    pub(super) fn text(self) -> Cow<'t, str> {
        match self.kind() {
            Kind::String { escaped } => {
                let rest = &self.document.text[self.at() + 1..];
                Text { rest, escaped }.unescaped()
            }
            _ => Cow::Borrowed(self.raw()),
        }
    }

    /// Returns `true` if the value is a string or member name with this content, which must not need escapes.
    pub(super) fn is_text(self, word: &str) -> bool {
        match self.kind() {
            Kind::String { escaped: false } => {
                let rest = &self.document.text.as_bytes()[self.at() + 1..];
                rest.strip_prefix(word.as_bytes()).is_some_and(|after| after.starts_with(b"\""))
            }
            Kind::String { escaped: true } => self.text() == word,
            _ => false,
        }
    }

    /// Returns the raw text up to the first blank, comma or closing bracket.
    pub(super) fn raw(self) -> &'t str {
        let rest = &self.document.text[self.at()..];
        let ends = |b: &u8| b.is_ascii_whitespace() || b",]}".contains(b);
        &rest[..rest.as_bytes().iter().position(ends).unwrap_or(rest.len())]
    }

    /// Returns a number of one or two digits, which covers nearly all numbers. Returns `None` for any other value and
    /// for other notations of a number.
    pub(super) fn small(self) -> Option<u8> {
        let digit = |byte: &u8| byte.is_ascii_digit().then(|| byte - b'0');
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b",]}".contains(byte);
        match &self.document.text.as_bytes()[self.at()..] {
            [one, end, ..] if ends(end) => digit(one),
            [ten, one, end, ..] if *ten != b'0' && ends(end) => {
                Some(10 * digit(ten)? + digit(one)?)
            }
            _ => None,
        }
    }

    /// Returns the byte offset after the value, or after its opening bracket. Beyond the end of the text if the value
    /// is truncated.
    pub(super) fn end(self) -> usize {
        let (at, text) = (self.at(), self.document.text);
        let length = match self.kind() {
            Kind::Array | Kind::Object => return at + 1,
            Kind::String { .. } => {
                let mut is_escaped = false;
                let ends = |byte: u8| {
                    let ends = byte == b'"' && !is_escaped;
                    is_escaped = byte == b'\\' && !is_escaped;
                    ends
                };
                text.bytes().skip(at + 1).position(ends).map_or(usize::MAX, |inside| inside + 2)
            }
            _ => self.raw().len(),
        };
        let end = at.saturating_add(length);
        if end < text.len() || self.document.is_json { end } else { text.len() + 1 }
    }

    /// Iterates over the values in an array, or the names and values in an object.
    fn inside(self) -> impl Iterator<Item = Value<'d, 't>> {
        let (document, end) = (self.document, self.entry().next);
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            let value = (index < end).then(|| document.value(index))?;
            index = value.entry().next;
            Some(value)
        })
    }

    /// Iterates over the elements of an array; empty for other values.
    pub(super) fn elements(self) -> impl Iterator<Item = Value<'d, 't>> {
        let is_array = self.kind() == Kind::Array;
        self.inside().filter(move |_| is_array)
    }

    /// Iterates over the members of an object as pairs of name and value; empty for other values.
    pub(super) fn members(self) -> impl Iterator<Item = (Value<'d, 't>, Value<'d, 't>)> {
        let is_object = self.kind() == Kind::Object;
        let mut inside = self.inside().filter(move |_| is_object);
        std::iter::from_fn(move || Some((inside.next()?, inside.next()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_values_are_found() {
        let text =
            r#" {"a": [1, -2.5e3, null, true], "b\n": {"c": "围\u68cb\"\ud842\udfb7"}, "": []} "#;
        let mut findings = Findings::default();
        let document = Document::parse(text, &mut findings);
        let members: Vec<_> = document.root().expect("JSON").members().collect();
        let names: Vec<_> = members.iter().map(|(name, _)| name.text()).collect();
        assert_eq!(names, ["a", "b\n", ""]);
        let elements: Vec<_> = members[0].1.elements().map(Value::text).collect();
        assert_eq!(elements, ["1", "-2.5e3", "null", "true"]);
        let (_, inner) = members[1].1.members().next().expect("a member");
        assert_eq!(inner.text(), "围棋\"𠮷");
        assert_eq!(text.find("\"围"), Some(inner.at()));
        assert_eq!(members[2].1.elements().count() + members[0].1.members().count(), 0);
    }
}
