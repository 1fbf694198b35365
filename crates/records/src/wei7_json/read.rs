//! Reads wei7 3.0 files to a record and findings.

use super::diagnostics::*;
use super::document::{Document, Value};
use super::entry::Kind;
use super::pointer::pointers;
use super::values::Values;
use super::{replay_check, schema};
use crate::record::diagnostic::{Findings, SourceLocation, ellipsize};
use crate::record::{DiagnosticRule, Info, Reading, Record, Size, limits};

/// Reads a file as far as it is valid.
pub fn read(bytes: &[u8]) -> Reading {
    read_and(bytes, Depth::Values)
}

/// Reads a file and replays its record. Illegal moves are reported as findings too.
pub fn check(bytes: &[u8]) -> Reading {
    read_and(bytes, Depth::Play)
}

/// The depth of the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    Values,
    Play,
}

fn read_and(bytes: &[u8], depth: Depth) -> Reading {
    let mut findings = Findings::default();
    if !limits::fits(bytes, &mut findings) {
        return Reading { records: Vec::new(), findings };
    }
    let text = match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let text = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            findings.add(&NOT_UTF_8, SourceLocation::offset(text.len()), []);
            let document = Document::parse(&text, &mut Findings::default());
            name_places(&document, &text, &mut findings);
            return Reading { records: Vec::new(), findings };
        }
    };
    let content = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if content.len() < text.len() {
        findings.add(&BYTE_ORDER_MARK, SourceLocation::offset(0), []);
    }
    let document = Document::parse(content, &mut findings);
    let records = record(&document, depth, &mut findings).into_iter().collect();
    name_places(&document, content, &mut findings);
    Reading { records, findings }
}

/// Converts the byte offsets of findings to pointers, lines and columns.
fn name_places(document: &Document<'_>, text: &str, findings: &mut Findings) {
    if !findings.is_empty() {
        findings.name_paths(|offsets| pointers(document, offsets));
        findings.locate(text);
        findings.sort();
    }
}

fn record(document: &Document<'_>, depth: Depth, findings: &mut Findings) -> Option<Record> {
    let [format, version, tree, size, info] = schema::ROOT.members(document.root()?, findings)?;
    let mut values = Values { findings, size: Size::STANDARD, participants: 0 };
    if let Some(format) = format {
        values.expect_text(format, "wei7", &OTHER_FORMAT);
    }
    if let Some(version) = version {
        values.expect_text(version, "3.0", &OTHER_VERSION);
    }
    let size = size.map_or(Some(Size::STANDARD), |size| values.size(size));
    // Without a valid size the game is unusable, but further errors are reported too. The largest size prevents
    // reports of points off the board.
    values.size = size.unwrap_or(Size::LARGEST);
    let info = info.map_or(Info::default(), |info| values.info(info));
    let mut record = Record { info, ..Record::new(values.size) };
    if let Some(tree) = tree {
        let read = values.tree(tree);
        record.tree = read.tree;
        if depth == Depth::Play {
            replay_check::check(&record, &read.values, &read.branches, document, findings);
        }
    }
    size.map(|_| record)
}

impl Values<'_> {
    fn expect_text(&mut self, value: Value<'_, '_>, word: &str, rule: &'static DiagnosticRule) {
        let text = value.text();
        let is_string = matches!(value.kind(), Kind::String { .. });
        if !is_string || text != word {
            let quote = if is_string { "\"" } else { "" };
            let found = format!("{quote}{}{quote}", ellipsize(&text));
            self.report(rule, value, [&found]);
        }
    }

    fn size(&mut self, value: Value<'_, '_>) -> Option<Size> {
        let (width, height) = if value.kind() == Kind::Object {
            let [width, height] = schema::SIZE.members(value, self.findings)?;
            let width = width.and_then(|width| self.lines(width));
            (width, height.and_then(|height| self.lines(height)))
        } else {
            let lines = self.lines(value);
            (lines, lines)
        };
        let (width, height) = (width?, height?);
        let size = Size::new(width, height);
        if size.is_none() {
            let details = [&*width.max(height).to_string(), &Size::MAX.to_string()];
            self.report(&LARGE_SIZE, value, details);
        }
        size
    }

    fn lines(&mut self, value: Value<'_, '_>) -> Option<usize> {
        let is_number = value.kind() == Kind::Number;
        let number = is_number.then(|| self.number(value, "3.9")).flatten();
        let lines = number.and_then(|number| number.as_integer()).filter(|lines| *lines > 0);
        if lines.is_none() {
            self.report(&BAD_SIZE, value, []);
        }
        lines.and_then(|lines| usize::try_from(lines).ok())
    }
}
