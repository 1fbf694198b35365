//! wei7 2.2, which is XML, and its forerunners 2.0 and 2.1: read, checked and written.
//!
//! From bytes to a record and back:
//!
//! | module | contents |
//! | --- | --- |
//! | `parser`, `scanner`, `char_refs`, `declaration` | text to elements and attributes |
//! | `values` | attributes to keywords, numbers and names |
//! | `game` | the `game` element: names, rules, players, result |
//! | `elements`, `moves` | stones and marks; nested moves to the tree |
//! | `read` | reads a record and checks where elements may appear |
//! | `xpath` | XPath locations such as `/wei7/moves/black[3]/@x` |
//! | `adapt` | the part of a record that 2.2 can express |
//! | `write`, `write_game`, `write_notes`, `xml_writer` | writes a record |
//! | `write_diagnostics` | diagnostics of the writer |
//! | `diagnostics` | the errors and warnings of the reader |
//!
//! Every sentence that the reader may report is in [`RULES`].

mod declaration;
mod adapt;
mod game;
mod moves;
mod xml_writer;
mod read;
mod diagnostics;
mod scanner;
mod elements;
mod parser;
mod char_refs;
mod values;
mod write;
mod write_game;
mod write_notes;
mod write_diagnostics;
mod xpath;

use crate::charset::strip_bom;
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::replay::{self, ReplayError};
use crate::record::{DiagnosticRule, Reading, Record, Writing, limits};
use diagnostics::{DEAD_STONES, NOT_UTF8, STONE_ON_STONE};
use read::Read;
use xpath::paths;

/// The rule on the names of files.
pub(crate) const OTHER_SUFFIX: &DiagnosticRule = &diagnostics::OTHER_SUFFIX;

pub use diagnostics::RULES;
pub use write_diagnostics::RULES as WRITING_RULES;

/// Reads a file as far as it makes sense.
pub fn read(bytes: &[u8]) -> Reading {
    read_and(bytes, |_, _| {})
}

/// Reads a file and plays its record through: what is odd then becomes a finding too.
pub fn check(bytes: &[u8]) -> Reading {
    read_and(bytes, play)
}

fn read_and(bytes: &[u8], then: impl FnOnce(&Read, &mut Findings)) -> Reading {
    let mut findings = Findings::default();
    if !limits::fits(bytes, &mut findings) {
        return Reading { records: Vec::new(), findings };
    }
    let bytes = strip_bom(bytes);
    if let Err(error) = std::str::from_utf8(bytes) {
        findings.add(&NOT_UTF8, SourceLocation::offset(error.valid_up_to()), []);
    }
    let text = String::from_utf8_lossy(bytes);
    let read = read::read(&text, &mut findings);
    if let Some(read) = &read {
        then(read, &mut findings);
    }
    if !findings.is_empty() {
        findings.name_paths(|offsets| paths(&text, offsets));
        findings.locate(&text);
        findings.sort();
    }
    Reading { records: read.map(|read| read.record).into_iter().collect(), findings }
}

/// Reports what is odd in a record when it is played through. No clause forbids it.
fn play(read: &Read, findings: &mut Findings) {
    for (id, fault) in replay::faults(&read.record) {
        let place = || SourceLocation::offset(read.places[id.index()]);
        match fault {
            ReplayError::Occupied(point) => {
                findings.add_at(&STONE_ON_STONE, place, [&point.to_string()]);
            }
            ReplayError::Dead(point) => findings.add_at(&DEAD_STONES, place, [&point.to_string()]),
            // It takes nothing back.
            ReplayError::Beyond(_) => {}
        }
    }
}

/// Writes the first of some records. What the format cannot express becomes a finding.
///
/// What is written is read again: errors of the reader become findings too.
pub fn write(records: &[Record]) -> Writing {
    let mut findings = Findings::default();
    let bytes = write::write(records, &mut findings).into_bytes();
    if !bytes.is_empty() {
        findings.append(read(&bytes).findings.errors());
    }
    Writing { bytes, findings }
}
