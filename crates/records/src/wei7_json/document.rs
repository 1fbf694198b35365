//! JSON as a flat list of values: each knows where it begins in the text and which value follows it.
//!
//! It does not know wei7. It is read by hand, since three things are asked for together that no
//! ready reader gives: a nesting of any depth in linear time and without recursion, the place of
//! every value in the text, and the names of members that stand twice.

use std::borrow::Cow;

use super::entry::{Entry, Kind};
use super::parser::{self, Text};
use crate::record::diagnostic::Findings;

/// A text with its values in their order.
#[derive(Debug)]
pub(super) struct Document<'t> {
    text: &'t str,
    entries: Vec<Entry>,
    is_json: bool,
}

impl<'t> Document<'t> {
    /// Reads a text of less than 4 GiB, as far as it is JSON. Where it is not becomes a finding.
    pub(super) fn parse(text: &'t str, findings: &mut Findings) -> Document<'t> {
        let (entries, is_json) = parser::entries(text, findings);
        Document { text, entries, is_json }
    }

    /// The outermost value, where all is JSON.
    pub(super) fn root(&self) -> Option<Value<'_, 't>> {
        self.is_json.then(|| self.value(0))
    }

    /// The value of an index that [`Value::index`] gave.
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

    /// The byte at which it begins.
    pub(super) fn at(self) -> usize {
        self.entry().at as usize
    }

    pub(super) fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The text of a string, or of anything else as it stands.
    pub(super) fn text(self) -> Cow<'t, str> {
        match self.kind() {
            Kind::String { escaped } => {
                let rest = &self.document.text[self.at() + 1..];
                Text { rest, escaped }.unescaped()
            }
            _ => Cow::Borrowed(self.raw()),
        }
    }

    /// Whether it is a string, or the name of a member, with this text. The text may need no escapes.
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

    /// What stands in the text, up to the first blank, comma or closing bracket.
    pub(super) fn raw(self) -> &'t str {
        let rest = &self.document.text[self.at()..];
        let ends = |b: &u8| b.is_ascii_whitespace() || b",]}".contains(b);
        &rest[..rest.as_bytes().iter().position(ends).unwrap_or(rest.len())]
    }

    /// The value of a number of one or two digits, as nearly all are; `None` for anything else, and for
    /// a number that is written otherwise.
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

    /// The byte behind it, or behind the bracket with which it begins. What the end of the text cuts off
    /// ends beyond that.
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

    /// The values in an array; those of an object with their names between them.
    fn inside(self) -> impl Iterator<Item = Value<'d, 't>> {
        let (document, end) = (self.document, self.entry().next);
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            let value = (index < end).then(|| document.value(index))?;
            index = value.entry().next;
            Some(value)
        })
    }

    /// The elements of an array; nothing for anything else.
    pub(super) fn elements(self) -> impl Iterator<Item = Value<'d, 't>> {
        let is_array = self.kind() == Kind::Array;
        self.inside().filter(move |_| is_array)
    }

    /// The members of an object, each name before its value; nothing for anything else.
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
    fn values_are_found_in_their_places() {
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
