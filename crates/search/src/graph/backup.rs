//! Backup: recomputes the statistics of a node from its own evaluation and its children.
//!
//! Backups are idempotent, so visits through other paths are neither lost nor counted twice.

use crate::params::GraphParams;

use super::bias::Errors;
use super::child_weights::{ChildWeight, prune_noise, upweight_better_moves};
use super::evaluation::Evaluation;
use super::node::{Node, NodeEvaluation};
use super::node_stats::{Stats, Sums};
use super::utility::Utility;

/// The data that all backups of a search need.
#[derive(Debug, Clone)]
pub(super) struct Backup {
    pub(super) utility: Utility,
    pub(super) params: GraphParams,
    /// `true` if the net predicts its uncertainty.
    pub(super) has_errors: bool,
}

impl Backup {
    /// Counts a visit that ended at a node.
    pub(super) fn visit(&self, node: &Node) {
        // The lock is held until the statistics are stored: otherwise, of two threads that end here at the same time,
        // the earlier one could overwrite the later result.
        let mut own = node.own();
        own.visits += 1;
        self.compute(node, &mut own);
    }

    /// Computes the statistics of a node after one of its children has changed.
    pub(super) fn update(&self, node: &Node) {
        self.compute(node, &mut node.own());
    }

    fn compute(&self, node: &Node, own: &mut NodeEvaluation) {
        let Some(evaluation) = node.evaluation.get() else { return };
        // The thread that has just evaluated the node has not counted its visit yet.
        if own.visits == 0 && own.pruned.is_none() {
            return;
        }
        // Statistics are recomputed from the children instead of adding the new result. In a graph, children also
        // change through other paths, which running means would miss (KataGo's GraphSearch.md).
        let (children, weight) = self.children(node);
        let of_children = (children.weight() > 0.0).then(|| children.stats());
        let utility = self.own_utility(node, evaluation, own, of_children, weight);
        // The node's own evaluation counts as one child, as in a mean over all playouts.
        let evaluated = self.of_evaluation(evaluation, own, utility);
        let mut sums = children;
        sums.add(&evaluated, evaluated.weight, evaluated.visits);
        node.set_stats(sums.stats());
    }

    /// Returns the sum over the children, and their weight before pruning.
    fn children(&self, node: &Node) -> (Sums, f64) {
        let sign = f64::from(node.color.sign());
        let mut children: Vec<(Stats, u32)> = Vec::new();
        let mut shares: Vec<ChildWeight> = Vec::new();
        node.with_edges(|edges| {
            for edge in edges {
                let (stats, visits) = (edge.child.stats(), edge.visits());
                if stats.is_empty() || visits == 0 {
                    continue;
                }
                // The visits of the edge count, not the visits of the child. Otherwise a transposition with many
                // visits by other paths would pull this node towards a move it rarely chose.
                let weight = stats.weight_of(visits);
                shares.push(ChildWeight {
                    utility: sign * stats.utility,
                    policy: edge.policy,
                    weight,
                });
                children.push((stats, visits));
            }
        });
        // The bias table needs the weight before any child is discounted.
        let weight = shares.iter().map(|share| share.weight).sum();
        // Both steps approach the value of the best move faster than the plain mean over visits does.
        prune_noise(&mut shares, &self.params);
        upweight_better_moves(&mut shares, &self.params);
        let mut sums = Sums::default();
        for ((stats, visits), share) in children.iter().zip(&shares) {
            sums.add(stats, share.weight, *visits);
        }
        (sums, weight)
    }

    /// Returns the utility of the net's evaluation, corrected by the errors of the node's pattern, and updates the
    /// node's contribution to these errors.
    fn own_utility(
        &self,
        node: &Node,
        evaluation: &Evaluation,
        own: &mut NodeEvaluation,
        of_children: Option<Stats>,
        weight: f64,
    ) -> f64 {
        let utility = self.utility.of(&evaluation.expectation);
        // The score of a finished game has no error, and pruned statistics are not output of the net.
        let is_corrected =
            self.params.bias_part > 0.0 && !evaluation.is_end() && own.pruned.is_none();
        let Some(bias) = node.bias.as_ref().filter(|_| is_corrected) else { return utility };
        let errors = match of_children {
            Some(stats) => {
                // The children were searched deeper, so the difference to the net is treated as the net's error. The
                // old contribution is replaced, because a node is backed up many times.
                let new = Errors::of(stats.utility - utility, weight, &self.params);
                bias.replace(std::mem::replace(&mut own.errors, new), new)
            }
            // A new leaf has no children yet, but receives the correction from other positions.
            None => bias.errors(),
        };
        utility + errors.correction(&self.params)
    }

    /// Returns the statistics of the position without its children.
    fn of_evaluation(&self, evaluation: &Evaluation, own: &NodeEvaluation, utility: f64) -> Stats {
        if let Some(pruned) = own.pruned {
            // The mean is known, but the utility function may have changed, so the utility is recomputed. The spread
            // around it is assumed to be unchanged.
            let visits = pruned.visits + own.visits;
            let utility = self.utility.of(&pruned.mean);
            let variance = pruned.utility.mul_add(-pruned.utility, pruned.utility_square);
            let utility_square = utility.mul_add(utility, variance.max(0.0));
            return Stats { visits, utility, utility_square, ..pruned };
        }
        // Every visit to the end of a game counts as a separate result, as at any leaf that a tree reaches again.
        // Other nodes are evaluated once; later visits count through their children.
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

    /// Returns the weight of an evaluation: it decreases with the net's uncertainty (KataGo's formula).
    pub(super) fn weight(&self, evaluation: &Evaluation) -> f64 {
        let params = &self.params;
        let (least, most) = (params.uncertainty, params.most_certain);
        // Nets from version 9 predict their own error, and unstable positions then have less weight (KataGo:
        // uncertainty-weighted playouts). Without it 30 of 60 games were won with b10c384h6 at 60 visits: no
        // measurable difference.
        if !self.has_errors || !params.weights_uncertainty || least <= 0.0 {
            return 1.0;
        }
        // The result of a finished game is certain.
        let Some(errors) = evaluation.errors else { return most };
        // The score error is converted to utility, so that both errors can be added.
        let score = evaluation.expectation.score;
        let uncertainty = self.utility.uncertainty(score, errors.win_loss, errors.score);
        let powered = libm::pow(uncertainty, params.uncertainty_exponent);
        // The second term limits the weight to `most`, even if the net claims certainty.
        least / (powered + least / most)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::graph::bias::Bias;
    use crate::graph::evaluation::{self, Prior};
    use crate::graph::node::Edge;
    use crate::graph::node_stats::ExpectedOutcome;
    use tianyuan_go::{BoardSize, Color, Move};

    fn backup(params: GraphParams, has_errors: bool) -> Backup {
        let size = BoardSize::new(9).expect("a size");
        Backup { utility: Utility::new(&params, size, 0.0), params, has_errors }
    }

    /// Returns parameters under which utility is the win rate alone and weights are unchanged.
    fn plain() -> GraphParams {
        GraphParams {
            static_score: 0.0,
            dynamic_score: 0.0,
            value_exponent: 0.0,
            noise_scale: 0.0,
            ..GraphParams::default()
        }
    }

    fn evaluated(win_loss: f64, bias: Option<Arc<Bias>>) -> Node {
        let node = Node::new(1, Color::White, bias);
        let mut evaluation = Evaluation::of_end(
            ExpectedOutcome { win_loss, ..ExpectedOutcome::default() },
            std::iter::repeat_n(0.0, 81),
        );
        evaluation.priors = [Prior::new(Move::Pass, 1.0)].into();
        node.evaluation.get_or_init(|| Arc::new(evaluation));
        node
    }

    fn end(win_loss: f64) -> Node {
        let node = Node::new(2, Color::Black, None);
        let expectation = ExpectedOutcome { win_loss, ..ExpectedOutcome::default() };
        let owners = std::iter::repeat_n(0.0, 81);
        node.evaluation.get_or_init(|| Arc::new(Evaluation::of_end(expectation, owners)));
        node
    }

    fn point(index: usize) -> Move {
        let size = BoardSize::new(9).expect("a size");
        Move::Play(size.points().nth(index).expect("a point"))
    }

    #[test]
    fn node_value_is_mean_of_evaluation_and_children() {
        let backup = backup(plain(), false);
        let (node, child, other) = (evaluated(0.1, None), evaluated(0.4, None), end(-1.0));
        [&node, &child].into_iter().for_each(|node| backup.visit(node));
        (0..3).for_each(|_| backup.visit(&other));
        assert_eq!(
            (other.stats().visits, other.stats().weight),
            (3, 3.0),
            "a terminal node counts on every visit"
        );
        node.add_edge(Edge::new(point(0), 0.5, Arc::new(child), 1));
        // The other edge has counted two of the child's three visits.
        node.add_edge(Edge::new(point(1), 0.5, Arc::new(other), 2));
        backup.update(&node);
        let stats = node.stats();
        assert_eq!((stats.visits, stats.weight), (4, 4.0));
        assert!((stats.mean.win_loss - (0.1 + 0.4 - 2.0) / 4.0).abs() < 1e-9);
        assert!((stats.utility_square - (0.01 + 0.16 + 2.0) / 4.0).abs() < 1e-9);
        backup.update(&node);
        assert_eq!(node.stats(), stats, "no visit is counted twice");
    }

    #[test]
    fn pattern_errors_correct_evaluation() {
        let backup = backup(plain(), false);
        let bias = Arc::new(Bias::default());
        let node = evaluated(0.1, Some(bias.clone()));
        backup.visit(&node);
        let child = evaluated(-0.5, None);
        backup.visit(&child);
        node.add_edge(Edge::new(point(0), 0.5, Arc::new(child), 1));
        backup.update(&node);
        assert_eq!(bias.errors(), Errors { sum: -0.6, weight: 1.0 });
        // The corrected evaluation is 0.1 - 0.45 · 0.6.
        assert!((node.stats().utility - (-0.17 - 0.5) / 2.0).abs() < 1e-9, "{:?}", node.stats());
        let same = evaluated(0.3, Some(bias));
        backup.visit(&same);
        assert!(
            (same.stats().utility - 0.03).abs() < 1e-9,
            "a new node starts with the evaluation"
        );
    }

    #[test]
    fn pruned_statistics_replace_evaluation() {
        let backup = backup(plain(), false);
        let node = evaluated(0.1, None);
        let mean = ExpectedOutcome { win_loss: -0.5, ..ExpectedOutcome::default() };
        let found = Stats {
            visits: 9,
            weight: 9.0,
            weight_square: 9.0,
            mean,
            utility: -0.5,
            utility_square: 0.3,
        };
        node.own().prune(found);
        backup.update(&node);
        let stats = node.stats();
        assert_eq!((stats.visits, stats.weight, stats.utility), (9, 9.0, -0.5));
        assert!((stats.utility_square - 0.3).abs() < 1e-9);
        backup.visit(&node);
        assert_eq!(node.stats().visits, 10);
    }

    #[test]
    fn certain_evaluation_has_more_weight() {
        let params = GraphParams::default();
        let backup = backup(params.clone(), true);
        let of = |errors| {
            let owners = std::iter::empty();
            let mut evaluation = Evaluation::of_end(ExpectedOutcome::default(), owners);
            evaluation.errors = errors;
            backup.weight(&evaluation)
        };
        let errors = |win_loss, score| Some(evaluation::Errors { win_loss, score });
        assert!((of(errors(0.0, 0.0)) - 8.0).abs() < 1e-9);
        assert!((of(errors(0.25, 0.0)) - 1.0 / 1.125).abs() < 1e-9);
        let by_score = backup.utility.slope(0.0) * 3.0;
        let expected = 0.25 / (0.25 + by_score + 0.25 / 8.0);
        assert!((of(errors(0.25, 3.0)) - expected).abs() < 1e-9);
        assert!((of(None) - 8.0).abs() < 1e-9, "a terminal value is certain");
        let equal = self::backup(params.clone(), false);
        let evaluation = Evaluation::of_end(ExpectedOutcome::default(), std::iter::empty());
        let ignoring = GraphParams { weights_uncertainty: false, ..params };
        assert_eq!(
            self::backup(ignoring, true).weight(&evaluation),
            1.0,
            "useUncertainty is false"
        );
        assert_eq!(equal.weight(&evaluation), 1.0, "nets without an uncertainty output");
    }
}
