//! The regimes of search: what a leaf is worth, how a child is selected, what a node stores.
//!
//! The [worker](super::worker)'s loop is common to all. A search runs under one regime from start
//! to end, so the compiler makes a loop of its own for each, and none pays for the others.
//!
//! | regime | leaf value | selection | a node's word holds |
//! | --- | --- | --- | --- |
//! | [`playouts`] | one playout | RAVE over priors of the move model | AMAF statistics |
//! | [`guided`] | a net's value, mixed with playouts | PUCT over a policy prior | squares of results |
//!
//! Another regime is a new file here that implements [`Regime`], and a line in
//! [`Search::run`](super::Search::run). [`Regime::evaluate`] may block: a net that evaluates
//! positions of many threads in batches, or on another device, lets the calling thread wait for its
//! part of the batch. Virtual losses keep the other threads away from that leaf meanwhile, and more
//! threads than cores fill the batch.

mod amaf;
pub(super) mod guided;
mod playout_prior;
pub(super) mod playouts;
mod policy_prior;
mod puct;

use super::node::Node;
use super::root::SearchRoot;
use super::root_options::RootNoise;
use super::simulation::{LeafValue, Simulation};
use super::tree::Tree;

/// A way of searching; one value of it is shared by all threads of a search.
pub(super) trait Regime: Send + Sync + Sized + 'static {
    /// What one thread needs for itself.
    type Thread<'a, const W: usize>;

    /// Whether the best move is the one with the highest lower confidence bound (LCB) among those
    /// with visits enough; otherwise it is the one with the most visits.
    const BEST_BY_LCB: bool;

    /// Whether a simulation adds to the siblings of its path, so that moves without visits have statistics.
    const TEACHES_SIBLINGS: bool = false;

    /// The state of a new thread.
    fn thread<'a, const W: usize>(&'a self, root: &'a SearchRoot) -> Self::Thread<'a, W>;

    /// Simulations between two looks at the limits, on a board of so many points.
    fn batch(&self, points: usize) -> u64;

    /// The child to descend to among those that are allowed; `None` where none is.
    fn select(&self, children: &[Node], is_allowed: impl Fn(&Node) -> bool) -> Option<usize>;

    /// The child of the root to descend to, where options of the root have it selected otherwise.
    fn select_at_root(
        &self,
        children: &[Node],
        noise: &mut RootNoise,
        is_allowed: impl Fn(&Node) -> bool,
    ) -> Option<usize>;

    /// Makes the children of the leaf that a simulation has come to, if it is time for that;
    /// answers whether to descend to one of them.
    fn expand<const W: usize>(
        &self,
        thread: &mut Self::Thread<'_, W>,
        tree: &Tree,
        leaf: &Node,
        simulation: &Simulation<'_, W>,
    ) -> bool;

    /// The value of the leaf at which a simulation has arrived. Leaves the owners of the points in
    /// the simulation.
    fn evaluate<const W: usize>(
        &self,
        thread: &mut Self::Thread<'_, W>,
        simulation: &mut Simulation<'_, W>,
    ) -> LeafValue;

    /// Adds to a node of the path what the regime stores there beside visits and wins; `won` is the
    /// result for the player who made the move, from 0 to [`WIN`](super::node::WIN).
    #[inline]
    fn add_result(_node: &Node, _won: u32) {}

    /// Adds to the siblings of the path what the regime learns from a simulation.
    #[inline]
    fn backup_siblings<const W: usize>(
        &self,
        _thread: &mut Self::Thread<'_, W>,
        _tree: &Tree,
        _simulation: &Simulation<'_, W>,
        _value: LeafValue,
    ) {
    }

    /// The value of a child for its player as selection sees it, 0 to 1, without what explores; `None` where it
    /// was not visited and nothing else is known of it.
    fn value(&self, child: &Node) -> Option<f64>;

    /// The weight of a move's prior: its part of the sum over its siblings is what reports say.
    /// A whole is 2 at least.
    fn prior_weight(node: &Node) -> f64;

    /// The child that the early stop takes for the best among those that are allowed.
    fn leading_child(&self, children: &[Node], is_allowed: impl Fn(&Node) -> bool)
    -> Option<usize>;
}
