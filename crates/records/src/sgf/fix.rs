//! Lossless repair of SGF files.

use std::collections::HashSet;

use super::diagnostics::*;
use super::document::Document;
use super::property_definitions::{self, Kind};
use super::read_options::ReadOptions;
use super::upgrade::{Extent, upgrade};
use super::write;
use crate::charset::Charset;
use crate::record::diagnostic::Findings;
use crate::record::{Record, limits};

/// Findings about data that the reader omits: repairing a file with any of these would lose data.
const LOSSES: [&crate::record::DiagnosticRule; 22] = [
    &NO_GAME_TREE,
    &TEXT_BEFORE,
    &OUTSIDE,
    &JUNK,
    &NO_NAME,
    &NAME_TOO_LONG,
    &LOWER_CASE_NAME,
    &SECOND_VALUE,
    &WIDE_CHARSET,
    &BAD_BYTES,
    &OTHER_GAME,
    &BAD_SIZE,
    &UNKNOWN_FORMAT,
    &NOT_AT_ROOT,
    &BAD_POINT,
    &BAD_PRIVATE,
    &BAD_COLOR,
    &BAD_LABEL,
    &SECOND_EVALUATION,
    &limits::TOO_LARGE,
    &limits::TOO_MANY_NODES,
    &limits::TOO_MANY_POINTS,
];

/// Findings that indicate an uncertain charset: such text is not written.
const DOUBTS: [&crate::record::DiagnosticRule; 1] = [&AMBIGUOUS_CHARSET];

/// Result of a repair.
#[derive(Debug, Clone, PartialEq)]
pub struct FixResult {
    /// The repaired file: FF\[4\], in UTF-8.
    pub bytes: Vec<u8>,
    /// The content of the original file that is missing. If there is any, the original should be retained.
    pub losses: Findings,
    /// The reasons why the charset of the original may have been misdetected. If there are any, the file must not be
    /// written.
    pub doubts: Findings,
}

/// Repairs everything that can be repaired without loss: grammar, charset, older versions, dates, times, results, komi,
/// duplicate marks, and nodes with several events. Other errors remain unchanged.
///
/// ```
/// use tianyuan_records::sgf;
///
/// let fixed = sgf::fix(b"(;FF[4]GM[1]SZ[9]DT[6 May 1996]Black[aa]White[bb])");
/// let text = String::from_utf8(fixed.bytes)?;
/// assert!(text.contains("DT[1996-05-06]\n;B[aa];W[bb])"));
/// assert!(fixed.losses.is_empty());
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
pub fn fix(bytes: &[u8]) -> FixResult {
    fix_with(bytes, &ReadOptions::default())
}

/// Repairs a file like [`fix`], using what is already known about it.
pub fn fix_with(bytes: &[u8], options: &ReadOptions) -> FixResult {
    let (mut records, mut losses) = (Vec::new(), Findings::default());
    let mut doubts = Findings::default();
    for mut game in Document::with(bytes, options).games() {
        game.records.iter_mut().for_each(correct);
        records.append(&mut game.records);
        doubts.append(game.findings.clone().only(|rule| DOUBTS.contains(&rule)));
        losses.append(game.findings.only(|rule| LOSSES.contains(&rule)));
    }
    let bytes = write::write(&records, Charset::Utf8, &mut Findings::default());
    FixResult { bytes, losses, doubts }
}

fn correct(record: &mut Record) {
    upgrade(record, Extent::WhereCertain, &mut Findings::default());
    let ids: Vec<_> = record.tree.ids().collect();
    for id in ids {
        let notes = record.tree.node(id).notes();
        if notes.properties.is_empty() && notes.marks.is_empty() {
            continue;
        }
        let notes = record.tree.node_mut(id).notes_mut();
        notes.marks.dedup();
        for kept in &mut notes.properties {
            let kind = property_definitions::of(&kept.name).map(|definition| definition.kind);
            if matches!(kind, Some(Kind::Points | Kind::UnreadPoints | Kind::Line)) {
                let mut seen = HashSet::new();
                kept.values.retain(|value| seen.insert(value.clone()));
            }
        }
    }
}
