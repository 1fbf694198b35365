//! The conditions of a match, equal for all games and both engines.

use std::time::Duration;

use super::adjudication::Adjudication;
use crate::go::{BoardSize, Rules};

/// The conditions of all games of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct Conditions {
    /// The board size.
    pub size: BoardSize,
    /// The rules, with komi.
    pub rules: Rules,
    /// The name of the rules as the user wrote it.
    pub rules_name: String,
    /// By how much a player may exceed its clock without losing.
    pub margin: Duration,
    /// The longest wait for an answer that no clock limits.
    pub answer_timeout: Duration,
    /// The number of turns after which a game is a draw.
    pub max_turns: usize,
    /// When a game is decided because both engines say so.
    pub adjudication: Option<Adjudication>,
}
