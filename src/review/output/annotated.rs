//! The annotated record: the record with comments, marks and variations of the review.
//!
//! Existing content is preserved. SGF gets the win rate and lead of each position (Sabaki draws them as a graph) and
//! triangles on better moves. wei7 cannot represent all of this; it is adapted as by `tianyuan convert --preserve comment
//! --marks map`.

use crate::go::Color;
use crate::records::format::Format;
use crate::records::record::{
    Evaluation, Event, Fact, Findings, Language, Mark, NodeId, Notes, Record, Symbol,
};
use crate::review::game::move_review::MoveReview;
use crate::review::game::review::GameReview;
use crate::review::output::reason_text::sentences;
use crate::review::output::{messages, proof_messages};
use crate::review::position::evaluation::point;
use crate::review::position::grade::Grade;
use crate::review::position::value::Value;

/// The maximum length of a variation in the record.
const LONGEST: usize = 10;

/// Returns the record with comments, evaluations, marks on better moves and the engine's variation after costly
/// moves.
pub(crate) fn annotated(
    review: &GameReview<'_>,
    format: Format,
    language: Language,
    lost: &mut Findings,
) -> Record {
    let course = &review.input.course;
    let mut record = review.input.record.clone();
    if format != Format::Sgf {
        record.keep_in_comment(format, lost);
    }
    for reviewed in review.moves {
        annotate(&mut record, reviewed, language);
    }
    if format != Format::Sgf {
        record.shapes_to_labels(lost);
    } else {
        for (situation, assessment) in course.situations.iter().zip(review.assessments) {
            let notes = record.tree.node_mut(situation.node).notes_mut();
            note_value(notes, situation.color, assessment.value);
        }
    }
    record
}

/// Adds the value of a position, unless the record has one.
fn note_value(notes: &mut Notes, color: Color, value: Value) {
    let of_black = if color == Color::Black { value } else { value.of_opponent() };
    notes.add_fact(&Fact::BlackWinrate(of_black.winrate_fraction()));
    notes.add_fact(&Fact::BlackLead(of_black.points()));
}

fn annotate(record: &mut Record, reviewed: &MoveReview<'_>, language: Language) {
    let (size, id) = (record.size, reviewed.played.node);
    let mut lines = vec![messages::comment(reviewed, size, language).replace('\u{a0}', " ")];
    let why = sentences(reviewed, size, language);
    lines.extend((!why.is_empty()).then_some(why));
    lines.extend(proof_messages::lines(&reviewed.life_and_death, size, language));
    let comment = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    let notes = record.tree.node_mut(id).notes_mut();
    notes.add_comment(comment.trim_end());
    notes.evaluation = notes.evaluation.or(match reviewed.grade {
        Grade::Blunder => Some(Evaluation::VeryBad),
        Grade::Mistake => Some(Evaluation::Bad),
        Grade::Inaccuracy | Grade::Good => None,
    });
    if let Some(Some(better)) = reviewed.better_move() {
        mark(notes, Mark { point: point(better, size), symbol: Symbol::Triangle });
    }
    if reviewed.grade != Grade::Good && reviewed.better().is_some() {
        add_variation(record, id, reviewed, language);
    }
}

/// Marks a point unless it is already marked: no format supports two marks on a point.
fn mark(notes: &mut Notes, mark: Mark) {
    if notes.marks.iter().all(|there| there.point != mark.point) {
        notes.marks.push(mark);
        notes.marks.sort();
    }
}

/// Adds the engine's variation as the last alternative to a move.
fn add_variation(record: &mut Record, id: NodeId, reviewed: &MoveReview<'_>, language: Language) {
    let (Some(parent), Some(best)) = (record.tree.parent(id), reviewed.better()) else { return };
    let size = record.size;
    let (mut at, mut color) = (parent, reviewed.played.color);
    for (i, &index) in best.line.iter().take(LONGEST).enumerate() {
        let point = index.map(|index| point(index, size));
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
