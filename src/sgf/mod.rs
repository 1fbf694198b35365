//! SGF: FF\[1\] to FF\[4\] and the dialects of programs and sites, read, checked and written.
//!
//! From bytes to records and back:
//!
//! ```text
//! charset    bytes -> text                      (trees: where each charset ends)
//! tokens     text -> parentheses, names, values     (names: which value is text)
//! read       tokens -> nodes with properties
//! game       properties -> events                   (values: points and numbers)
//! notes      ... -> comments, marks, evaluations    (private: what wei7 says beyond SGF)
//! live       ... -> messages, marks and claims made while the record was on
//! info       ... -> names, rules, komi, result      (komi, result, amount, handicap)
//! write      records -> text                        (write_info: the root; page: lines and escapes)
//! ```
//!
//! Every sentence that the reader may report is in [`RULES`].

mod amount;
mod charset;
mod game;
mod handicap;
mod info;
mod komi;
mod live;
mod names;
mod notes;
mod page;
mod private;
mod property;
mod read;
mod result;
mod rules;
mod tokens;
mod trees;
mod values;
mod write;
mod write_info;
mod writing_rules;

use crate::charset::Charset;
use crate::record::finding::{Findings, Place};
use crate::record::replay::{self, Fault};
use crate::record::{Path, Reading, Record, Writing, limits};
use rules::{
    BARE_BRACKET, EXTRA_CLOSE, JUNK, MISSING_CLOSE, NO_NAME, NO_VALUE, OCCUPIED, UNCLOSED_VALUE,
};

pub use charset::ReadOptions;
pub use rules::RULES;
pub use writing_rules::RULES as WRITING_RULES;

/// Reads the records of a file. What is wrong is left out and becomes a finding.
///
/// A file may hold any number of records.
///
/// ```
/// use tianyuan::go::Color;
/// use tianyuan::record::{Event, Point};
/// use tianyuan::sgf;
///
/// let reading = sgf::read(b"(;GM[1]FF[4]SZ[9]PB[Xu]PW[Hua];B[ec])");
/// let record = &reading.records[0];
/// assert_eq!(record.info.participants[0].name.as_deref(), Some("Xu"));
/// let last = record.tree.main_line(record.tree.root()).last().expect("there is a move");
/// let point = Some(Point { x: 4, y: 2 });
/// assert_eq!(record.tree.node(last).event, Event::Move { color: Color::Black, point });
/// ```
pub fn read(bytes: &[u8]) -> Reading {
    read_with(bytes, &ReadOptions::default())
}

/// Reads the records of a file as [`read`] does, by what is known of it.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Reading {
    let mut findings = Findings::default();
    if !limits::fits(bytes, &mut findings) {
        return Reading { records: Vec::new(), findings };
    }
    let Some(mut decoded) = charset::decode(bytes, options, &mut findings) else {
        return Reading { records: Vec::new(), findings };
    };
    findings.locate(&decoded.text);
    let mut reading = read_text(&decoded.text);
    // Only a file that makes no sense otherwise is tried with bytes escaped.
    if trouble(&reading) > 0
        && let Some(undone) = decoded.with_byte_escapes_undone(bytes)
    {
        let again = read_text(&undone.text);
        if trouble(&again) < trouble(&reading) {
            (reading, decoded) = (again, undone);
        }
    }
    findings.append(decoded.findings);
    findings.append(reading.findings);
    findings.sort();
    Reading { records: reading.records, findings }
}

fn read_text(text: &str) -> Reading {
    let mut findings = Findings::default();
    let records = read::records(text, &mut findings);
    findings.locate(text);
    Reading { records, findings }
}

/// How broken a file is that was read.
fn trouble(reading: &Reading) -> usize {
    let signs = [JUNK, NO_VALUE, NO_NAME, UNCLOSED_VALUE, BARE_BRACKET, MISSING_CLOSE, EXTRA_CLOSE];
    signs.iter().map(|rule| reading.findings.count(rule)).sum()
}

/// Plays a record through and reports what SGF does not allow: moves on occupied points.
pub fn check(record: &Record) -> Findings {
    let mut findings = Findings::default();
    for (id, fault) in replay::faults(record) {
        // SGF may set up dead stones, and it takes nothing back.
        if let Fault::Occupied(point) = fault {
            let place = || Place::node(&Path::to(id, &record.tree));
            findings.add_at(&OCCUPIED, place, [&point.to_string()]);
        }
    }
    findings
}

/// Writes records as one file. What SGF cannot express becomes a finding.
///
/// ```
/// use tianyuan::charset::Charset;
/// use tianyuan::record::{Record, Size};
/// use tianyuan::sgf;
///
/// let mut record = Record::new(Size::STANDARD);
/// record.info.name = Some("围棋".to_owned());
/// let writing = sgf::write(&[record], Charset::Gb18030);
/// assert!(String::from_utf8_lossy(&writing.bytes).contains("CA[GB18030]"));
/// assert_eq!(sgf::read(&writing.bytes).records[0].info.name.as_deref(), Some("围棋"));
/// ```
pub fn write(records: &[Record], charset: Charset) -> Writing {
    let mut findings = Findings::default();
    let bytes = write::write(records, charset, &mut findings);
    limits::fits(&bytes, &mut findings);
    Writing { bytes, findings }
}
