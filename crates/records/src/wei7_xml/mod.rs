//! wei7 2.2, an XML format, and its predecessors 2.0 and 2.1: reader, checks and writer.
//!
//! The modules, from bytes to a record and back:
//!
//! | module | contents |
//! | --- | --- |
//! | `parser`, `scanner`, `char_refs`, `declaration` | parse text to elements and attributes |
//! | `values` | parses attributes to keywords, numbers and names |
//! | `game` | the `game` element: names, rules, players, result |
//! | `elements`, `moves` | stones and marks; nested `moves` to a tree |
//! | `read` | reads a record and checks where elements may appear |
//! | `xpath` | XPath locations such as `/wei7/moves/black[3]/@x` |
//! | `adapt` | reduces a record to what 2.2 can represent |
//! | `write`, `write_game`, `write_notes`, `xml_writer` | write a record |
//! | `write_diagnostics` | diagnostics of the writer |
//! | `diagnostics` | the errors and warnings of the reader |
//!
//! All messages of the reader are in [`RULES`].

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

/// The rule for file names.
pub(crate) const OTHER_SUFFIX: &DiagnosticRule = &diagnostics::OTHER_SUFFIX;

pub use diagnostics::RULES;
pub use write_diagnostics::RULES as WRITING_RULES;

/// Reads a file as far as it is valid.
pub fn read(bytes: &[u8]) -> Reading {
    read_and(bytes, |_, _| {})
}

/// Reads a file and replays its record. Irregular moves and setups are reported as findings too.
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

/// Replays a record and reports irregularities, which no clause forbids.
fn play(read: &Read, findings: &mut Findings) {
    for (id, fault) in replay::faults(&read.record) {
        let place = || SourceLocation::offset(read.places[id.index()]);
        match fault {
            ReplayError::Occupied(point) => {
                findings.add_at(&STONE_ON_STONE, place, [&point.to_string()]);
            }
            ReplayError::Dead(point) => findings.add_at(&DEAD_STONES, place, [&point.to_string()]),
            // wei7 2.2 has no takebacks.
            ReplayError::Beyond(_) => {}
        }
    }
}

/// Writes the first record. Data that the format cannot represent is reported as a finding.
///
/// The output is read again, and errors of the reader are reported too.
pub fn write(records: &[Record]) -> Writing {
    let mut findings = Findings::default();
    let bytes = write::write(records, &mut findings).into_bytes();
    if !bytes.is_empty() {
        findings.append(read(&bytes).findings.errors());
    }
    Writing { bytes, findings }
}
