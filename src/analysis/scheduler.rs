//! The scheduler: selects the positions to search and the number of threads for each.
//!
//! A single position uses all threads; with at least as many positions as threads, each position uses one
//! thread. A position that is more urgent than all active ones does not wait: the least urgent search is
//! suspended and resumed later with its tree. With a seed, results must not depend on the order. Each position
//! then has one thread, a new tree and its own evaluations, and no search is suspended.

use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::query::Query;
use super::queue::{Position, Queue, QueueKey};
use super::request::Termination;
use super::search_control::Control;
use super::search_state::Searcher;
use crate::go::Game;
use crate::search::Search;

/// How searches are made.
#[derive(Debug)]
pub(super) struct SearchPlan {
    /// The total number of threads of all searches.
    pub(super) threads: NonZero<usize>,
    /// Whether results must not depend on the order of the positions.
    pub(super) is_repeatable: bool,
}

/// The scheduler, shared by the reader and the search threads.
#[derive(Debug)]
pub(super) struct Scheduler {
    plan: SearchPlan,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    queue: Queue,
    running: Vec<Running>,
    idle: Vec<Searcher>,
    /// The template for new searchers.
    model: Search,
    /// How often the evaluations were cleared.
    clearings: u64,
    is_closed: bool,
    is_stopped: bool,
}

#[derive(Debug)]
struct Running {
    query: Arc<Query>,
    place: QueueKey,
    control: Arc<Control>,
}

/// A position that is assigned to a worker.
#[derive(Debug)]
pub(super) struct Assignment {
    pub(super) position: Position,
    pub(super) control: Arc<Control>,
    clearings: u64,
}

impl Scheduler {
    /// Creates a scheduler without positions; searchers are created from `model`.
    pub(super) fn new(plan: SearchPlan, model: Search) -> Scheduler {
        let state = State {
            queue: Queue::default(),
            running: Vec::new(),
            idle: Vec::new(),
            model,
            clearings: 0,
            is_closed: false,
            is_stopped: false,
        };
        Scheduler { plan, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Returns the maximum number of parallel searches.
    pub(super) fn max_running(&self) -> usize {
        self.plan.threads.get()
    }

    /// Adds the positions of a query.
    pub(super) fn add(&self, query: &Arc<Query>, turns: impl Iterator<Item = (usize, i64)>) {
        let mut state = self.lock();
        state.queue.add(query, turns);
        self.rearrange(&mut state);
        self.changed.notify_all();
    }

    /// Closes the queue: the waiting positions are searched, then the workers end.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Stops all searches without responses.
    pub(super) fn stop(&self) {
        let mut state = self.lock();
        state.is_stopped = true;
        state.queue = Queue::default();
        state.running.iter().for_each(|running| running.control.terminate());
        self.changed.notify_all();
    }

    /// Returns `true` if all searches must stop without responses.
    pub(super) fn is_stopped(&self) -> bool {
        self.lock().is_stopped
    }

    /// Terminates positions: returns those that wait; active searches send their own responses.
    pub(super) fn terminate(&self, termination: &Termination) -> Vec<Position> {
        let mut state = self.lock();
        for running in &state.running {
            if termination.is_about(&running.query.id, running.place.turn) {
                running.control.terminate();
            }
        }
        let waiting = state.queue.take_all(termination);
        self.rearrange(&mut state);
        waiting
    }

    /// Clears all evaluations, and the trees of inactive searches.
    pub(super) fn clear(&self) {
        let mut state = self.lock();
        state.model.clear();
        state.idle.clear();
        state.clearings += 1;
    }

    /// Returns the next position for a worker whose previous one was `last`; blocks while there is none.
    /// Returns `None` if the queue is closed and empty.
    pub(super) fn take(&self, last: Option<QueueKey>) -> Option<Assignment> {
        let mut state = self.lock();
        loop {
            if state.is_stopped || state.is_closed && state.queue.len() == 0 {
                // The position of another worker may still be suspended; that worker then takes it again.
                return None;
            }
            let others: Vec<QueueKey> = state.running.iter().map(|running| running.place).collect();
            if let Some(position) = state.queue.take(last, &others) {
                let control = Arc::new(Control::new(1));
                state.running.push(Running {
                    query: position.query.clone(),
                    place: position.place,
                    control: control.clone(),
                });
                self.rearrange(&mut state);
                return Some(Assignment { position, control, clearings: state.clearings });
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns a searcher for a game, preferably one whose last position the game continues.
    pub(super) fn searcher_for(&self, game: &Game) -> Searcher {
        let mut state = self.lock();
        if self.plan.is_repeatable {
            let mut search = state.model.sibling();
            // Evaluations of other searches may belong to another history or symmetry.
            search.clear();
            return Searcher { search, last: None };
        }
        let following = state.idle.iter().position(|searcher| searcher.can_continue_to(game));
        // The first one is the least recently used.
        let place = following.or_else(|| (!state.idle.is_empty()).then_some(0));
        let searcher = place.map(|place| state.idle.remove(place));
        searcher.unwrap_or_else(|| Searcher { search: state.model.sibling(), last: None })
    }

    /// Ends an assignment; its searcher is kept for later positions.
    pub(super) fn finish(&self, place: QueueKey, clearings: u64, searcher: Option<Searcher>) {
        let mut state = self.lock();
        state.running.retain(|running| running.place != place);
        let is_current = clearings == state.clearings && !self.plan.is_repeatable;
        state.idle.extend(searcher.filter(|_| is_current));
        let most = self.max_running();
        let surplus = state.idle.len().saturating_sub(most);
        state.idle.drain(..surplus);
        self.rearrange(&mut state);
    }

    /// Returns a suspended position to the queue.
    pub(super) fn suspend(&self, position: Position) {
        let mut state = self.lock();
        state.running.retain(|running| running.place != position.place);
        state.queue.requeue(position);
        self.rearrange(&mut state);
        self.changed.notify_all();
    }

    /// Distributes the threads over the searches, and suspends a search if a more urgent position waits.
    fn rearrange(&self, state: &mut State) {
        let threads = self.plan.threads.get();
        if self.plan.is_repeatable {
            return;
        }
        let State { queue, running, .. } = state;
        let searches = (running.len() + queue.len()).clamp(1, threads);
        for (number, running) in running.iter().enumerate() {
            let extra = usize::from(number < threads % searches);
            running.control.set_threads((threads / searches + extra).max(1));
        }
        let leaving = running.iter().filter(|it| it.control.is_suspended()).count();
        let Some(first) = queue.first() else { return };
        let are_all_taken = running.len() >= threads && leaving == 0;
        // Each suspended search keeps its tree, so their number is limited to the number of threads.
        if are_all_taken && queue.begun() < threads {
            let last = running.iter().max_by_key(|it| it.place);
            if let Some(last) = last.filter(|it| it.place.priority > first.priority) {
                last.control.suspend();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Assignment {
    /// Ends this assignment.
    pub(super) fn finish(&self, scheduler: &Scheduler, searcher: Option<Searcher>) {
        scheduler.finish(self.position.place, self.clearings, searcher);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::analysis::request::{Request, read};
    use crate::analysis::settings::AnalysisSettings;

    #[test]
    fn adding_query_takes_constant_time() {
        let line = br#"{"id":"a","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9}"#;
        let Ok(Request::Query(reading)) = read(line, &AnalysisSettings::default()) else {
            panic!("a query")
        };
        let query = Arc::new(reading.query);
        let plan = SearchPlan { threads: NonZero::<usize>::MIN, is_repeatable: false };
        let scheduler = Scheduler::new(plan, Search::new(1, 1, 1));
        scheduler.add(&query, [(0, 0)].into_iter());
        scheduler.take(None).expect("a position");
        let start = Instant::now();
        for _ in 0..100_000 {
            scheduler.add(&query, [(0, 0)].into_iter());
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        let id = Some("b".into());
        for _ in 0..100_000 {
            let waiting = scheduler.terminate(&Termination { id: id.clone(), turns: None });
            assert!(waiting.is_empty());
        }
        assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());
    }
}
