//! The interface of the two search methods: a tree of playouts, and a graph with a net.
//!
//! Limits, threads, early stopping and tree storage only use this interface.

use std::time::Duration;

use tianyuan_go::rng::Rng;

use super::early_stop::RootStats;
use super::params::Params;
use super::report::Report;
use super::root::SearchRoot;

/// Called regularly during long operations on trees; returns `true` to continue.
pub(super) type Continue<'a> = &'a mut dyn FnMut() -> bool;

/// The reason why a tree was not pruned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PruneError {
    /// No pruning frees half of the capacity.
    NothingToPrune,
    /// The caller requested a stop.
    Interrupted,
}

/// A search method with the tree that its threads share. Clones share the tree.
pub(super) trait SearchAlgorithm: Clone + Send + Sync + 'static {
    /// The state of one thread.
    type Worker<'a, const W: usize>: Work;

    /// Creates the worker for a thread.
    fn worker<'a, const W: usize>(
        &'a self,
        root: &'a SearchRoot,
        params: &'a Params,
        rng: Rng,
    ) -> Self::Worker<'a, W>;

    /// Returns the number of simulations between two limit checks, on a board of `points` points.
    fn batch(&self, points: usize) -> u64;

    /// Returns `true` if the memory is used up; the search then continues without growing.
    fn is_full(&self) -> bool;

    /// Returns `true` if the root has so many visits that counts could overflow.
    fn is_at_visit_limit(&self) -> bool;

    /// Returns a copy without rarely visited nodes that uses at most half of the memory.
    ///
    /// # Errors
    /// Returns [`PruneError::NothingToPrune`] if half of the memory cannot be freed, and [`PruneError::Interrupted`]
    /// if `go_on` returns `false`.
    fn pruned(&self, go_on: Continue<'_>) -> Result<Self, PruneError>;

    /// Returns the visits of the root's moves, as in [`Report::visits`].
    fn visits(&self, root: &SearchRoot) -> u64;

    /// Returns this process's share of `playouts`; peers run the others.
    fn part(&self, playouts: u64) -> u64 {
        playouts
    }

    /// Exchanges statistics with peers if an exchange is due after this time and number of local playouts. Returns
    /// the number of playouts that the peers have run since the last exchange.
    fn exchange(&self, _elapsed: Duration, _playouts: u64) -> u64 {
        0
    }

    /// Returns `true` if peers wait for each other, so that limit checks must not depend on time.
    fn is_in_step(&self) -> bool {
        false
    }

    /// Exchanges statistics with peers for the last time and waits at most `most` for them. Returns the same as
    /// [`exchange`](Self::exchange).
    fn finish(&self, _playouts: u64, _most: Duration) -> u64 {
        0
    }

    /// Returns the statistics of the root's moves for early stopping, or `None` if there are no moves yet.
    fn summary(&self, root: &SearchRoot) -> Option<RootStats>;

    /// Returns the results so far, without the number of playouts.
    fn report(&self, root: &SearchRoot, by_move: bool) -> Report;
}

/// One thread of a search.
pub(super) trait Work {
    /// Creates the children of the root before other threads start, so that none waits for another.
    fn expand_root(&mut self);

    /// Runs one simulation: select and expand, evaluate, backup.
    fn simulate(&mut self);
}
