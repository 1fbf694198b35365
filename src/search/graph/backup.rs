//! Backup: the statistics of a node, computed anew from its own evaluation and its children.
//!
//! It has the same result however often it is done, so a visit by another path is never lost and never
//! counted twice.

use crate::search::params::GraphParams;

use super::bias::Errors;
use super::evaluation::Evaluation;
use super::expectation::{Stats, Sums};
use super::node::{Node, Own};
use super::utility::{Utility, hundredths};
use super::weighing::{Share, favour_better, prune_noise};

/// What all backups of a search need.
#[derive(Debug, Clone)]
pub(super) struct Backup {
    pub(super) utility: Utility,
    pub(super) params: GraphParams,
    /// Whether the net tells how uncertain it is.
    pub(super) has_errors: bool,
}

impl Backup {
    /// Counts a visit that ended at a node.
    pub(super) fn visit(&self, node: &Node) {
        let mut own = node.own();
        own.visits += 1;
        self.compute(node, &mut own);
    }

    /// Computes the statistics of a node after one of its children has changed.
    pub(super) fn update(&self, node: &Node) {
        self.compute(node, &mut node.own());
    }

    fn compute(&self, node: &Node, own: &mut Own) {
        let Some(evaluation) = node.evaluation.get() else { return };
        // The thread that has just evaluated the node has not counted its visit yet.
        if own.visits == 0 && own.pruned.is_none() {
            return;
        }
        let (children, weight) = self.children(node);
        let of_children = (children.weight() > 0.0).then(|| children.stats());
        let utility = self.own_utility(node, evaluation, own, of_children, weight);
        let evaluated = self.of_evaluation(evaluation, own, utility);
        let mut sums = children;
        sums.add(&evaluated, evaluated.weight, evaluated.visits);
        node.set_stats(sums.stats());
    }

    /// The sum over the children, and their weight before any is pruned.
    fn children(&self, node: &Node) -> (Sums, f64) {
        let sign = f64::from(node.color.sign());
        let mut children: Vec<(Stats, u32)> = Vec::new();
        let mut shares: Vec<Share> = Vec::new();
        node.with_edges(|edges| {
            for edge in edges {
                let (stats, visits) = (edge.child.stats(), edge.visits());
                if stats.is_empty() || visits == 0 {
                    continue;
                }
                let weight = stats.weight_of(visits);
                shares.push(Share { utility: sign * stats.utility, policy: edge.policy, weight });
                children.push((stats, visits));
            }
        });
        let weight = shares.iter().map(|share| share.weight).sum();
        prune_noise(&mut shares, &self.params);
        favour_better(&mut shares, &self.params);
        let mut sums = Sums::default();
        for ((stats, visits), share) in children.iter().zip(&shares) {
            sums.add(stats, share.weight, *visits);
        }
        (sums, weight)
    }

    /// What the net says of the position itself, corrected by the errors of its pattern, to which the
    /// node adds its own.
    fn own_utility(
        &self,
        node: &Node,
        evaluation: &Evaluation,
        own: &mut Own,
        of_children: Option<Stats>,
        weight: f64,
    ) -> f64 {
        let utility = self.utility.of(&evaluation.expectation);
        let is_corrected =
            self.params.bias_part > 0 && !evaluation.is_end() && own.pruned.is_none();
        let Some(bias) = node.bias.as_ref().filter(|_| is_corrected) else { return utility };
        let errors = match of_children {
            Some(stats) => {
                let new = Errors::of(stats.utility - utility, weight, &self.params);
                bias.replace(std::mem::replace(&mut own.errors, new), new)
            }
            None => bias.errors(),
        };
        utility + errors.correction(&self.params)
    }

    /// The statistics of the position without its children.
    fn of_evaluation(&self, evaluation: &Evaluation, own: &Own, utility: f64) -> Stats {
        if let Some(pruned) = own.pruned {
            let visits = pruned.visits + own.visits;
            let utility = self.utility.of(&pruned.mean);
            let variance = pruned.utility.mul_add(-pruned.utility, pruned.utility_square);
            let utility_square = utility.mul_add(utility, variance.max(0.0));
            return Stats { visits, utility, utility_square, ..pruned };
        }
        // Only an end is found anew at each visit.
        let times = if evaluation.is_end() { f64::from(own.visits) } else { 1.0 };
        let weight = self.weight(evaluation);
        Stats {
            visits: own.visits,
            weight: weight * times,
            weight_square: weight * weight * times,
            mean: evaluation.expectation,
            utility,
            utility_square: utility * utility,
        }
    }

    /// How much an evaluation counts: more the less uncertain the net is (KataGo's form).
    pub(super) fn weight(&self, evaluation: &Evaluation) -> f64 {
        let params = &self.params;
        let (least, most) = (hundredths(params.uncertainty), hundredths(params.most_certain));
        if !self.has_errors || least <= 0.0 {
            return 1.0;
        }
        let Some(errors) = evaluation.errors else { return most };
        let slope = self.utility.slope(evaluation.expectation.score);
        let uncertainty = slope.mul_add(errors.score, errors.win_loss);
        let powered = libm::pow(uncertainty, hundredths(params.uncertainty_exponent));
        least / (powered + least / most)
    }
}
