//! Search by playouts: a tree of moves whose leaves are evaluated by one playout each.
//!
//! | step | module |
//! | --- | --- |
//! | the loop of one thread | `worker`, with one `simulation` after another |
//! | select | `rave`, from the results of playouts, AMAF and a prior |
//! | the tree | `table`, `node`, `atomic_mean`; `reuse` copies parts of it |
//! | results | `report` |
//! | statistics shared with peers | `shared_root_stats` |
//! | tests of thread interleavings | `loom_tests` |

mod atomic_mean;
mod node;
#[cfg(all(test, loom))]
mod loom_tests;
mod rave;
mod report;
mod reuse;
mod shared_root_stats;
mod simulation;
mod table;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use crate::early_stop::RootStats;
use crate::method::{Continue, PruneError, SearchAlgorithm};
use crate::params::{Params, SharingParams};
use crate::peers::{SearchPeers, Share};
use crate::report::Report;
use crate::root::SearchRoot;
use tianyuan_go::rng::Rng;

use node::Node;
use rave::Rave;
use report::report;
use shared_root_stats::SharedRootStats;
use worker::Worker;

pub use table::NODE_BYTES;
pub(super) use table::Tree;

/// A search in a tree. Clones share the tree.
#[derive(Debug, Clone)]
pub(super) struct TreeSearch {
    rave: Arc<Rave>,
    tree: Arc<Tree>,
    /// The statistics shared with peers.
    shared: Option<Arc<SharedRootStats>>,
}

impl TreeSearch {
    /// Creates a search that starts with a tree.
    pub(super) fn new(params: &Params, tree: Tree) -> TreeSearch {
        TreeSearch { rave: Arc::new(Rave::new(params)), tree: Arc::new(tree), shared: None }
    }

    /// Returns this search with peers, for this process's share of it.
    pub(super) fn shared(
        self,
        partners: (Arc<dyn SearchPeers>, Share),
        params: &SharingParams,
    ) -> TreeSearch {
        let top = SharedRootStats::new(partners, params, &self.tree);
        TreeSearch { shared: Some(Arc::new(top)), ..self }
    }

    /// Returns the grown tree.
    pub(super) fn into_tree(self) -> Arc<Tree> {
        self.tree
    }
}

impl SearchAlgorithm for TreeSearch {
    type Worker<'a, const W: usize> = Worker<'a, W>;

    fn worker<'a, const W: usize>(
        &'a self,
        root: &'a SearchRoot,
        params: &'a Params,
        rng: Rng,
    ) -> Worker<'a, W> {
        Worker::new(root, params, &self.rave, &self.tree, rng)
    }

    fn batch(&self, points: usize) -> u64 {
        Rave::batch(points)
    }

    fn is_full(&self) -> bool {
        self.tree.is_full()
    }

    fn is_at_visit_limit(&self) -> bool {
        self.tree.is_at_visit_limit()
    }

    fn pruned(&self, go_on: Continue<'_>) -> Result<Self, PruneError> {
        let tree = Arc::new(reuse::pruned(&self.tree, go_on)?);
        Ok(TreeSearch { tree, ..self.clone() })
    }

    fn part(&self, playouts: u64) -> u64 {
        self.shared.as_ref().and_then(|top| top.part()).unwrap_or(playouts)
    }

    fn exchange(&self, elapsed: Duration, playouts: u64) -> u64 {
        let Some(top) = &self.shared else { return 0 };
        top.exchange(&self.rave, &self.tree, elapsed, playouts)
    }

    fn is_in_step(&self) -> bool {
        self.shared.as_ref().is_some_and(|top| top.is_in_step())
    }

    fn finish(&self, playouts: u64, most: Duration) -> u64 {
        let Some(top) = &self.shared else { return 0 };
        top.finish(&self.tree, playouts, most)
    }

    fn visits(&self, _root: &SearchRoot) -> u64 {
        u64::from(self.tree.visits())
    }

    fn summary(&self, root: &SearchRoot) -> Option<RootStats> {
        let children = self.tree.children(self.tree.root());
        let place = self.rave.select(children, |child| root.allows(child.mv()))?;
        let told = |child: &Node| (u64::from(child.own().visits), child.own().winrate());
        let replies = self.tree.children(&children[place]).iter().map(Node::own);
        let reply = replies.max_by_key(|reply| reply.visits).filter(|reply| reply.visits > 0);
        let after_reply = reply.map(|reply| 1.0 - reply.winrate());
        RootStats::of(children.iter().map(told), place, after_reply)
    }

    fn report(&self, root: &SearchRoot, by_move: bool) -> Report {
        report(&self.tree, root, by_move)
    }
}
