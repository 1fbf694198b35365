//! What the threads of a search share: the method with its tree, the limits, and the end.
//!
//! It does not know what the threads do. A thread that is late may hold it, with its tree, a little
//! longer than the search takes.

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

/// How long partners are waited for at the end.
const FINISH: Duration = Duration::from_secs(1);

/// The shared state of one search, or of a part of it between two prunings of its tree.
pub(super) struct SharedSearchState<M> {
    pub(super) root: SearchRoot,
    pub(super) params: Arc<Params>,
    pub(super) method: M,
    /// Whether reports say who owns what after each root move.
    pub(super) by_move: bool,
    pub(super) limits: Limits,
    pub(super) start: Instant,
    /// The helping threads that take part.
    pub(super) helping: WorkerGuard,
    /// How long the tree to begin with took to prepare.
    prepared: Duration,
    stop: AtomicBool,
    /// Whether the threads end where the memory is used up, so that the tree can be pruned.
    end_when_full: bool,
    /// Simulations that may still begin, taken in batches; `None` without a limit.
    left: Option<AtomicU64>,
    /// Playouts that partners have made.
    elsewhere: AtomicU64,
    /// Whether a helping thread panicked.
    has_failed: AtomicBool,
}

impl<M: SearchAlgorithm> SharedSearchState<M> {
    /// A search by a method and its tree; its time has been running since `start`.
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

    /// A round for the rest of this search: in a pruned tree or, where that is no use, in the same one.
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

    /// The playouts of threads, and those of partners; `visits` counts those of each thread.
    fn playouts(&self, visits: &[AtomicU64]) -> u64 {
        sum(visits) + self.elsewhere.load(Relaxed)
    }

    /// Exchanges with partners if it is due; `visits` counts the playouts of each thread.
    pub(super) fn exchange(&self, visits: &[AtomicU64], elapsed: Duration) {
        self.elsewhere.fetch_add(self.method.exchange(elapsed, sum(visits)), Relaxed);
    }

    /// Exchanges with partners for the last time: they are waited for where all make a number of playouts,
    /// but not beyond the time.
    pub(super) fn finish(&self, visits: &[AtomicU64]) {
        let is_ended = self.stop.load(Relaxed);
        let most = if is_ended { Duration::ZERO } else { FINISH.min(self.time_left()) };
        self.elsewhere.fetch_add(self.method.finish(sum(visits), most), Relaxed);
    }

    /// What was found so far; `visits` counts the playouts of each thread.
    pub(super) fn report(&self, visits: &[AtomicU64]) -> Report {
        let playouts = self.playouts(visits);
        Report { playouts, ..self.method.report(&self.root, self.by_move) }
    }

    /// How far the search has come; `visits` counts those of each thread.
    pub(super) fn progress(&self, visits: &[AtomicU64], elapsed: Duration) -> SearchProgress {
        let playouts = self.playouts(visits);
        SearchProgress { playouts, elapsed, prepared: self.prepared }
    }

    /// Takes a batch of simulations off the limit; 0 where it is used up or the search has ended.
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
    /// Every thread calls this, not only the one that watches the other limits: where threads are
    /// more than cores, that one may have to wait for its turn.
    pub(super) fn watch_time(&self) {
        if self.limits.time.is_some() && self.time_left().is_zero() {
            self.stop();
        }
    }

    /// The time until nothing is begun any more.
    pub(super) fn time_left(&self) -> Duration {
        let until = self.limits.begins_until().unwrap_or(Duration::MAX);
        until.saturating_sub(self.start.elapsed())
    }

    /// Whether the search was ended, or its time is up.
    pub(super) fn is_over(&self) -> bool {
        self.watch_time();
        self.stop.load(Relaxed)
    }

    /// Whether the threads ended for want of memory alone.
    pub(super) fn stopped_for_memory(&self) -> bool {
        let may_go_on = self.left.as_ref().is_none_or(|left| left.load(Relaxed) > 0);
        self.is_full() && may_go_on && !self.stop.load(Relaxed)
    }

    /// Whether a helping thread panicked.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Relaxed)
    }

    /// A guard that ends all threads if the one that holds it panics.
    pub(super) fn end_on_panic(&self) -> EndOnPanic<'_> {
        EndOnPanic { stop: &self.stop, has_failed: &self.has_failed }
    }

    fn is_full(&self) -> bool {
        self.end_when_full && self.method.is_full()
    }
}

/// The playouts of all threads.
fn sum(visits: &[AtomicU64]) -> u64 {
    visits.iter().map(|visits| visits.load(Relaxed)).sum()
}

/// Ends the other threads where this one panics: they would go on for ever, and be waited for.
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
