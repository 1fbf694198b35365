//! How far a review has come, on the standard error: games, positions, and the time left.

use indicatif::ProgressBar;

use crate::progress;

/// A bar, where the standard error is a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    games: usize,
}

impl Progress {
    /// A bar for so many games and positions, of which some are known already.
    pub fn new(games: usize, positions: usize, known: usize) -> Progress {
        const FORM: &str = "{bar:12} {pos}/{len} positions, {msg} games [{elapsed}, {eta} left]";
        let bar = progress::bar(FORM, positions);
        bar.set_message(format!("0/{games}"));
        bar.set_position(known as u64);
        bar.reset_eta();
        Progress { bar, games }
    }

    /// One more position was assessed.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// So many games are done.
    pub fn show_games(&self, done: usize) {
        self.bar.set_message(format!("{done}/{}", self.games));
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
