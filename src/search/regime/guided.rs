//! Search guided by a net: its policy is the prior of PUCT, its value is mixed with playouts.

use std::sync::Arc;

use crate::go::Move;
use crate::model::Model;
use crate::net::{Net, NetOutput, Symmetry, point_index};
use crate::search::evaluation_cache::EvaluationCache;
use crate::search::net_evaluator::{LeafEvaluation, NetEvaluator};
use crate::search::node::{Node, PriorWord};
use crate::search::params::NetParams;
use crate::search::root::SearchRoot;
use crate::search::root_options::RootNoise;
use crate::search::select::most_visited;
use crate::search::simulation::{LeafValue, Simulation};
use crate::search::tree::Tree;

use super::Regime;
use super::policy_prior::policy_priors;
use super::puct::{self, PuctNode, Seen};

/// The regime of searches with one of our own nets, which runs on the threads of the search.
#[derive(Debug)]
pub(in crate::search) struct Guided {
    net: Arc<Net>,
    cache: Arc<EvaluationCache<NetOutput>>,
    symmetry: Symmetry,
    /// The parameters for the size of this board.
    params: NetParams,
}

/// What one thread needs to evaluate leaves.
#[derive(Debug)]
pub(in crate::search) struct GuidedThread<'a> {
    evaluator: NetEvaluator<'a>,
    /// What the net says of the leaf of the present simulation; `None` where two passes ended the
    /// game before it.
    leaf: Option<LeafEvaluation>,
}

impl Guided {
    /// The regime of a net for which the board is turned by a symmetry; all evaluations in the cache must be
    /// of this net and symmetry.
    pub(in crate::search) fn new(
        net: Arc<Net>,
        cache: Arc<EvaluationCache<NetOutput>>,
        symmetry: Symmetry,
        params: NetParams,
    ) -> Guided {
        Guided { net, cache, symmetry, params }
    }

    /// The moves of a leaf with their policy priors.
    fn children<const W: usize>(
        &self,
        output: &NetOutput,
        simulation: &Simulation<'_, W>,
    ) -> Vec<(Move, PriorWord)> {
        let (board, last) = (simulation.board(), simulation.last_points());
        let model = Model::embedded().scores(board, simulation.to_play(), last);
        let moves = simulation.tree_moves();
        let priors = policy_priors(board.size(), output, &model, &self.params, moves);
        priors.into_iter().map(|(mv, policy)| (mv, PuctNode::pack(policy))).collect()
    }
}

impl Regime for Guided {
    type Thread<'a, const W: usize> = GuidedThread<'a>;

    // Visits follow the policy for long; a move that turns out better later has fewer of them.
    const BEST_BY_LCB: bool = true;

    fn thread<'a, const W: usize>(&'a self, root: &'a SearchRoot) -> GuidedThread<'a> {
        let (scoring, komi) = (root.game.rules().scoring, root.compensation());
        GuidedThread {
            evaluator: NetEvaluator::new(&self.net, &self.cache, self.symmetry, scoring, komi),
            leaf: None,
        }
    }

    fn batch(&self, _points: usize) -> u64 {
        // One evaluation takes as long as a batch of playouts.
        1
    }

    #[inline]
    fn select(&self, children: &[Node], is_allowed: impl Fn(&Node) -> bool) -> Option<usize> {
        puct::best_child(children, &self.params, is_allowed)
    }

    /// A bonus and the reduction of unvisited moves are half as much of a value from 0 to 1 as of
    /// utility, which goes from -1 to 1.
    fn select_at_root(
        &self,
        children: &[Node],
        noise: &mut RootNoise,
        is_allowed: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        let mut policies: Vec<f64> =
            children.iter().map(|child| PuctNode(child).policy().into()).collect();
        noise.options.temper(&mut policies);
        let usual = self.params.fpu_reduction as f32 * 0.01;
        let most = noise.options.fpu_reduction_max;
        let widened: Vec<f64> = policies.iter().map(|&policy| noise.widened(policy)).collect();
        let seen = Seen {
            fpu_reduction: most.map_or(usual, |most| 0.5 * most as f32),
            policy: |place: usize| policies[place] as f32,
            widened: |place: usize| widened[place] as f32,
            value: |value: f32| value + 0.5 * noise.bonus() as f32,
        };
        puct::best_child_as_seen(children, &self.params, seen, is_allowed)
    }

    /// Makes children at a leaf's second visit: at its first one only its value is used.
    fn expand<const W: usize>(
        &self,
        thread: &mut GuidedThread<'_>,
        tree: &Tree,
        leaf: &Node,
        simulation: &Simulation<'_, W>,
    ) -> bool {
        let (color, last) = (simulation.to_play(), simulation.last_moves());
        let output = thread
            .evaluator
            .evaluate(simulation.board(), simulation.key(), color, last)
            .expect("the net was chosen for this board");
        if leaf.own().visits > 1 || simulation.moves().is_empty() {
            tree.expand(leaf, || self.children(&output, simulation));
        }
        // There may be no room for children, or another thread may still be making them.
        let descends = !tree.children(leaf).is_empty();
        thread.leaf = (!descends).then(|| LeafEvaluation::of(&output, color));
        descends
    }

    fn evaluate<const W: usize>(
        &self,
        thread: &mut GuidedThread<'_>,
        simulation: &mut Simulation<'_, W>,
    ) -> LeafValue {
        let params = &self.params;
        let mut value = simulation.play_out_times(params.playouts_each.clamp(1, 1000) as i32);
        if let Some(leaf) = thread.leaf.take() {
            value.black_wins = params.mix_wins(leaf.black_wins, value.black_wins);
            // The net counts the bonus as komi; the score that is reported leaves it out.
            let bonus = 0.5 * simulation.root().bonus as f32;
            value.score = params.mix(leaf.score + bonus, value.score);
            let size = simulation.board().size();
            simulation.map_owners(|point, by_playouts| {
                params.mix(leaf.ownership[point_index(size, point)], by_playouts)
            });
        }
        value
    }

    #[inline]
    fn add_result(node: &Node, won: u32) {
        PuctNode(node).add_square(won);
    }

    fn value(&self, child: &Node) -> Option<f64> {
        let own = child.own();
        (own.visits > 0).then(|| own.winrate())
    }

    fn prior_weight(node: &Node) -> f64 {
        f64::from(PuctNode(node).policy_parts())
    }

    /// The child with the most visits: PUCT also selects moves only to explore them.
    fn leading_child(
        &self,
        children: &[Node],
        is_allowed: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        most_visited(children, is_allowed)
    }
}
