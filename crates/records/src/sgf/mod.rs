//! SGF: FF\[1\] to FF\[4\] and the dialects of programs and sites, read, checked and written.
//!
//! From bytes to records and back:
//!
//! ```text
//! charset    bytes -> text                          (trees: which part is in which charset;
//!                                                    charset_choice, declaration, structure, truncation,
//!                                                    byte_escapes)
//! document   a file as text, and its games one by one
//! tokens     text -> parentheses, names, values     (names: which value is text)
//! read       tokens -> nodes with properties
//! game       properties -> events                   (values: points and numbers)
//! notes      ... -> comments, marks, evaluations    (private: what wei7 says beyond SGF)
//! live       ... -> messages, marks and claims made while the record was on
//! info       ... -> names, rules, komi, result      (words, handicap, rules_name)
//! words      values in words -> results, komi, days, times, handicaps
//! wording    which words are preserved next to their meaning
//! upgrade    ... -> the same in FF\[4\]
//! check      ... -> what breaks the rules            (definition: which property takes what)
//! fix        bytes -> the same without its faults
//! write      records -> text                        (write_info: the root; page: lines and escapes)
//! ```
//!
//! Every sentence that the reader may report is in [`RULES`].
//!
//! | module | contents |
//! | --- | --- |
//! | `fox` | conventions of the Fox server |
//! | `read_options` | options of the reader |
//! | `writing_rules` | findings of the writer |

mod byte_escapes;
mod charset;
mod charset_choice;
mod check;
mod declaration;
mod definition;
mod document;
mod fix;
mod fox;
mod game;
mod handicap;
mod info;
mod live;
mod names;
mod notes;
mod page;
mod private;
mod property;
mod read;
mod read_options;
mod rules;
mod rules_name;
mod tokens;
mod trees;
mod truncation;
mod upgrade;
mod values;
mod wording;
mod words;
mod write;
mod write_info;
mod writing_rules;

use std::borrow::Cow;

use crate::charset::Charset;
use crate::record::finding::Findings;
use crate::record::{Reading, Record, Rule, Writing, limits};

pub use document::Document;
pub use fix::{Fixed, fix, fix_with};
pub use read_options::ReadOptions;
pub use rules::RULES;
pub use writing_rules::RULES as WRITING_RULES;

/// Reads the records of a file. What is wrong is left out and becomes a finding.
///
/// A file may hold any number of records.
///
/// ```
/// use tianyuan_go::Color;
/// use tianyuan_records::record::{Event, Point};
/// use tianyuan_records::sgf;
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
    Document::with(bytes, options).games().collect()
}

/// Reads the records of a file as [`read`] does, and reports all that breaks the rules of SGF.
pub fn check(bytes: &[u8]) -> Reading {
    check_with(bytes, &ReadOptions::default())
}

/// Checks a file as [`check`] does, by what is known of it.
pub fn check_with(bytes: &[u8], options: &ReadOptions) -> Reading {
    Document::with(bytes, options).checked_games().collect()
}

/// The record without preserved words whose whole meaning it has in its own fields. Formats without a place for
/// such words lose nothing with them.
pub(crate) fn without_spellings(record: &Record) -> Cow<'_, Record> {
    wording::without_spellings(record)
}

/// The errors that a check finds in a file of SGF that was written: values that the writer preserves are as
/// they were.
pub(crate) fn errors_as_written(bytes: &[u8]) -> Findings {
    check(bytes).findings.errors()
}

/// Whether the game is left out of which this is found.
pub(crate) fn leaves_game_out(rule: &Rule) -> bool {
    *rule == rules::OTHER_GAME || *rule == rules::BAD_SIZE
}

/// Writes records as one file. What SGF cannot express becomes a finding.
///
/// ```
/// use tianyuan_records::charset::Charset;
/// use tianyuan_records::record::{Record, Size};
/// use tianyuan_records::sgf;
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
