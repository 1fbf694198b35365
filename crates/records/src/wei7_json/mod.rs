//! wei7 3.0, a JSON format: reader, checks of each clause, and writer.
//!
//! The modules, from bytes to a record and back:
//!
//! | module | contents |
//! | --- | --- |
//! | `parser`, `document`, `entry`, `number` | parse text to a flat list of JSON values with exact numbers |
//! | `schema` | the members of each object |
//! | `values`, `info`, `tree` | read points, marks and results; names, rules and players; nodes |
//! | `replay_check` | reports moves that cannot be played |
//! | `pointer` | JSON pointers such as `/tree/steps/3` |
//! | `read` | reads a record |
//! | `adapt`, `merged_notes` | reduce a record to what 3.0 can represent |
//! | `write`, `write_tree`, `json_writer` | write a record; the JSON layout |
//! | `write_values` | writes lists, colours, points, marks and results |
//! | `diagnostics` | the errors and warnings of the reader |
//!
//! All messages of the reader are in [`RULES`]. Invalid values are skipped and the rest is read, provided that the
//! file is JSON and has a valid board size.

mod document;
mod entry;
mod adapt;
mod parser;
mod info;
mod merged_notes;
mod number;
mod json_writer;
mod replay_check;
mod pointer;
mod read;
mod diagnostics;
mod schema;
mod tree;
mod values;
mod write;
mod write_tree;
mod write_values;

use crate::record::diagnostic::Findings;
use crate::record::{DiagnosticRule, Record, Writing};

/// The rule for file names.
pub(crate) const OTHER_SUFFIX: &DiagnosticRule = &diagnostics::OTHER_SUFFIX;

pub use adapt::RULES as WRITING_RULES;
pub use diagnostics::RULES;
pub use read::{check, read};

/// Writes the first record as a file. Data that the format cannot represent is reported as a finding.
///
/// ```
/// use tianyuan_records::record::{Record, Size};
/// use tianyuan_records::wei7_json;
///
/// let mut record = Record::new(Size::new(13, 13).expect("1 to 52 lines"));
/// record.info.place = Some("北京".to_owned());
/// let writing = wei7_json::write(std::slice::from_ref(&record));
/// assert!(writing.is_valid());
/// assert_eq!(wei7_json::read(&writing.bytes).records, [record]);
/// ```
pub fn write(records: &[Record]) -> Writing {
    let mut findings = Findings::default();
    let bytes = write::write(records, &mut findings);
    Writing { bytes, findings }
}
