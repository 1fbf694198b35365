//! The text of an SGF file that is being written, property by property.

use std::fmt::Write;

use super::write_diagnostics::{BLANKS, LINE_BREAKS, PLAIN_BREAKS};
use crate::adapt::property_text::escaped;
use crate::record::diagnostic::{Findings, SourceLocation};

/// The text of a file that grows property by property.
pub(super) struct TextWriter<'f> {
    pub(super) text: String,
    pub(super) findings: &'f mut Findings,
    pub(super) line_start: usize,
    /// The names of the properties that a node below the root has, where each variation may be another
    /// game.
    pub(super) said_below: Vec<String>,
}

impl TextWriter<'_> {
    pub(super) fn bracketed(&mut self, value: &str) {
        let _ = write!(self.text, "[{value}]");
    }

    /// A property with a value that needs no escapes.
    pub(super) fn property(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        self.bracketed(value);
    }

    /// A property of the root, if no node below has it.
    pub(super) fn root_property(&mut self, name: &str, value: &str) {
        if !self.is_set_in_variation(name) {
            self.property(name, value);
        }
    }

    pub(super) fn is_set_in_variation(&self, name: &str) -> bool {
        self.said_below.iter().any(|other| other == name)
    }

    /// A property with text.
    pub(super) fn text_property(
        &mut self,
        name: &str,
        text: &str,
        place: impl Fn() -> SourceLocation,
    ) {
        self.report_changes(text, place);
        self.property(name, &escaped(text));
    }

    /// A property of the root with a line of text, whose line breaks become blanks.
    pub(super) fn line_property(&mut self, name: &str, text: &str) {
        if self.is_set_in_variation(name) {
            return;
        }
        let place = || SourceLocation::path(name);
        if text.contains(['\n', '\r']) {
            self.findings.add_at(&LINE_BREAKS, place, [name]);
        }
        self.text_property(name, &text.replace(['\n', '\r'], " "), place);
    }

    /// Reports which characters of a text SGF changes.
    pub(super) fn report_changes(&mut self, text: &str, place: impl Fn() -> SourceLocation) {
        if text.contains(['\t', '\u{B}', '\u{C}']) {
            self.findings.add_at(&BLANKS, &place, []);
        }
        if text.contains('\r') {
            self.findings.add_at(&PLAIN_BREAKS, place, []);
        }
    }

    /// A property with a list of `key:text`; nothing where the list is empty.
    pub(super) fn pairs(&mut self, name: &str, pairs: impl IntoIterator<Item = (String, String)>) {
        let mut pairs = pairs.into_iter().peekable();
        if pairs.peek().is_some() {
            self.text.push_str(name);
        }
        for (key, text) in pairs {
            self.report_changes(&text, || SourceLocation::path(name));
            let text = escaped(&text).replace(':', "\\:");
            let _ = write!(self.text, "[{key}:{text}]");
        }
    }
}
