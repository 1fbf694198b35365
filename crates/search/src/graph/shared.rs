//! Data shared by the threads of a graph search, in addition to the graph.

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

/// Data shared by the threads of a graph search, in addition to the graph.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) net: AnyNet,
    /// An additional evaluator of leaves outside this process.
    pub(super) place: Option<Arc<dyn LeafEvaluator>>,
    /// All evaluations in it are from this net.
    pub(super) cache: Arc<EvaluationCache<Evaluation>>,
    pub(super) params: GraphParams,
    /// The seed for random symmetries.
    pub(super) seed: u64,
    /// `true` if no playouts follow, so that the graph is reported unchanged.
    pub(super) is_still: bool,
    /// Set after the root is evaluated, because utility depends on the expected score of the root.
    pub(super) backup: OnceLock<Backup>,
    /// Converts results to the komi of the game; measured at the root.
    pub(super) correction: OnceLock<KomiCorrection>,
}

/// The first version of nets that predict their uncertainty.
const FIRST_WITH_ERRORS: usize = 9;

impl Shared {
    /// Fixes the utility function of this search from the score of the root: the mean of an earlier search, or the
    /// net's expectation.
    pub(super) fn begin(&self, root: &SearchRoot, node: &Node, evaluation: &Evaluation) -> &Backup {
        self.backup.get_or_init(|| {
            // Fixed for the whole search: if the centre moved, utilities of different nodes could not be compared.
            // The mean of a reused graph is better than the net's expectation.
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
