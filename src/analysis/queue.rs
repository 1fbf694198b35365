//! The queue: positions that wait, the highest priority first, and among equals the one that came first.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::query::Query;
use super::request::Termination;
use super::search_state::SearchState;

/// A position that is to be analysed.
#[derive(Debug)]
pub(super) struct Position {
    pub(super) query: Arc<Query>,
    pub(super) turn: usize,
    pub(super) place: Place,
    /// What was found before a more urgent position came; `None` before the first search.
    pub(super) begun: Option<Box<SearchState>>,
}

/// The place of a position in the queue. The smallest is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) priority: Reverse<i64>,
    /// The number of its arrival.
    pub(super) arrival: u64,
}

/// The positions that wait.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: BTreeMap<Place, Position>,
    arrivals: u64,
}

impl Queue {
    /// Adds a new position behind all of its priority.
    pub(super) fn add(&mut self, query: Arc<Query>, turn: usize, priority: i64) {
        let place = Place { priority: Reverse(priority), arrival: self.arrivals };
        self.arrivals += 1;
        self.waiting.insert(place, Position { query, turn, place, begun: None });
    }

    /// Puts a position back where it was taken from.
    pub(super) fn put_back(&mut self, position: Position) {
        self.waiting.insert(position.place, position);
    }

    /// Takes the first position.
    pub(super) fn take(&mut self) -> Option<Position> {
        self.waiting.pop_first().map(|(_, position)| position)
    }

    /// The place of the first position.
    pub(super) fn first(&self) -> Option<Place> {
        self.waiting.first_key_value().map(|(&place, _)| place)
    }

    /// How many positions wait.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// How many of them have begun.
    pub(super) fn begun(&self) -> usize {
        self.waiting.values().filter(|position| position.begun.is_some()).count()
    }

    /// Takes the positions that a termination is about.
    pub(super) fn take_all(&mut self, termination: &Termination) -> Vec<Position> {
        let is_meant = |it: &&Position| termination.is_about(&it.query.id, it.turn);
        let places: Vec<Place> =
            self.waiting.values().filter(is_meant).map(|it| it.place).collect();
        places.iter().filter_map(|place| self.waiting.remove(place)).collect()
    }
}
