//! The queue of waiting positions: highest priority first, then in the order of the queries.
//!
//! The turns of a query arrive together, so their order is free. A worker continues with the turn after its
//! last one, whose tree it can reuse. The workers of a query start far apart.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::query::Query;
use super::request::Termination;
use super::search_state::SearchState;

/// A position to analyse.
#[derive(Debug)]
pub(super) struct Position {
    pub(super) query: Arc<Query>,
    pub(super) place: QueueKey,
    /// The state of a search that was suspended for a more urgent position; `None` before the first search.
    pub(super) begun: Option<Box<SearchState>>,
}

/// The rank of a position in the queue; the smallest is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct QueueKey {
    pub(super) priority: Reverse<i64>,
    /// The number of its query.
    pub(super) arrival: u64,
    pub(super) turn: usize,
}

impl QueueKey {
    /// Returns `true` if both positions arrived together and have the same priority.
    fn is_beside(self, other: QueueKey) -> bool {
        (self.priority, self.arrival) == (other.priority, other.arrival)
    }
}

/// The waiting positions. The time to add or terminate a query does not depend on the other queries.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: BTreeMap<QueueKey, Position>,
    /// The queue keys of the positions by query id; several queries may share an id.
    places: HashMap<String, BTreeSet<QueueKey>>,
    begun: usize,
    arrivals: u64,
}

impl Queue {
    /// Adds the turns of a new query, with their priorities.
    pub(super) fn add(&mut self, query: &Arc<Query>, turns: impl Iterator<Item = (usize, i64)>) {
        let arrival = self.arrivals;
        self.arrivals += 1;
        for (turn, priority) in turns {
            let place = QueueKey { priority: Reverse(priority), arrival, turn };
            self.insert(Position { query: query.clone(), place, begun: None });
        }
    }

    /// Returns a position to its former place.
    pub(super) fn requeue(&mut self, position: Position) {
        self.insert(position);
    }

    fn insert(&mut self, position: Position) {
        let place = position.place;
        self.begun += usize::from(position.begun.is_some());
        if let Some(places) = self.places.get_mut(&position.query.id) {
            places.insert(place);
        } else {
            self.places.insert(position.query.id.clone(), BTreeSet::from([place]));
        }
        self.waiting.insert(place, position);
    }

    fn remove(&mut self, place: QueueKey) -> Option<Position> {
        let position = self.waiting.remove(&place)?;
        self.begun -= usize::from(position.begun.is_some());
        let id = &position.query.id;
        if let Some(places) = self.places.get_mut(id) {
            places.remove(&place);
            if places.is_empty() {
                self.places.remove(id);
            }
        }
        Some(position)
    }

    /// Takes the first position or an equivalent one. Prefers the turn after the `last` one of a worker. While
    /// other workers search turns of the same query, takes a turn that is far from theirs.
    pub(super) fn take(&mut self, last: Option<QueueKey>, others: &[QueueKey]) -> Option<Position> {
        let place = self.choose(last, others)?;
        self.remove(place)
    }

    fn choose(&self, last: Option<QueueKey>, others: &[QueueKey]) -> Option<QueueKey> {
        let (&first, position) = self.waiting.first_key_value()?;
        if position.begun.is_some() {
            return Some(first);
        }
        let next = last.filter(|last| last.is_beside(first));
        let next = next.map(|last| QueueKey { turn: last.turn + 1, ..last });
        if let Some(next) = next.filter(|next| self.waiting.contains_key(next)) {
            return Some(next);
        }
        if !others.iter().any(|other| other.is_beside(first)) {
            return Some(first);
        }
        // The middle of the longest run of turns: the worker on the turn before it takes long to get there.
        let turns = self.waiting.range(first..).map(|(&place, _)| place);
        let turns: Vec<QueueKey> = turns.take_while(|place| place.is_beside(first)).collect();
        let series = turns.chunk_by(|one, two| one.turn + 1 == two.turn);
        // The first of equal elements; `max_by_key` would return the last.
        let longest = series.rev().max_by_key(|series| series.len())?;
        Some(longest[longest.len() / 2])
    }

    /// Returns the rank of the first position.
    pub(super) fn first(&self) -> Option<QueueKey> {
        self.waiting.first_key_value().map(|(&place, _)| place)
    }

    /// Returns the number of waiting positions.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the number of waiting positions whose search has started.
    pub(super) fn begun(&self) -> usize {
        self.begun
    }

    /// Removes the positions that a termination matches.
    pub(super) fn take_all(&mut self, termination: &Termination) -> Vec<Position> {
        let meant = |place: &&QueueKey| termination.has_turn(place.turn);
        let places: Vec<QueueKey> = match &termination.id {
            Some(id) => self.places.get(id).into_iter().flatten().filter(meant).copied().collect(),
            None => self.waiting.keys().filter(meant).copied().collect(),
        };
        places.into_iter().filter_map(|place| self.remove(place)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::request::{Request, read};
    use crate::analysis::settings::AnalysisSettings;

    fn query() -> Arc<Query> {
        let line = br#"{"id":"a","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9}"#;
        let Ok(Request::Query(reading)) = read(line, &AnalysisSettings::default()) else {
            panic!("a query")
        };
        Arc::new(reading.query)
    }

    #[test]
    fn workers_take_consecutive_turns_far_apart() {
        let mut queue = Queue::default();
        queue.add(&query(), (0..10).map(|turn| (turn, 0)));
        let mut workers: [Vec<QueueKey>; 2] = Default::default();
        for number in 0..10 {
            let [one, two] = &workers;
            let (own, other) = if number % 2 == 0 { (one, two) } else { (two, one) };
            let others: Vec<QueueKey> = other.last().copied().into_iter().collect();
            let position = queue.take(own.last().copied(), &others).expect("it waits");
            workers[number % 2].push(position.place);
        }
        let turns = workers.map(|places| places.iter().map(|it| it.turn).collect::<Vec<_>>());
        assert_eq!(turns, [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]);
        assert!(queue.take(None, &[]).is_none());
    }

    #[test]
    fn take_all_removes_positions_by_id_and_turn() {
        let mut queue = Queue::default();
        queue.add(&query(), (0..4).map(|turn| (turn, 0)));
        let turns = |taken: Vec<Position>| taken.iter().map(|it| it.place.turn).collect::<Vec<_>>();
        let of = |id: Option<&str>, turns: Option<&[usize]>| Termination {
            id: id.map(String::from),
            turns: turns.map(|turns| turns.iter().copied().collect()),
        };
        assert!(queue.take_all(&of(Some("b"), None)).is_empty());
        assert_eq!(turns(queue.take_all(&of(Some("a"), Some(&[1, 7])))), [1]);
        assert_eq!(turns(queue.take_all(&of(None, Some(&[3])))), [3]);
        assert_eq!(turns(queue.take_all(&of(Some("a"), None))), [0, 2]);
        assert_eq!((queue.len(), queue.places.len(), queue.begun()), (0, 0, 0));
    }

    #[test]
    fn take_orders_by_priority_then_arrival() {
        let mut queue = Queue::default();
        queue.add(&query(), [(1, 0), (2, 5)].into_iter());
        queue.add(&query(), [(3, 5), (4, 9)].into_iter());
        let mut taken = Vec::new();
        while let Some(position) = queue.take(taken.last().copied(), &taken) {
            taken.push(position.place);
        }
        assert_eq!(taken.iter().map(|it| it.turn).collect::<Vec<_>>(), [4, 2, 3, 1]);
    }
}
