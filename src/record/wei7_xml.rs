//! wei7 2.2, which is XML, and its forerunners 2.0 and 2.1: read, checked and written.
//!
//! It knows its own format only. From bytes to a record, each file knowing the ones before it:
//!
//! ```text
//! wei7_xml_syntax   text -> elements and attributes   (wei7_xml_text: references)
//! wei7_xml_values   attributes -> words, numbers, names
//! wei7_xml_game     game -> what is known of it
//! wei7_xml_stone    stones and marks -> events and notes
//! wei7_xml_moves    moves in moves -> the tree
//! wei7_xml_read     all of it, and which element may stand where
//! wei7_xml_write    a record -> text              (wei7_xml_page: XML; ..._game, ..._notes: what it says)
//! ```
//!
//! Every sentence that the reader may say is in [`RULES`].

use super::finding::{Findings, Place};
use super::replay::{self, Fault};
use super::wei7_xml_rules::{DEAD_STONES, NOT_UTF8, STONE_ON_STONE};
use super::{Path, Reading, Record, Writing, limits, wei7_xml_read, wei7_xml_write};
use crate::charset::without_mark;

pub use super::wei7_xml_rules::RULES;
pub use super::wei7_xml_write::RULES as WRITING_RULES;

/// Reads a file as far as it makes sense.
pub fn read(bytes: &[u8]) -> Reading {
    let mut findings = Findings::default();
    if !limits::fits(bytes, &mut findings) {
        return Reading { records: Vec::new(), findings };
    }
    let bytes = without_mark(bytes);
    if let Err(error) = std::str::from_utf8(bytes) {
        findings.add(&NOT_UTF8, Place::offset(error.valid_up_to()), []);
    }
    let text = String::from_utf8_lossy(bytes);
    let record = wei7_xml_read::record(&text, &mut findings);
    findings.locate(&text);
    findings.sort();
    Reading { records: record.into_iter().collect(), findings }
}

/// What is odd in a record that was read when it is played through: the format has no clause on it.
pub fn check(record: &Record) -> Findings {
    let mut findings = Findings::default();
    for (id, fault) in replay::faults(record) {
        let place = || Place::node(&Path::to(id, &record.tree));
        match fault {
            Fault::Occupied(point) => {
                findings.add_at(&STONE_ON_STONE, place, [&point.to_string()]);
            }
            Fault::Dead(point) => findings.add_at(&DEAD_STONES, place, [&point.to_string()]),
            // It takes nothing back.
            Fault::Beyond(_) => {}
        }
    }
    findings
}

/// Writes the first of some records, with what cannot be said.
pub fn write(records: &[Record]) -> Writing {
    let mut findings = Findings::default();
    let bytes = wei7_xml_write::write(records, &mut findings).into_bytes();
    Writing { bytes, findings }
}
