//! Builds the text of a wei7 2.2 file: elements, attributes, and text that XML can represent.

use std::fmt::Write;

use super::char_refs::is_xml;
use super::values::LONGEST_NAME;
use super::write_diagnostics::{BAD_CHARACTERS, CUT, LEFT_OUT, LINE_BREAKS};
use crate::record::Point;
use crate::record::diagnostic::{Findings, SourceLocation};

/// Lines deeper than this are not indented, since a deeply nested file would be mostly blanks.
const DEEPEST: usize = 64;

/// Attributes with their values.
pub(super) type AttributeWriter = Vec<(&'static str, String)>;

/// Returns the attributes `x` and `y` of a point.
pub(super) fn point_attributes(point: Point) -> AttributeWriter {
    vec![("x", point.x.to_string()), ("y", point.y.to_string())]
}

/// The text so far, and the findings about changes to it.
pub(super) struct XmlWriter<'f> {
    pub(super) text: String,
    pub(super) findings: &'f mut Findings,
    depth: usize,
}

impl XmlWriter<'_> {
    pub(super) fn new(findings: &mut Findings) -> XmlWriter<'_> {
        let text = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        XmlWriter { text, findings, depth: 0 }
    }

    /// Opens an element that has children.
    pub(super) fn open(&mut self, name: &str, attributes: &AttributeWriter) {
        self.tag(name, attributes);
        self.text.push_str(">\n");
        self.depth += 1;
    }

    /// Closes the element.
    pub(super) fn close(&mut self, name: &str) {
        self.depth -= 1;
        self.indent();
        let _ = writeln!(self.text, "</{name}>");
    }

    /// Writes an element without children.
    pub(super) fn leaf(&mut self, name: &str, attributes: &AttributeWriter) {
        self.tag(name, attributes);
        self.text.push_str(" />\n");
    }

    /// Writes an element with a value that needs no escapes.
    pub(super) fn value(&mut self, name: &str, value: &str) {
        self.indent();
        let _ = writeln!(self.text, "<{name}>{value}</{name}>");
    }

    fn tag(&mut self, name: &str, attributes: &AttributeWriter) {
        self.indent();
        let _ = write!(self.text, "<{name}");
        for (name, value) in attributes {
            let _ = write!(self.text, " {name}=\"");
            push_escaped(value, &mut self.text);
            self.text.push('"');
        }
    }

    fn indent(&mut self) {
        let depth = if self.depth > DEEPEST { 0 } else { self.depth };
        (0..depth).for_each(|_| self.text.push_str("  "));
    }

    // --- unsupported text -----------------------------------------------------------------------

    /// Reports that data is dropped.
    pub(super) fn leave_out(&mut self, what: &str, place: impl FnOnce() -> SourceLocation) {
        self.findings.add_at(&LEFT_OUT, place, [what]);
    }

    /// Returns a text with characters that XML does not allow replaced.
    pub(super) fn text(
        &mut self,
        what: &str,
        text: &str,
        place: impl Fn() -> SourceLocation,
    ) -> String {
        if text.chars().all(is_xml) {
            return text.to_string();
        }
        self.findings.add_at(&BAD_CHARACTERS, place, [what]);
        text.replace(|c| !is_xml(c), "\u{FFFD}")
    }

    /// Returns a text as a single line of at most 128 characters.
    pub(super) fn line(
        &mut self,
        what: &str,
        text: &str,
        place: impl Fn() -> SourceLocation,
    ) -> String {
        let mut line = self.text(what, text, &place);
        if line.contains(is_control) {
            self.findings.add_at(&LINE_BREAKS, &place, [what]);
            line = line.replace(is_control, " ");
        }
        if let Some((end, _)) = line.char_indices().nth(LONGEST_NAME) {
            self.findings.add_at(&CUT, &place, [what]);
            line.truncate(end);
        }
        line
    }
}

fn is_control(c: char) -> bool {
    c < ' '
}

/// Appends an escaped attribute value. White space other than the space is escaped so that it round-trips.
fn push_escaped(value: &str, text: &mut String) {
    for c in value.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(text, "&#{};", c as u32);
            }
            c => text.push(c),
        }
    }
}
