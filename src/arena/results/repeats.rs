//! Finds repeated games: same moves by the same engines, same winner.
//!
//! A repeated game is no new evidence of who is stronger.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::go::Action;

use crate::arena::game::referee::Played;
use crate::arena::game::schedule::ScheduledGame;

/// The distinct games of a match.
#[derive(Debug, Clone, Default)]
pub(super) struct Repeats {
    /// The number of each game by a hash of 64 bits. Among a million games the chance that any two
    /// different ones share a hash is about one in forty million.
    first: HashMap<u64, usize>,
}

impl Repeats {
    /// Takes a game; answers the number of the one that it repeats, if it does.
    pub(super) fn add(&mut self, scheduled: &ScheduledGame, played: &Played) -> Option<usize> {
        let mut hasher = DefaultHasher::new();
        scheduled.black.index().hash(&mut hasher);
        played.ending.winner().map(|color| color.index()).hash(&mut hasher);
        for turn in played.game.turns() {
            let mv = match turn.action {
                Action::Move(mv) => Some(mv),
                Action::Resign => None,
            };
            (turn.color.index(), mv).hash(&mut hasher);
        }
        let first = *self.first.entry(hasher.finish()).or_insert(scheduled.number);
        (first != scheduled.number).then_some(first)
    }

    /// The number of distinct games.
    pub(super) fn distinct(&self) -> u64 {
        self.first.len() as u64
    }
}
