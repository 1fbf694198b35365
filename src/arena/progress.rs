//! The progress of a match on the standard error: a bar with the running score.

use indicatif::ProgressBar;

use super::contender::Side;
use super::elo::Estimate;
use super::report::signed;
use super::sprt::Sprt;
use super::standings::Standings;
use crate::progress;

/// A bar, where the standard error is a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for so many games at most.
    pub fn new(games: usize) -> Progress {
        const FORM: &str = "{bar:12} {pos}/{len} [{elapsed}] {wide_msg}";
        Progress { bar: progress::bar(FORM, games) }
    }

    /// Shows the standings.
    pub fn show(&self, standings: &Standings, sprt: Option<&Sprt>) {
        self.bar.set_position(standings.games());
        self.bar.set_message(message(standings, sprt));
    }

    /// Prints a line above the bar, or where there is no bar to the standard error.
    pub fn tell(&self, line: &str) {
        progress::tell(&self.bar, line);
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

fn message(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let [a, b] = Side::BOTH.map(|side| format!("{side} {}", standings.won(side)));
    let mut message = format!("{a} {b} drawn {}", standings.draws);
    if let Some(Estimate { elo, low, high, .. }) = Estimate::of(&standings.outcomes) {
        let [elo, low, high] = [elo, low, high].map(signed);
        message += &format!(", Elo {elo} ({low} to {high})");
    }
    if let Some(sprt) = sprt {
        message += &format!(", LLR {:.2}", sprt.log_likelihood_ratio(&standings.outcomes));
    }
    match standings.games() - standings.distinct() {
        0 => {}
        repeats => message += &format!(", {repeats} repeats"),
    }
    match standings.fault_count() {
        0 => message,
        faults => format!("{message}, {faults} faults"),
    }
}
