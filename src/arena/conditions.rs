//! What holds for every game of a match, whoever has which colour.

use std::time::Duration;

use crate::go::{BoardSize, Rules};

/// The terms of the games.
#[derive(Debug, Clone, PartialEq)]
pub struct Conditions {
    /// The board.
    pub size: BoardSize,
    /// The rules, komi among them.
    pub rules: Rules,
    /// The rules as the user named them.
    pub rules_name: String,
    /// By how much a flag may fall before it counts.
    pub margin: Duration,
    /// How long any answer may take that no clock limits.
    pub patience: Duration,
    /// Turns after which a game is ended as a draw.
    pub most_turns: usize,
}
