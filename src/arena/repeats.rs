//! Which games of a match are earlier ones again: the same moves by the same engines, with the same
//! winner. They tell nothing new of who is stronger.
//!
//! It does not know what is made of that.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::go::Action;

use super::fixture::Fixture;
use super::referee::Played;

/// The distinct games of a match.
#[derive(Debug, Clone, Default)]
pub struct Repeats {
    /// The number of each by a hash of 64 bits: two of a million games share one by a chance of
    /// one in ten million.
    first: HashMap<u64, usize>,
}

impl Repeats {
    /// Takes a game; answers the number of the one that it repeats, if it does.
    pub fn add(&mut self, fixture: &Fixture, played: &Played) -> Option<usize> {
        let mut hasher = DefaultHasher::new();
        fixture.black.index().hash(&mut hasher);
        played.ending.winner().map(|color| color.index()).hash(&mut hasher);
        for turn in played.game.turns() {
            let mv = match turn.action {
                Action::Move(mv) => Some(mv),
                Action::Resign => None,
            };
            (turn.color.index(), mv).hash(&mut hasher);
        }
        let first = *self.first.entry(hasher.finish()).or_insert(fixture.number);
        (first != fixture.number).then_some(first)
    }

    /// How many games there are but for repeats.
    pub fn distinct(&self) -> u64 {
        self.first.len() as u64
    }
}
