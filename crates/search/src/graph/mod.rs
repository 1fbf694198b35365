//! The search with a net: a graph of positions whose values are computed from one another, in the
//! manner of KataGo.
//!
//! | step | where |
//! | --- | --- |
//! | the loop of one thread | `worker`, along a `path` of boards |
//! | select | `selection` |
//! | evaluate | `evaluator` asks the cache, or the net about a `leaf`, here or in another place; `terminal_value` counts games that are over, `evaluation` is the result |
//! | backup | `backup`, which weighs children by `child_weights` and corrects the net by `bias` |
//! | what is maximised | `utility` of `node_stats` |
//! | the graph | `node_table`, `node`, their `key`s; `reuse` copies parts and recomputes their values |
//! | what was found | `move_choice`, `report` |
//! | where leaves are evaluated | `leaf` |
//! | data that the threads share | `shared` |
//! | tests of paths | `path_tests` |
//!
//! All numbers are positive for Black, but where it says that they are the player's. Evaluations take a
//! millisecond, so nodes have locks, and nothing is lost.

mod backup;
mod bias;
mod move_choice;
mod terminal_value;
mod evaluation;
mod evaluator;
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
    /// A search that begins with a graph, by a net; all evaluations in the cache must be of this net. Leaves are evaluated in `place` too. Where it `is_still`, no playout is to come, and what the graph knows stays as it is.
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

    /// The graph as it has grown.
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
