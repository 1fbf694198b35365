//! Formats of game records: detection by name or content, and dispatch to the module of each format.

use std::borrow::Cow;

use crate::charset::Charset;
use crate::record::diagnostic::SourceLocation;
use crate::record::{Findings, Reading, Record, Severity, Writing};
use crate::{sgf, wei7_json, wei7_xml};

pub use crate::record::{Format, UnknownFormatError};
pub use crate::sgf::{FixResult, ReadOptions, fix_with as fix_sgf};

/// Reads the records of a file. Invalid data is omitted and reported as a finding.
pub fn read(bytes: &[u8], format: Format) -> Reading {
    read_with(bytes, format, &ReadOptions::default())
}

/// Reads the records of a file like [`read`], using what is already known about the file.
pub fn read_with(bytes: &[u8], format: Format, options: &ReadOptions) -> Reading {
    match format {
        Format::Sgf => sgf::read_with(bytes, options),
        Format::Wei7Xml => wei7_xml::read(bytes),
        Format::Wei7 => wei7_json::read(bytes),
    }
}

/// Reads the records of a file like [`read`], and reports every violation of its format.
pub fn check(bytes: &[u8], format: Format) -> Reading {
    check_with(bytes, format, &ReadOptions::default())
}

/// Checks a file like [`check`], using what is already known about it.
pub fn check_with(bytes: &[u8], format: Format, options: &ReadOptions) -> Reading {
    match format {
        Format::Sgf => sgf::check_with(bytes, options),
        Format::Wei7Xml => wei7_xml::check(bytes),
        Format::Wei7 => wei7_json::check(bytes),
    }
}

/// Reads a file like [`read_with`] or [`check_with`], and passes on the records one game at a time.
/// A large collection therefore need not fit in memory.
pub fn read_each(
    bytes: &[u8],
    format: Format,
    options: &ReadOptions,
    with_checks: bool,
    take: &mut dyn FnMut(Reading),
) {
    match (format, with_checks) {
        (Format::Sgf, false) => sgf::Document::with(bytes, options).games().for_each(take),
        (Format::Sgf, true) => sgf::Document::with(bytes, options).checked_games().for_each(take),
        (_, false) => take(read_with(bytes, format, options)),
        (_, true) => take(check_with(bytes, format, options)),
    }
}

/// Returns `true` if at least one game of the file is missing from the records that were read.
pub fn is_game_lost(findings: &Findings) -> bool {
    findings
        .iter()
        .any(|found| found.rule.kind == Severity::Limit || sgf::leaves_game_out(found.rule))
}

/// Checks the file name for a format: names of wei7 files must end in `.wei7`.
pub fn check_name(name: &str, format: Format, findings: &mut Findings) {
    let rule = match format {
        Format::Sgf => return,
        Format::Wei7Xml => wei7_xml::OTHER_SUFFIX,
        Format::Wei7 => wei7_json::OTHER_SUFFIX,
    };
    if !name.ends_with(".wei7") {
        let root = if format == Format::Wei7Xml { "/" } else { "" };
        findings.add(rule, SourceLocation::start(root), []);
        findings.sort();
    }
}

/// Writes records to one file. Information that the format cannot represent is reported as a finding.
/// `charset` applies only to SGF; wei7 is always UTF-8.
pub fn write(records: &[Record], format: Format, charset: Charset) -> Writing {
    match format {
        Format::Sgf => sgf::write(records, charset),
        Format::Wei7Xml => wei7_xml::write(&without_spellings(records)),
        Format::Wei7 => wei7_json::write(&without_spellings(records)),
    }
}

/// Removes SGF texts whose entire meaning is stored in fields of the record, such as `RU[chinese]`.
pub fn forget_spellings(record: &mut Record) {
    if let Cow::Owned(without) = sgf::without_spellings(record) {
        *record = without;
    }
}

/// Returns the records without SGF texts whose meaning is stored in fields of the record.
fn without_spellings(records: &[Record]) -> Cow<'_, [Record]> {
    let without: Vec<Cow<'_, Record>> = records.iter().map(sgf::without_spellings).collect();
    if without.iter().all(|record| matches!(record, Cow::Borrowed(_))) {
        return Cow::Borrowed(records);
    }
    Cow::Owned(without.into_iter().map(Cow::into_owned).collect())
}

/// Returns the errors that a check finds in a file that [`write()`] produced without errors.
/// SGF preserves invalid values; wei7 contains none.
pub fn errors_as_written(bytes: &[u8], format: Format) -> Findings {
    match format {
        Format::Sgf => sgf::errors_as_written(bytes),
        Format::Wei7Xml | Format::Wei7 => Findings::default(),
    }
}

impl Record {
    /// Reads the records of a file, detecting its format from the content. Returns `None` if the format is unknown.
    ///
    /// ```
    /// use tianyuan_records::record::{Language, Record};
    ///
    /// let reading = Record::read(b"(;GM[1]FF[4]SZ[9];B[ee];W[zz])").expect("it looks like SGF");
    /// assert_eq!(reading.records[0].size.width(), 9);
    /// let finding = reading.findings.iter().next().expect("zz is not on the board");
    /// assert!(finding.text(Language::English).starts_with("line 1"));
    /// ```
    pub fn read(bytes: &[u8]) -> Option<Reading> {
        Some(read(bytes, Format::detect(bytes)?))
    }

    /// Writes the record in the given format, in UTF-8.
    ///
    /// ```
    /// use tianyuan_records::format::Format;
    /// use tianyuan_records::record::{Record, Size};
    ///
    /// let mut record = Record::new(Size::STANDARD);
    /// record.info.name = Some("An empty board".to_owned());
    /// let writing = record.write(Format::Wei7);
    /// assert!(writing.is_valid());
    /// assert!(Record::read(&writing.bytes).is_some_and(|reading| reading.records == [record]));
    /// ```
    pub fn write(&self, format: Format) -> Writing {
        write(std::slice::from_ref(self), format, Charset::Utf8)
    }
}
