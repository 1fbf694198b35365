//! SGF: reads, checks and writes FF\[1\] to FF\[4\] and the dialects of programs and sites.
//!
//! From bytes to records and back:
//!
//! | module | contents |
//! | --- | --- |
//! | `charset`, `charset_choice`, `declaration`, `truncation`, `byte_escapes`, `split_games` | bytes to text; the charset of each part |
//! | `document` | a file as text, and its games |
//! | `lexer`, `parser`, `property_names` | text to tokens, and tokens to nodes with properties |
//! | `game`, `values` | properties to events: points and numbers |
//! | `node_annotations`, `private_properties` | comments, marks and evaluations; wei7 data without an SGF property |
//! | `live_events` | messages, marks and claims during recording |
//! | `info`, `words`, `handicap`, `ruleset_names` | names, rules, komi and results; values in words |
//! | `original_text` | text that is preserved next to its value |
//! | `upgrade` | conversion of older versions to FF\[4\] |
//! | `check`, `property_definitions` | violations of the SGF specification; the values of each property |
//! | `fix` | repairs a file without loss |
//! | `write`, `write_info`, `text_writer` | records to text; lines and escapes |
//! | `fox` | conventions of the Fox server |
//! | `read_options` | options of the reader |
//! | `write_diagnostics` | diagnostics of the writer |
//! | `diagnostics` | the errors and warnings of the reader |
//!
//! [`RULES`] contains every message of the reader.

mod byte_escapes;
mod charset;
mod charset_choice;
mod check;
mod declaration;
mod property_definitions;
mod document;
mod fix;
mod fox;
mod game;
mod handicap;
mod info;
mod live_events;
mod property_names;
mod node_annotations;
mod text_writer;
mod private_properties;
mod property;
mod parser;
mod read_options;
mod diagnostics;
mod ruleset_names;
mod lexer;
mod split_games;
mod truncation;
mod upgrade;
mod values;
mod original_text;
mod words;
mod write;
mod write_info;
mod write_diagnostics;

use std::borrow::Cow;

use crate::charset::Charset;
use crate::record::diagnostic::Findings;
use crate::record::{DiagnosticRule, Reading, Record, Writing, limits};

pub use diagnostics::RULES;
pub use document::Document;
pub use fix::{FixResult, fix, fix_with};
pub use read_options::ReadOptions;
pub use write_diagnostics::RULES as WRITING_RULES;

/// Reads the records of a file, which may contain any number of games. Invalid data is omitted and reported as a
/// finding.
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

/// Reads the records of a file with options.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Reading {
    Document::with(bytes, options).games().collect()
}

/// Reads the records of a file and reports every violation of SGF.
pub fn check(bytes: &[u8]) -> Reading {
    check_with(bytes, &ReadOptions::default())
}

/// Checks a file like [`check`], using what is already known about it.
pub fn check_with(bytes: &[u8], options: &ReadOptions) -> Reading {
    Document::with(bytes, options).checked_games().collect()
}

/// Returns the record without preserved texts whose entire meaning is stored in its fields. Formats that cannot store
/// such texts lose nothing.
pub(crate) fn without_spellings(record: &Record) -> Cow<'_, Record> {
    original_text::without_spellings(record)
}

/// Returns the errors that a check finds in an SGF file that was written: the writer preserves invalid values.
pub(crate) fn errors_as_written(bytes: &[u8]) -> Findings {
    check(bytes).findings.errors()
}

/// Returns `true` if a finding of this rule means that the game was omitted.
pub(crate) fn leaves_game_out(rule: &DiagnosticRule) -> bool {
    *rule == diagnostics::OTHER_GAME || *rule == diagnostics::BAD_SIZE
}

/// Writes records to one file. Information that SGF cannot represent is reported as a finding.
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
