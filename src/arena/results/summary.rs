//! The state of a running match on one line: score, Elo, sequential test.

use super::report::signed;
use super::tally::Tally;
use crate::arena::statistics::Estimate;
use crate::record::Language;

/// The state of a match, as `A 3 B 1 drawn 0, Elo +120.2 (-80.1 to +inf)`.
pub(crate) fn line(tally: &Tally, language: Language) -> String {
    let totals = &tally.totals;
    let won: Vec<String> =
        totals.sides().map(|side| format!("{side} {}", totals.won(side))).collect();
    let drawn = language.choose("drawn", "和棋");
    let mut line = format!("{} {drawn} {}", won.join(" "), totals.draws);
    if let Some(Estimate { elo, low, high, .. }) = totals.scores.as_ref().and_then(Estimate::of) {
        let ([elo, low, high], to) = ([elo, low, high].map(signed), language.choose("to", "至"));
        line += &format!(", Elo {elo} ({low} {to} {high})");
    }
    if let Some(test) = &tally.test {
        line += &format!(", LLR {:.2}", test.log_likelihood_ratio());
    }
    match totals.games() - totals.distinct() {
        0 => {}
        repeats => {
            line += &language.choose(format!(", {repeats} repeats"), format!(", 重复 {repeats}"));
        }
    }
    match totals.fault_count() {
        0 => line,
        faults => line + &language.choose(format!(", {faults} faults"), format!(", 犯规 {faults}")),
    }
}
