//! The state of a running match on one line: score, Elo, sequential test.

use super::report::signed;
use super::totals::MatchTotals;
use crate::arena::game::contender::Side;
use crate::arena::statistics::Estimate;
use crate::arena::statistics::Sprt;

/// The state of a match, as `A 3 B 1 drawn 0, Elo +120.2 (-80.1 to +inf)`.
pub(crate) fn line(totals: &MatchTotals, sprt: Option<&Sprt>) -> String {
    let [a, b] = Side::BOTH.map(|side| format!("{side} {}", totals.won(side)));
    let mut line = format!("{a} {b} drawn {}", totals.draws);
    if let Some(Estimate { elo, low, high, .. }) = Estimate::of(&totals.scores) {
        let [elo, low, high] = [elo, low, high].map(signed);
        line += &format!(", Elo {elo} ({low} to {high})");
    }
    if let Some(sprt) = sprt {
        line += &format!(", LLR {:.2}", sprt.log_likelihood_ratio(&totals.scores));
    }
    match totals.games() - totals.distinct() {
        0 => {}
        repeats => line += &format!(", {repeats} repeats"),
    }
    match totals.fault_count() {
        0 => line,
        faults => format!("{line}, {faults} faults"),
    }
}
