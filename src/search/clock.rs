//! Clocks: time controls as clients set them, what is left of them, and how long a move may take.
//!
//! It does not read the time: whoever does, charges the clock.

use std::time::Duration;

/// An agreement about thinking time, for each player alike.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum TimeControl {
    /// No limit was agreed.
    #[default]
    Unlimited,
    /// All moves within `main`.
    Absolute {
        /// Time for the whole game.
        main: Duration,
    },
    /// Japanese byo-yomi: after `main`, a move within each `period`; every period that passes
    /// without a move is lost for good, and the last one must not pass.
    ByoYomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Canadian byo-yomi: after `main`, `stones` moves within each `period`.
    Canadian {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves in each period, at least 1.
        stones: u32,
    },
    /// `main` at first, and `increment` more after every move.
    Fischer {
        /// Time at the start.
        main: Duration,
        /// Time added after each move.
        increment: Duration,
        /// The most time that the clock may hold.
        cap: Option<Duration>,
        /// The most time that one move may take.
        move_cap: Option<Duration>,
    },
}
