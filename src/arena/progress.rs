//! The progress of a match on the standard error: a bar with the running score.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::contender::Side;
use super::elo::Estimate;
use super::report::signed;
use super::sprt::Sprt;
use super::standings::Standings;

/// A bar, where the standard error is a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for so many games at most.
    pub fn new(games: usize) -> Progress {
        const FORM: &str = "{bar:12} {pos}/{len} [{elapsed}] {wide_msg}";
        let bar = ProgressBar::with_draw_target(Some(games as u64), ProgressDrawTarget::stderr());
        bar.set_style(ProgressStyle::with_template(FORM).expect("the form is one of theirs"));
        bar.enable_steady_tick(std::time::Duration::from_secs(1));
        Progress { bar }
    }

    /// Shows the standings.
    pub fn show(&self, standings: &Standings, sprt: Option<&Sprt>) {
        self.bar.set_position(standings.games());
        self.bar.set_message(message(standings, sprt));
    }

    /// Prints a line above the bar, or where there is no bar to the standard error.
    pub fn tell(&self, line: &str) {
        if self.bar.is_hidden() {
            eprintln!("{line}");
        } else {
            self.bar.println(line);
        }
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
    match standings.fault_count() {
        0 => message,
        faults => format!("{message}, {faults} faults"),
    }
}
