//! A review as CSV: a header and one line per move.
//!
//! It contains only numbers, vertices and keywords, so that no quoting is necessary.

use std::fmt::Write;

use crate::records::record::{Path, Record};
use crate::review::game::move_review::{MoveReview, Phase};
use crate::review::game::review::GameReview;
use crate::review::output::messages::{line, vertex};
use crate::review::position::mistake_kind::MistakeKind;
use crate::review::position::value::Value;

const HEADER: &str = "number,node,color,move,phase,winrate_before,winrate_after,winrate_loss,\
                      winrate_error,score_before,score_after,score_loss,grade,kind,rank,searched,best,variation";

/// Writes a review as CSV.
pub(crate) fn write(review: &GameReview<'_>) -> Vec<u8> {
    let mut text = format!("{HEADER}\n");
    for reviewed in review.moves {
        row(&mut text, reviewed, &review.input.record);
    }
    text.into_bytes()
}

fn row(text: &mut String, reviewed: &MoveReview<'_>, record: &Record) {
    let MoveReview { played, before, after, loss, error, grade, kind, .. } = reviewed;
    let MoveReview { best, rank, searched, phase, .. } = reviewed;
    let size = record.size;
    let node = Path::to(played.node, &record.tree);
    let (color, mv) = (played.color.letter(), vertex(played.point, size));
    let phase = phase_name(*phase);
    let _ = write!(text, "{},{node},{color},{mv},{phase}", played.number);
    let error = Value { winrate: *error, lead: 0 };
    let winrates = [before, after, loss, &error].map(|value: &Value| value.winrate_fraction());
    let leads = [before, after, loss].map(|value: &Value| value.points());
    for figure in winrates.into_iter().chain(leads) {
        let _ = write!(text, ",{figure}");
    }
    let kind = kind.map_or("", MistakeKind::name);
    let _ = write!(text, ",{},{kind}", grade.name());
    let rank = rank.map_or(String::new(), |rank| rank.to_string());
    let variation = best.map_or(String::new(), |best| line(best, size));
    let best = variation.split(' ').next().unwrap_or_default();
    let _ = writeln!(text, ",{rank},{searched},{best},{variation}");
}

/// Returns the name of a phase in CSV.
fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::Middle => "middle",
        Phase::Endgame => "endgame",
    }
}
