//! A problem with the game in which it arose.

use super::game_digest::GameDigest;
use super::problem::Problem;
use crate::go::Color;
use crate::record::Language;

/// A problem with the game in which it arose.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProblemOfGame<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The game.
    pub digest: &'a GameDigest,
}

impl ProblemOfGame<'_> {
    /// What it is called: the players, or the name of the file, and the number of the move.
    pub(super) fn title(&self, language: Language) -> String {
        let names = Color::BOTH.map(|color| self.digest.player(color).name.as_deref());
        let game = match names {
            [None, None] => self.digest.stem.clone(),
            names => names.map(|name| name.unwrap_or("?")).join(" – "),
        };
        let number = self.problem.number;
        match language {
            Language::Chinese => format!("{game}，第 {number} 手"),
            Language::English => format!("{game}, move {number}"),
        }
    }
}
