//! A word to the user where a net takes long to prepare.

use std::time::{Duration, Instant};

/// How long it may take without a word.
const SILENCE: Duration = Duration::from_secs(1);

/// Tells once in the log that a net takes long to prepare, and how long still.
#[derive(Debug)]
pub(super) struct Progress {
    start: Instant,
    is_told: bool,
}

impl Progress {
    pub(super) fn new() -> Progress {
        Progress { start: Instant::now(), is_told: false }
    }

    /// Notes how many of all steps are done.
    pub(super) fn note(&mut self, name: &str, lines: usize, done: usize, all: usize) {
        let elapsed = self.start.elapsed();
        if elapsed < SILENCE || self.is_told || done == 0 {
            return;
        }
        self.is_told = true;
        let left = elapsed.as_secs_f64() / done as f64 * all.saturating_sub(done) as f64;
        log::warn!(
            "the net {name} is prepared for {lines}x{lines}: about {:.0} s left (a prepared file has no such delay)",
            left.ceil()
        );
    }
}
