//! Writes JSON with an indentation of two spaces per level and small values on one line.
//!
//! Independent of wei7.

use std::fmt::{Display, Write};

/// The maximum level that is laid out in lines. Beyond it, a file of a million levels would be mostly blanks.
const DEEPEST: usize = 100;

/// The layout of an array or object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// One line per member.
    Lines,
    /// A single line, including nested values.
    Line,
}

#[derive(Debug)]
struct Level {
    close: char,
    layout: Layout,
    is_empty: bool,
}

/// A JSON text that is built value by value.
#[derive(Debug, Default)]
pub(super) struct JsonWriter {
    text: String,
    open: Vec<Level>,
}

impl JsonWriter {
    pub(super) fn object(&mut self, layout: Layout) {
        self.open('{', '}', layout);
    }

    pub(super) fn array(&mut self, layout: Layout) {
        self.open('[', ']', layout);
    }

    fn open(&mut self, open: char, close: char, layout: Layout) {
        self.element();
        self.text.push(open);
        let in_line = self.open.last().is_some_and(|level| level.layout == Layout::Line);
        let is_deep = self.open.len() >= DEEPEST;
        let layout = if in_line || is_deep { Layout::Line } else { layout };
        self.open.push(Level { close, layout, is_empty: true });
    }

    /// Closes the innermost open array or object.
    pub(super) fn close(&mut self) {
        let Some(level) = self.open.pop() else { return };
        if level.layout == Layout::Lines && !level.is_empty {
            self.break_line();
        }
        self.text.push(level.close);
    }

    /// Writes the name of a member. Its value must follow.
    pub(super) fn name(&mut self, name: &str) {
        self.separate();
        self.quote(name);
        self.text.push_str(": ");
    }

    /// Writes a number or keyword.
    pub(super) fn value(&mut self, value: impl Display) {
        self.element();
        let _ = write!(self.text, "{value}");
    }

    /// Writes a small integer.
    pub(super) fn count(&mut self, number: u8) {
        self.element();
        if number >= 100 {
            self.text.push(char::from(b'0' + number / 100));
        }
        if number >= 10 {
            self.text.push(char::from(b'0' + number / 10 % 10));
        }
        self.text.push(char::from(b'0' + number % 10));
    }

    pub(super) fn string(&mut self, text: &str) {
        self.element();
        self.quote(text);
    }

    /// Writes a string member if there is a value.
    pub(super) fn text(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.name(name);
            self.string(text);
        }
    }

    /// Returns the finished text.
    pub(super) fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    /// Separates the next value from the previous one in an array. In an object it is the value of a name.
    fn element(&mut self) {
        if self.open.last().is_some_and(|level| level.close == ']') {
            self.separate();
        }
    }

    fn separate(&mut self) {
        let Some(level) = self.open.last_mut() else { return };
        let (was_empty, layout) = (level.is_empty, level.layout);
        level.is_empty = false;
        if !was_empty {
            self.text.push(',');
        }
        match layout {
            Layout::Lines => self.break_line(),
            Layout::Line if !was_empty => self.text.push(' '),
            Layout::Line => {}
        }
    }

    fn break_line(&mut self) {
        const BLANKS: &str = "                ";
        self.text.push('\n');
        let mut blanks = 2 * self.open.len();
        while blanks > 0 {
            let some = blanks.min(BLANKS.len());
            self.text.push_str(&BLANKS[..some]);
            blanks -= some;
        }
    }

    /// Writes a quoted string.
    fn quote(&mut self, text: &str) {
        let is_plain = text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\');
        if is_plain {
            self.text.push('"');
            self.text.push_str(text);
            self.text.push('"');
        } else {
            self.text +=
                &serde_json::to_string(text).expect("every string is representable in JSON");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_layout_by_value_size() {
        let mut page = JsonWriter::default();
        page.object(Layout::Lines);
        page.text("name", Some("a\"\n\u{1}围"));
        page.text("none", None);
        page.name("list");
        page.array(Layout::Lines);
        page.object(Layout::Line);
        page.name("x");
        page.count(1);
        page.name("y");
        page.array(Layout::Lines);
        page.count(120);
        page.value(2.5);
        page.value("null");
        page.close();
        page.close();
        page.object(Layout::Lines);
        page.close();
        page.close();
        page.close();
        let expected = "{\n  \"name\": \"a\\\"\\n\\u0001围\",\n  \"list\": [\n    \
                        {\"x\": 1, \"y\": [120, 2.5, null]},\n    {}\n  ]\n}\n";
        assert_eq!(page.finish(), expected);
    }
}
