//! Finds repeated games: same moves by the same engines, same winner.
//!
//! A repeated game is no new evidence of who is stronger.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::game_line::GameLine;

/// The distinct games of a match.
#[derive(Debug, Clone, Default)]
pub(super) struct Repeats {
    /// The number of each game by a hash of 64 bits. Among a million games the chance that any two
    /// different ones share a hash is about one in forty million.
    first: HashMap<u64, usize>,
}

impl Repeats {
    /// Takes a game; answers the number of the one that it repeats, if it does.
    pub(super) fn add(&mut self, game: &GameLine) -> Option<usize> {
        let mut hasher = DefaultHasher::new();
        let sides = game.sides().map(|side| side.index());
        let winner = game.winner.map(|side| side.index());
        (sides, winner, &game.moves).hash(&mut hasher);
        let first = *self.first.entry(hasher.finish()).or_insert(game.game);
        (first != game.game).then_some(first)
    }

    /// The number of distinct games.
    pub(super) fn distinct(&self) -> u64 {
        self.first.len() as u64
    }
}
