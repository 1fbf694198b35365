//! wei7 3.0, which is JSON: read, checked clause by clause and written.
//!
//! From bytes to a record and back:
//!
//! | module | contents |
//! | --- | --- |
//! | `parser`, `document`, `entry`, `number` | text to JSON values, in a flat list with exact numbers |
//! | `schema` | the members of each object |
//! | `values`, `info`, `tree` | points, marks and results; names, rules and players; nodes |
//! | `replay_check` | moves that cannot be played |
//! | `pointer` | JSON pointers such as `/tree/steps/3` |
//! | `read` | reads a record |
//! | `adapt`, `merged_notes` | the part of a record that 3.0 can express |
//! | `write`, `write_tree`, `json_writer` | writes a record; the layout of JSON |
//! | `write_values` | lists, colours, points, marks and results |
//! | `diagnostics` | the errors and warnings of the reader |
//!
//! Every sentence that the reader may report is in [`RULES`]. What is wrong is left out and the rest is
//! read, as long as it is JSON and has a board.

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

/// The rule on the names of files.
pub(crate) const OTHER_SUFFIX: &DiagnosticRule = &diagnostics::OTHER_SUFFIX;

pub use adapt::RULES as WRITING_RULES;
pub use diagnostics::RULES;
pub use read::{check, read};

/// Writes the first of the records as a file. What the format cannot express becomes a finding.
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
