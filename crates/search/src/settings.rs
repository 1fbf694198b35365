//! The settings of the next searches, other than position and nets.

use std::sync::Arc;

use tianyuan_go::BoardSize;

use super::evaluation_cache::EvaluationCache;
use super::human::{HUMAN_POLICY_BYTES, HumanGuide};
use super::move_filter::MoveFilter;
use super::params::Params;
use super::peers::SearchPeers;
use super::root_options::RootOptions;
use super::{LeafEvaluator, Search};
use crate::params_macro::ParamGroup;

impl Search {
    /// Returns the seed of the playouts.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Sets the seed of the playouts for the next searches.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Returns `true` if searches on boards of this size use a net.
    pub fn has_net(&self, size: BoardSize) -> bool {
        self.nets.of(size).is_some()
    }

    /// Sets the number of threads for the next searches; 0 counts as 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Sets an additional evaluator of leaves outside this process, for the next searches with nets.
    pub fn set_leaf_place(&mut self, place: Arc<dyn LeafEvaluator>) {
        self.place = Some(place);
    }

    /// Sets the peers of the next searches without a net.
    pub fn set_partners(&mut self, partners: Arc<dyn SearchPeers>) {
        self.partners = Some(partners);
    }

    /// Sets the dynamic komi in half points for the next searches: White receives it in addition to komi. It
    /// influences the choice of moves and the utility; win rates, scores and leads in reports are converted to the
    /// real komi.
    pub fn set_dynamic_komi(&mut self, half_points: i32) {
        self.dynamic_komi = half_points;
    }

    /// Sets the moves that the next searches exclude. Trees with other restrictions are not reused.
    pub fn set_restriction(&mut self, restriction: MoveFilter) {
        self.restriction = restriction;
    }

    /// Sets the root options of the next searches. Values out of range are clamped.
    ///
    /// Trees of other options are reused only if they would have grown in the same way.
    pub fn set_root_options(&mut self, options: RootOptions) {
        self.root_options = options.bounded();
    }

    /// Sets the human net that guides the next searches, or none.
    pub fn set_human(&mut self, human: Option<HumanGuide>) {
        let source =
            |guide: &HumanGuide| (guide.net.clone(), guide.profile, guide.params.explores_tree());
        let is_same = self.human.as_ref().map(source) == human.as_ref().map(source);
        self.human = human;
        if !is_same {
            self.forget_human();
        }
    }

    /// Drops all evaluations by the human net.
    pub(super) fn forget_human(&mut self) {
        self.human_root = None;
        // Without exploration below the root, nothing is cached.
        let needs_cache = self.human.as_ref().is_some_and(|guide| guide.params.explores_tree());
        let memory = if needs_cache { self.memory } else { 0 };
        self.human_cache = Arc::new(EvaluationCache::new(memory, HUMAN_POLICY_BYTES));
    }

    /// Sets the parameters of the next searches. Trees that grew under other parameters are removed; evaluations are
    /// preserved, because their keys contain the parameters that they depend on.
    pub fn set_params(&mut self, params: &Params) {
        if *self.params != *params {
            self.params = Arc::new(params.clone());
            self.trees.clear();
            self.graphs.clear();
        }
    }

    /// Enables or disables ownership after each root move in reports, which takes additional time.
    pub fn set_by_move(&mut self, by_move: bool) {
        self.by_move = by_move;
    }

    /// Enables or disables storing trees for a later return to their positions, as in an analysis.
    pub fn set_keep_tree_for_return(&mut self, set_aside: bool) {
        self.set_aside = set_aside;
    }
}
