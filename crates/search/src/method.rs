//! The two methods of search, as their common parts see them: a tree of playouts, and a graph for nets.
//!
//! Limits, threads, early stop and the store of earlier trees know no more of a search than this.

use std::time::Duration;

use tianyuan_go::rng::Rng;

use super::early_stop::RootStats;
use super::params::Params;
use super::report::Report;
use super::root::SearchRoot;

/// Asked now and then whether to go on, because large trees take long.
pub(super) type Continue<'a> = &'a mut dyn FnMut() -> bool;

/// Why a tree was not pruned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PruneError {
    /// No choice of nodes to leave out frees half of the capacity.
    NothingToPrune,
    /// The caller asked to stop.
    Interrupted,
}

/// What the threads of a search grow together, and how. Clones share what has grown.
pub(super) trait SearchAlgorithm: Clone + Send + Sync + 'static {
    /// What one thread needs for itself.
    type Worker<'a, const W: usize>: Work;

    /// The worker of a new thread.
    fn worker<'a, const W: usize>(
        &'a self,
        root: &'a SearchRoot,
        params: &'a Params,
        rng: Rng,
    ) -> Self::Worker<'a, W>;

    /// Simulations between two looks at the limits, on a board of so many points.
    fn batch(&self, points: usize) -> u64;

    /// Whether the memory is used up: the search goes on without growing.
    fn is_full(&self) -> bool;

    /// Whether the root was visited so often that counts could overflow.
    fn is_at_visit_limit(&self) -> bool;

    /// A copy without what was seldom visited, which uses at most half of the memory.
    ///
    /// # Errors
    /// [`PruneError::NothingToPrune`] where half of the memory cannot be freed,
    /// [`PruneError::Interrupted`] where `go_on` answers `false`.
    fn pruned(&self, go_on: Continue<'_>) -> Result<Self, PruneError>;

    /// The visits of the root's moves: what [`Report::visits`] says.
    fn visits(&self, root: &SearchRoot) -> u64;

    /// How many of so many playouts are made here; partners make the others.
    fn part(&self, playouts: u64) -> u64 {
        playouts
    }

    /// Exchanges with partners, if there are some and it is due, after such a time and so many playouts
    /// here. Answers the playouts that they have made since the last time.
    fn exchange(&self, _elapsed: Duration, _playouts: u64) -> u64 {
        0
    }

    /// Whether partners wait for each other, so that the looks at the limits may not depend on time.
    fn is_in_step(&self) -> bool {
        false
    }

    /// Exchanges with partners for the last time, and waits for them so long at most. Answers as
    /// [`exchange`](Self::exchange) does.
    fn finish(&self, _playouts: u64, _most: Duration) -> u64 {
        0
    }

    /// What the root's children say of the choice between them; `None` before there are any.
    fn summary(&self, root: &SearchRoot) -> Option<RootStats>;

    /// What was found so far, but for the playouts of this search.
    fn report(&self, root: &SearchRoot, by_move: bool) -> Report;
}

/// One thread of a search.
pub(super) trait Work {
    /// Makes the children of the root before other threads start, so that none waits for another.
    fn expand_root(&mut self);

    /// One pass through the loop: select and expand, evaluate, backup.
    fn simulate(&mut self);
}
