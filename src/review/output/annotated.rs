//! The record with the review in it: everything that it says, and what the engine says beside.
//!
//! It does not write them. In SGF Black's winrate in per cent is `SBKV` and the lead `SBKS`, as Sabaki
//! writes and draws them, and better moves have triangles. For wei7 there are the signs and comments
//! that `tianyuan convert --keep comment --marks map` makes of what it has no words for. What is
//! there already stays.

use crate::format::Format;
use crate::go::Color;
use crate::record::{
    Evaluation, Event, Findings, Language, Mark, NodeId, Notes, Point, Property, Record, Size,
    Symbol,
};
use crate::review::findings::{BAD, DOUBTFUL, Finding, VERY_BAD};
use crate::review::game_review::GameReview;
use crate::review::value::Value;
use crate::review::words;

/// The moves of a variation that are added to the record.
const LONGEST: usize = 10;

/// The record with comments, evaluations, marks of better moves and, where a move lost much, the
/// engine's variation beside it.
pub(crate) fn annotated(
    review: &GameReview<'_>,
    format: Format,
    language: Language,
    lost: &mut Findings,
) -> Record {
    let course = &review.subject.course;
    let mut record = review.subject.record.clone();
    if format != Format::Sgf {
        record.keep_in_comment(false, lost);
    }
    for finding in review.findings {
        annotate(&mut record, finding, language);
    }
    if format != Format::Sgf {
        record.map_shapes(lost);
    } else {
        for (situation, assessment) in course.situations.iter().zip(review.assessments) {
            let notes = record.tree.node_mut(situation.node).notes_mut();
            note_value(notes, situation.color, assessment.value);
        }
    }
    record
}

/// Notes what a position is worth, unless that is there already.
fn note_value(notes: &mut Notes, color: Color, value: Value) {
    let of_black = if color == Color::Black { value } else { value.of_opponent() };
    let winrate = format!("{:.2}", of_black.share() * 100.0);
    for (name, text) in [("SBKV", winrate), ("SBKS", format!("{:.2}", of_black.points()))] {
        if notes.properties.iter().all(|property| property.name != name) {
            notes.properties.push(Property::text(name, &text));
        }
    }
}

fn annotate(record: &mut Record, finding: &Finding<'_>, language: Language) {
    let (size, id) = (record.size, finding.played.node);
    let comment = words::comment(finding, size, language).replace('\u{a0}', " ");
    let notes = record.tree.node_mut(id).notes_mut();
    notes.add_comment(comment.trim_end());
    notes.evaluation = notes.evaluation.or(match finding.loss.winrate {
        VERY_BAD.. => Some(Evaluation::VeryBad),
        BAD.. => Some(Evaluation::Bad),
        _ => None,
    });
    if let Some(Some(better)) = finding.better() {
        mark(notes, Mark { point: point(better, size), symbol: Symbol::Triangle });
    }
    if finding.loss.winrate >= DOUBTFUL && finding.better().is_some() {
        add_variation(record, id, finding, language);
    }
}

/// Marks a point, unless something marks it already: no format knows two marks on a point.
fn mark(notes: &mut Notes, mark: Mark) {
    if notes.marks.iter().all(|there| there.point != mark.point) {
        notes.marks.push(mark);
        notes.marks.sort();
    }
}

/// Adds the engine's variation beside a move, as the last of those that are there.
fn add_variation(record: &mut Record, id: NodeId, finding: &Finding<'_>, language: Language) {
    let (Some(parent), Some(best)) = (record.tree.parent(id), finding.best) else { return };
    let size = record.size;
    let (mut at, mut color) = (parent, finding.played.color);
    for (i, &cell) in best.line.iter().take(LONGEST).enumerate() {
        let point = cell.map(|cell| point(cell, size));
        at = record.tree.add(at, Event::Move { color, point });
        if i == 0 {
            let notes = record.tree.node_mut(at).notes_mut();
            notes.title = Some(match language {
                Language::Chinese => "天元的首选".into(),
                Language::English => "Tianyuan's choice".into(),
            });
        }
        color = !color;
    }
}

fn point(cell: u16, size: Size) -> Point {
    let (x, y) = (usize::from(cell) % size.width(), usize::from(cell) / size.width());
    size.point(x, y).expect("assessments name points of the board")
}
