//! The scheduler: which positions are searched at a time, and by how many threads each.
//!
//! A lone position has all threads; as many as there are threads have one each. A position that is more
//! urgent than all that are searched does not wait: the least urgent of them is suspended, and goes on
//! later with its tree. Where results must not depend on the order (a seed is given) every position has
//! one thread, a new tree and evaluations of its own, and none is suspended.

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
    /// Threads of all searches together.
    pub(super) threads: NonZero<usize>,
    /// Whether results must not depend on the order of the positions.
    pub(super) is_repeatable: bool,
}

/// The scheduler, shared by the thread that reads and those that search.
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
    /// What new searchers are made like.
    model: Search,
    /// How often the evaluations were dropped.
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

/// A position to be searched now.
#[derive(Debug)]
pub(super) struct Assignment {
    pub(super) position: Position,
    pub(super) control: Arc<Control>,
    clearings: u64,
}

impl Scheduler {
    /// A scheduler without positions; searchers are made like `model`.
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

    /// How many positions are searched at a time at most.
    pub(super) fn max_running(&self) -> usize {
        self.plan.threads.get()
    }

    /// Adds positions of a query.
    pub(super) fn add(&self, query: &Arc<Query>, turns: impl Iterator<Item = (usize, i64)>) {
        let mut state = self.lock();
        state.queue.add(query, turns);
        self.rearrange(&mut state);
        self.changed.notify_all();
    }

    /// No more positions come: what waits is searched, then the workers end.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Ends all searches without answers.
    pub(super) fn stop(&self) {
        let mut state = self.lock();
        state.is_stopped = true;
        state.queue = Queue::default();
        state.running.iter().for_each(|running| running.control.terminate());
        self.changed.notify_all();
    }

    /// Whether all searches are to end without answers.
    pub(super) fn is_stopped(&self) -> bool {
        self.lock().is_stopped
    }

    /// Ends positions early: those that wait are returned, those that are searched answer by themselves.
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

    /// Drops all evaluations and trees of searches that are not under way.
    pub(super) fn clear(&self) {
        let mut state = self.lock();
        state.model.clear();
        state.idle.clear();
        state.clearings += 1;
    }

    /// The next position to search for a worker whose `last` one this was; waits while there is none.
    /// `None` where no more come.
    pub(super) fn take(&self, last: Option<QueueKey>) -> Option<Assignment> {
        let mut state = self.lock();
        loop {
            if state.is_stopped || state.is_closed && state.queue.len() == 0 {
                // Another worker's position may still be suspended and come back; that worker takes it.
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

    /// A searcher for a game: one whose last position the game follows, where there is one.
    pub(super) fn searcher_for(&self, game: &Game) -> Searcher {
        let mut state = self.lock();
        if self.plan.is_repeatable {
            let mut search = state.model.sibling();
            // An evaluation that another search found may be of another history or symmetry.
            search.clear();
            return Searcher { search, last: None };
        }
        let following = state.idle.iter().position(|searcher| searcher.can_continue_to(game));
        // The least recently used one is the first.
        let place = following.or_else(|| (!state.idle.is_empty()).then_some(0));
        let searcher = place.map(|place| state.idle.remove(place));
        searcher.unwrap_or_else(|| Searcher { search: state.model.sibling(), last: None })
    }

    /// Ends an assignment; its searcher is kept for the positions that follow.
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

    /// Puts a suspended position back into the queue.
    pub(super) fn put_back(&self, position: Position) {
        let mut state = self.lock();
        state.running.retain(|running| running.place != position.place);
        state.queue.requeue(position);
        self.rearrange(&mut state);
        self.changed.notify_all();
    }

    /// Shares the threads between the searches, and suspends one where a more urgent position waits.
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
        // Each suspended search keeps its tree, so there are not more of them than threads.
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
    fn accepting_a_query_takes_no_longer_if_others_wait() {
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
