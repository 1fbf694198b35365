//! The text of an SGF file during writing, built property by property.

use std::fmt::Write;

use super::write_diagnostics::{BLANKS, LINE_BREAKS, PLAIN_BREAKS};
use crate::adapt::property_text::escaped;
use crate::record::diagnostic::{Findings, SourceLocation};

/// The text written so far.
pub(super) struct TextWriter<'f> {
    pub(super) text: String,
    pub(super) findings: &'f mut Findings,
    pub(super) line_start: usize,
    /// The properties that a node below the root sets, since each variation may be a different game.
    pub(super) said_below: Vec<String>,
}

impl TextWriter<'_> {
    pub(super) fn bracketed(&mut self, value: &str) {
        let _ = write!(self.text, "[{value}]");
    }

    /// Writes a property whose value needs no escapes.
    pub(super) fn property(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        self.bracketed(value);
    }

    /// Writes a property of the root, unless a node below the root sets it.
    pub(super) fn root_property(&mut self, name: &str, value: &str) {
        if !self.is_set_in_variation(name) {
            self.property(name, value);
        }
    }

    pub(super) fn is_set_in_variation(&self, name: &str) -> bool {
        self.said_below.iter().any(|other| other == name)
    }

    /// Writes a text property.
    pub(super) fn text_property(
        &mut self,
        name: &str,
        text: &str,
        place: impl Fn() -> SourceLocation,
    ) {
        self.report_changes(text, place);
        self.property(name, &escaped(text));
    }

    /// Writes a single-line text property of the root. Line breaks become spaces.
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

    /// Reports the characters of a text that SGF changes.
    pub(super) fn report_changes(&mut self, text: &str, place: impl Fn() -> SourceLocation) {
        if text.contains(['\t', '\u{B}', '\u{C}']) {
            self.findings.add_at(&BLANKS, &place, []);
        }
        if text.contains('\r') {
            self.findings.add_at(&PLAIN_BREAKS, place, []);
        }
    }

    /// Writes a property with a list of `key:text` values, or nothing if the list is empty.
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
