//! State shared by the threads of a search: the method with its tree, the limits, and the stop flag.
//!
//! Independent of the work of the threads. A late thread may hold the state, with its tree, slightly longer than the
//! search runs.

use std::sync::Arc;
use std::sync::atomic::Ordering::*;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;
use std::time::{Duration, Instant};

use super::limits::{Limits, SearchProgress};
use super::method::SearchAlgorithm;
use super::params::Params;
use super::report::Report;
use super::root::SearchRoot;
use super::thread_pool::WorkerGuard;

/// The maximum time to wait for peers at the end.
const FINISH: Duration = Duration::from_secs(1);

/// The shared state of a search, or of a phase of it between two prunings of its tree.
pub(super) struct SharedSearchState<M> {
    pub(super) root: SearchRoot,
    pub(super) params: Arc<Params>,
    pub(super) method: M,
    /// `true` if reports contain the ownership after each root move.
    pub(super) by_move: bool,
    pub(super) limits: Limits,
    pub(super) start: Instant,
    /// The helper threads that take part.
    pub(super) helping: WorkerGuard,
    /// The time spent preparing the initial tree.
    prepared: Duration,
    stop: AtomicBool,
    /// `true` if the threads stop when the memory is used up, so that the tree can be pruned.
    end_when_full: bool,
    /// The number of simulations that may still start, claimed in batches; `None` without a limit.
    left: Option<AtomicU64>,
    /// The playouts of the peers.
    elsewhere: AtomicU64,
    /// `true` if a helper thread panicked.
    has_failed: AtomicBool,
}

impl<M: SearchAlgorithm> SharedSearchState<M> {
    /// Creates the state of a search by a method with its tree; the time has been running since `start`.
    pub(super) fn new(
        root: SearchRoot,
        params: Arc<Params>,
        method: M,
        limits: &Limits,
        start: Instant,
    ) -> Self {
        let left = limits.playouts.map(|most| AtomicU64::new(method.part(most)));
        SharedSearchState {
            root,
            params,
            method,
            by_move: false,
            limits: *limits,
            start,
            helping: WorkerGuard::default(),
            prepared: start.elapsed(),
            stop: AtomicBool::new(false),
            end_when_full: true,
            left,
            elsewhere: AtomicU64::new(0),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Returns the state for the next phase of this search, in a pruned tree or, if pruning does not help, in the
    /// same tree.
    pub(super) fn next_phase(&self, method: M, end_when_full: bool) -> SharedSearchState<M> {
        let copied = |left: &AtomicU64| AtomicU64::new(left.load(Relaxed));
        SharedSearchState {
            root: self.root.clone(),
            params: self.params.clone(),
            method,
            stop: AtomicBool::new(false),
            end_when_full,
            left: self.left.as_ref().map(copied),
            elsewhere: copied(&self.elsewhere),
            helping: WorkerGuard::default(),
            has_failed: AtomicBool::new(false),
            ..*self
        }
    }

    /// Returns the playouts of all threads and peers; `visits` has a counter per thread.
    fn playouts(&self, visits: &[AtomicU64]) -> u64 {
        sum(visits) + self.elsewhere.load(Relaxed)
    }

    /// Exchanges statistics with peers if an exchange is due; `visits` has a playout counter per thread.
    pub(super) fn exchange(&self, visits: &[AtomicU64], elapsed: Duration) {
        self.elsewhere.fetch_add(self.method.exchange(elapsed, sum(visits)), Relaxed);
    }

    /// Exchanges statistics with peers for the last time. Waits for them, within the time limit, if each has to
    /// complete a number of playouts.
    pub(super) fn finish(&self, visits: &[AtomicU64]) {
        let is_ended = self.stop.load(Relaxed);
        let most = if is_ended { Duration::ZERO } else { FINISH.min(self.time_left()) };
        self.elsewhere.fetch_add(self.method.finish(sum(visits), most), Relaxed);
    }

    /// Returns the results so far; `visits` has a playout counter per thread.
    pub(super) fn report(&self, visits: &[AtomicU64]) -> Report {
        let playouts = self.playouts(visits);
        let human = self.root.human.as_ref().map(|human| human.output.clone());
        Report { playouts, human, ..self.method.report(&self.root, self.by_move) }
    }

    /// Returns the progress of the search; `visits` has a playout counter per thread.
    pub(super) fn progress(&self, visits: &[AtomicU64], elapsed: Duration) -> SearchProgress {
        let playouts = self.playouts(visits);
        SearchProgress { playouts, elapsed, prepared: self.prepared }
    }

    /// Claims a batch of simulations. Returns 0 if the limit is reached or the search has ended.
    pub(super) fn take_batch(&self) -> u64 {
        if self.stop.load(Relaxed) || self.is_full() {
            return 0;
        }
        let size = self.method.batch(self.root.game.size().area());
        let Some(left) = &self.left else { return size };
        let take = |left: u64| Some(left.saturating_sub(size));
        left.fetch_update(Relaxed, Relaxed, take).map_or(0, |left| left.min(size))
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Ends the search if its time is up.
    ///
    /// Every thread calls this, not only the one that checks the other limits: with more threads than cores, that
    /// thread may not be scheduled in time.
    pub(super) fn watch_time(&self) {
        if self.limits.time.is_some() && self.time_left().is_zero() {
            self.stop();
        }
    }

    /// Returns the time until no simulation may start.
    pub(super) fn time_left(&self) -> Duration {
        let until = self.limits.begins_until().unwrap_or(Duration::MAX);
        until.saturating_sub(self.start.elapsed())
    }

    /// Returns `true` if the search was stopped or its time is up.
    pub(super) fn is_over(&self) -> bool {
        self.watch_time();
        self.stop.load(Relaxed)
    }

    /// Returns `true` if the threads stopped only because the memory is used up.
    pub(super) fn stopped_for_memory(&self) -> bool {
        let may_go_on = self.left.as_ref().is_none_or(|left| left.load(Relaxed) > 0);
        self.is_full() && may_go_on && !self.stop.load(Relaxed)
    }

    /// Returns `true` if a helper thread panicked.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Relaxed)
    }

    /// Returns a guard that stops all threads if its owner panics.
    pub(super) fn end_on_panic(&self) -> EndOnPanic<'_> {
        EndOnPanic { stop: &self.stop, has_failed: &self.has_failed }
    }

    fn is_full(&self) -> bool {
        self.end_when_full && self.method.is_full()
    }
}

/// Returns the playouts of all threads.
fn sum(visits: &[AtomicU64]) -> u64 {
    visits.iter().map(|visits| visits.load(Relaxed)).sum()
}

/// Stops the other threads if this thread panics; otherwise they would run for ever, and the search would wait for
/// them.
pub(super) struct EndOnPanic<'a> {
    stop: &'a AtomicBool,
    has_failed: &'a AtomicBool,
}

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.has_failed.store(true, Relaxed);
            self.stop.store(true, Relaxed);
        }
    }
}
