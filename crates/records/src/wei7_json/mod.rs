//! wei7 3.0, which is JSON: read, checked clause by clause and written.
//!
//! From bytes to a record and back:
//!
//! ```text
//! grammar    text    -> JSON's values               (entry, document: a flat list; number: exact values)
//! shapes     objects -> their members
//! values     values  -> points, marks, results...
//! info       info    -> names, rules, people
//! tree       tree    -> nodes
//! play       nodes   -> what cannot be played
//! pointer    places  -> `/tree/steps/3`
//! read       all of it
//!
//! fit        record  -> what 3.0 can express of it
//! joined     nodes   -> one `pre` or step
//! write      record  -> text                        (write_tree; page: the layout of JSON)
//! ```
//!
//! Every sentence that the reader may report is in [`RULES`]. What is wrong is left out and the rest is
//! read, as long as it is JSON and has a board.
//!
//! | module | contents |
//! | --- | --- |
//! | `write_values` | lists, colours, points, marks and results |

mod document;
mod entry;
mod fit;
mod grammar;
mod info;
mod joined;
mod number;
mod page;
mod play;
mod pointer;
mod read;
mod rules;
mod shapes;
mod tree;
mod values;
mod write;
mod write_tree;
mod write_values;

use crate::record::finding::Findings;
use crate::record::{Record, Rule, Writing};

/// The rule on the names of files.
pub(crate) const OTHER_SUFFIX: &Rule = &rules::OTHER_SUFFIX;

pub use fit::RULES as WRITING_RULES;
pub use read::{check, read};
pub use rules::RULES;

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
