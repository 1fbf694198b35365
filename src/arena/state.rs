//! The state of a match in a line: the score, the estimate and the test.

use super::contender::Side;
use super::elo::Estimate;
use super::report::signed;
use super::sprt::Sprt;
use super::standings::Standings;

/// The state of a match, as `A 3 B 1 drawn 0, Elo +120.2 (-80.1 to +inf)`.
pub(super) fn line(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let [a, b] = Side::BOTH.map(|side| format!("{side} {}", standings.won(side)));
    let mut line = format!("{a} {b} drawn {}", standings.draws);
    if let Some(Estimate { elo, low, high, .. }) = Estimate::of(&standings.outcomes) {
        let [elo, low, high] = [elo, low, high].map(signed);
        line += &format!(", Elo {elo} ({low} to {high})");
    }
    if let Some(sprt) = sprt {
        line += &format!(", LLR {:.2}", sprt.log_likelihood_ratio(&standings.outcomes));
    }
    match standings.games() - standings.distinct() {
        0 => {}
        repeats => line += &format!(", {repeats} repeats"),
    }
    match standings.fault_count() {
        0 => line,
        faults => format!("{line}, {faults} faults"),
    }
}
