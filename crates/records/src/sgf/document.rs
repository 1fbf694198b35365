//! An SGF file as text, with iteration over its games.

use std::borrow::Cow;

use super::charset;
use super::check::Checker;
use super::diagnostics::{
    BARE_BRACKET, EXTRA_CLOSE, JUNK, MISSING_CLOSE, NO_NAME, NO_VALUE, UNCLOSED_VALUE,
};
use super::parser::Games;
use super::read_options::ReadOptions;
use crate::record::diagnostic::Findings;
use crate::record::{Reading, limits};

/// An SGF file as text whose games are read one at a time.
#[derive(Debug)]
pub struct Document<'b> {
    text: Cow<'b, str>,
    findings: Findings,
}

impl<'b> Document<'b> {
    /// Detects the charset of a file and decodes it. A file that cannot be decoded has no games.
    pub fn new(bytes: &'b [u8]) -> Document<'b> {
        Document::with(bytes, &ReadOptions::default())
    }

    /// Decodes a file like [`new`](Document::new), using what is already known about it.
    pub fn with(bytes: &'b [u8], options: &ReadOptions) -> Document<'b> {
        let mut findings = Findings::default();
        let fitting = Some(bytes).filter(|bytes| limits::fits(bytes, &mut findings));
        let decoded = fitting.and_then(|bytes| charset::decode(bytes, options, &mut findings));
        let Some(mut decoded) = decoded else { return Document { text: "".into(), findings } };
        findings.locate(&decoded.text);
        // Byte-level escapes are considered only if the file has errors otherwise.
        if let Some(undone) = decoded.unescape_multibyte(bytes) {
            let before = trouble(&decoded.text);
            if before > 0 && trouble(&undone.text) < before {
                decoded = undone;
            }
        }
        findings.append(decoded.findings);
        Document { text: decoded.text, findings }
    }

    /// Iterates over the games with their findings. Findings about the whole file come first.
    ///
    /// ```
    /// use tianyuan_records::sgf::Document;
    ///
    /// let document = Document::new(b"(;GM[1]SZ[9];B[ec])(;GM[1]SZ[13])");
    /// let widths: Vec<usize> =
    ///     document.games().flat_map(|game| game.records).map(|record| record.size.width()).collect();
    /// assert_eq!(widths, [9, 13]);
    /// ```
    pub fn games(&self) -> impl Iterator<Item = Reading> {
        self.readings(None)
    }

    /// Iterates like [`games`](Document::games), and reports every violation of SGF.
    pub fn checked_games(&self) -> impl Iterator<Item = Reading> {
        self.readings(Some(Checker::new()))
    }

    fn readings(&self, checker: Option<Checker>) -> impl Iterator<Item = Reading> {
        let whole = Reading { records: Vec::new(), findings: self.findings.clone() };
        let whole = Some(whole).filter(|whole| !whole.findings.is_empty());
        // A file that could not be decoded has no text; no further findings apply.
        let text = Some(&*self.text).filter(|text| !text.is_empty() || self.findings.is_empty());
        whole.into_iter().chain(text.map(|text| Games::of(text, checker)).into_iter().flatten())
    }
}

/// Returns the number of syntax errors and replacement characters (U+FFFD) in a text.
fn trouble(text: &str) -> usize {
    let replaced = text.matches('\u{FFFD}').count();
    let signs = [JUNK, NO_VALUE, NO_NAME, UNCLOSED_VALUE, BARE_BRACKET, MISSING_CLOSE, EXTRA_CLOSE];
    let of = |game: Reading| signs.iter().map(|rule| game.findings.count(rule)).sum::<usize>();
    replaced + Games::of(text, None).map(of).sum::<usize>()
}
