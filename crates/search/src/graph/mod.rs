//! Search with a net: a graph of positions whose values are computed from each other, following KataGo.
//!
//! | step | module |
//! | --- | --- |
//! | the loop of one thread | `worker`, along a `path` of boards |
//! | select | `selection` |
//! | evaluate | `evaluator` uses the cache or evaluates a `leaf` with the net, here or remotely |
//! | | `human_selection` selects by the policy of a human net, which `human_evaluator` returns |
//! | | `terminal_value` scores finished games; `evaluation` is the result |
//! | backup | `backup`, which weights children by `child_weights` and corrects the net by `bias` |
//! | objective | `utility` of `node_stats` |
//! | graph | `node_table`, `node`, their `key`s; `reuse` copies parts and recomputes their values |
//! | results | `move_choice`, `report` |
//! | interface for leaf evaluation | `leaf` |
//! | data shared by the threads | `shared` |
//! | tests of paths | `path_tests` |
//!
//! All numbers are from Black's side unless documented otherwise. Evaluations take about a millisecond, so locks on
//! nodes are cheap in comparison and no updates are lost.

mod backup;
mod bias;
mod move_choice;
mod terminal_value;
mod evaluation;
mod evaluator;
mod human_evaluator;
mod human_selection;
mod node_stats;
mod key;
mod leaf;
mod node;
mod path;
#[cfg(all(test, not(loom)))]
mod path_tests;
mod report;
mod reuse;
mod selection;
mod shared;
mod node_table;
mod utility;
mod child_weights;
mod worker;

use std::sync::{Arc, OnceLock};

use tianyuan_go::rng::Rng;
use tianyuan_nn::AnyNet;

use super::early_stop::RootStats;
use super::evaluation_cache::EvaluationCache;
use super::method::{Continue, PruneError, SearchAlgorithm};
use super::params::Params;
use super::report::Report;
use super::root::SearchRoot;

pub(super) use evaluation::{EVALUATION_BYTES, Evaluation};
pub use leaf::{Leaf, LeafAnswer, LeafEvaluator};
pub(super) use node_table::Graph;

use shared::Shared;
use worker::Worker;

/// A search in a graph, with a net. Clones share the graph.
#[derive(Debug, Clone)]
pub(super) struct GraphSearch {
    shared: Arc<Shared>,
    graph: Arc<Graph>,
}

impl GraphSearch {
    /// Creates a search that starts with `graph`. All evaluations in the cache must be from `net`. Leaves are also
    /// evaluated in `place`, if there is one. With `is_still` no playouts follow, and the graph is reported
    /// unchanged.
    pub(super) fn new(
        net: AnyNet,
        place: Option<Arc<dyn LeafEvaluator>>,
        cache: Arc<EvaluationCache<Evaluation>>,
        params: &Params,
        seed: u64,
        graph: Graph,
        is_still: bool,
    ) -> GraphSearch {
        let params = params.graph.clone();
        let (backup, correction) = (OnceLock::new(), OnceLock::new());
        let shared = Shared { net, place, cache, params, seed, is_still, backup, correction };
        GraphSearch { shared: Arc::new(shared), graph: Arc::new(graph) }
    }

    /// Returns the grown graph.
    pub(super) fn into_graph(self) -> Arc<Graph> {
        self.graph
    }
}

impl SearchAlgorithm for GraphSearch {
    type Worker<'a, const W: usize> = Worker<'a, W>;

    fn worker<'a, const W: usize>(
        &'a self,
        root: &'a SearchRoot,
        _params: &'a Params,
        rng: Rng,
    ) -> Worker<'a, W> {
        Worker::new(&self.shared, &self.graph, root, &rng)
    }

    fn batch(&self, _points: usize) -> u64 {
        1
    }

    fn is_full(&self) -> bool {
        self.graph.is_full()
    }

    fn is_at_visit_limit(&self) -> bool {
        self.graph.is_at_visit_limit()
    }

    fn pruned(&self, go_on: Continue<'_>) -> Result<Self, PruneError> {
        let graph = Arc::new(self.graph.pruned(go_on)?);
        Ok(GraphSearch { shared: self.shared.clone(), graph })
    }

    fn visits(&self, root: &SearchRoot) -> u64 {
        self.graph.visits(root)
    }

    fn summary(&self, root: &SearchRoot) -> Option<RootStats> {
        report::summary(&self.graph, root)
    }

    fn report(&self, root: &SearchRoot, by_move: bool) -> Report {
        match self.shared.backup.get() {
            Some(backup) => {
                let correction = self.shared.correction.get().copied().unwrap_or_default();
                report::report(&self.graph, root, backup, &correction, by_move)
            }
            None => Report::default(),
        }
    }
}
