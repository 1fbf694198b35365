//! What the threads of a search in a graph share beside the graph.

use std::sync::{Arc, OnceLock};

use crate::evaluation_cache::EvaluationCache;
use crate::lead::KomiCorrection;
use crate::params::GraphParams;
use crate::root::SearchRoot;
use tianyuan_nn::AnyNet;

use super::backup::Backup;
use super::evaluation::Evaluation;
use super::leaf::LeafEvaluator;
use super::node::Node;
use super::utility::Utility;

/// What the threads of a search share beside the graph.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) net: AnyNet,
    /// Where leaves are evaluated beside this process.
    pub(super) place: Option<Arc<dyn LeafEvaluator>>,
    /// All that it holds is of this net.
    pub(super) cache: Arc<EvaluationCache<Evaluation>>,
    pub(super) params: GraphParams,
    /// The seed by which symmetries are drawn.
    pub(super) seed: u64,
    /// Whether no playout is to come, so that the graph is reported as it was left.
    pub(super) is_still: bool,
    /// Known once the root is evaluated, since utility depends on the score that is expected there.
    pub(super) backup: OnceLock<Backup>,
    /// Converts figures to the komi of the game; measured at the root.
    pub(super) correction: OnceLock<KomiCorrection>,
}

/// The oldest version of nets that tell how uncertain they are.
const FIRST_WITH_ERRORS: usize = 9;

impl Shared {
    /// Fixes what positions are worth in this search, by the score at the root: what an earlier search
    /// found, or what the net expects.
    pub(super) fn begin(&self, root: &SearchRoot, node: &Node, evaluation: &Evaluation) -> &Backup {
        self.backup.get_or_init(|| {
            // Fixed for the whole search: if the centre moved, utilities of different nodes could not be
            // compared. The mean of a reused graph is better than the net's expectation.
            let stats = node.stats();
            let known = if stats.is_empty() { evaluation.expectation } else { stats.mean };
            let model = self.net.katago_model();
            Backup {
                utility: Utility::new(&self.params, root.game.size(), known.score),
                params: self.params.clone(),
                has_errors: model.is_some_and(|model| model.version >= FIRST_WITH_ERRORS),
            }
        })
    }
}
