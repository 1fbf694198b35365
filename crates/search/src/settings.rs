//! The conditions of the next searches, which their results depend on beside position and nets.

use std::sync::Arc;

use super::move_filter::MoveFilter;
use super::peers::SearchPeers;
use super::root_options::RootOptions;
use super::{LeafEvaluator, Search};
use crate::params_macro::ParamGroup;

impl Search {
    /// The seed of the playouts.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Sets the seed of the playouts from the next search on.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Sets the number of threads from the next search on; 0 counts as 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Sets where the next searches with nets have leaves evaluated beside this process.
    pub fn set_leaf_place(&mut self, place: Arc<dyn LeafEvaluator>) {
        self.place = Some(place);
    }

    /// Sets who searches along, in the next searches without a net.
    pub fn set_partners(&mut self, partners: Arc<dyn SearchPeers>) {
        self.partners = Some(partners);
    }

    /// Sets the dynamic komi, in half points: what White gets in addition to komi, from the next search on.
    /// It influences the choice of moves and the utility; winrates, scores and leads of reports are those
    /// of the real komi.
    pub fn set_dynamic_komi(&mut self, half_points: i32) {
        self.dynamic_komi = half_points;
    }

    /// Sets the moves that the next searches leave out. Trees of other restrictions are not reused.
    pub fn set_restriction(&mut self, restriction: MoveFilter) {
        self.restriction = restriction;
    }

    /// Sets how widely the next searches look at the moves of their root, and what their net is told.
    /// What lies beyond the ranges becomes the nearest that is allowed.
    ///
    /// Trees of other options are not reused where they would have grown otherwise.
    pub fn set_root_options(&mut self, options: RootOptions) {
        self.root_options = options.bounded();
    }

    /// Sets whether reports say who owns what after each root move, which takes them a while.
    pub fn set_by_move(&mut self, by_move: bool) {
        self.by_move = by_move;
    }

    /// Sets whether trees are kept for a later return to their positions, as in an analysis.
    pub fn set_keep_tree_for_return(&mut self, set_aside: bool) {
        self.set_aside = set_aside;
    }
}
