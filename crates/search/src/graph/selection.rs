//! Selection: chooses the move that a simulation follows, by PUCT with KataGo's refinements.

use crate::human::HumanParams;
use crate::params::GraphParams;

use super::node::Edge;
use super::node_stats::Stats;

/// The selection data of a node; utilities are from the side of the player to move.
#[derive(Debug, Clone)]
pub(super) struct Selection<'a> {
    params: &'a GraphParams,
    /// The exploration factor, including the square root of the total weight.
    exploration: f64,
    /// The utility of a move without visits (first-play urgency).
    fpu: f64,
    /// The largest possible utility.
    most: f64,
}

/// A node at which a move is selected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parent {
    pub(super) stats: Stats,
    /// +1 if Black is to move, -1 if White is.
    pub(super) sign: f64,
    /// The utility of the net's evaluation, for Black.
    pub(super) by_net: f64,
    /// The maximum reduction of first-play urgency below the utility of the node.
    pub(super) fpu_reduction: f64,
    /// The fraction of the way from first-play urgency to the utility of a certain loss.
    pub(super) fpu_loss: f64,
    /// The total weight of the children.
    pub(super) weight: f64,
    /// The total policy of the moves that have a child.
    pub(super) visited_policy: f64,
}

/// A child for selection.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    pub(super) policy: f64,
    pub(super) weight: f64,
    /// Its utility for the player who moves to it; `None` before its first visit is complete.
    pub(super) utility: Option<f64>,
    /// The number of threads below it.
    pub(super) virtual_losses: u32,
}

impl Child {
    /// Returns the selection data of an edge; `sign` is +1 if Black is to move, -1 if White is.
    pub(super) fn of(edge: &Edge, sign: f64) -> Child {
        let stats = edge.child.stats();
        Child {
            policy: edge.policy,
            weight: stats.weight_of(edge.visits()),
            utility: (!stats.is_empty() && edge.visits() > 0).then_some(sign * stats.utility),
            virtual_losses: edge.child.virtual_losses(),
        }
    }
}

/// Added to the total weight of the children, so that the first selection follows the policy.
const FIRST_WEIGHT: f64 = 0.01;

impl<'a> Selection<'a> {
    pub(super) fn new(params: &'a GraphParams, parent: &Parent, most: f64) -> Selection<'a> {
        // PUCT in AlphaZero's form, on utility. The constant grows with the logarithm of the visits: after many
        // visits a low policy alone should not keep a move from being searched. Not measurable at 500 leaves
        // (Plackett-Burman test, CHANGELOG).
        let growth = libm::log1p(parent.weight / params.cpuct_base.max(1.0));
        let constant = params.cpuct + params.cpuct_log * growth;
        // The square root is the same for all moves, so it is computed once per node. Weights replace visits: an
        // uncertain evaluation should not count as much (KataGoMethods.md).
        let exploration = constant
            * (parent.weight + FIRST_WEIGHT).sqrt()
            * deviation_factor(params, &parent.stats);
        let fpu = first_play_urgency(params, parent);
        let fpu = fpu + (-most - fpu) * parent.fpu_loss;
        Selection { params, exploration, fpu, most }
    }

    /// Creates the selection by a human policy: KataGo's formula, in which exploration neither depends on the spread
    /// of the utility nor grows with the logarithm of the visits.
    pub(super) fn by_human(
        params: &'a GraphParams,
        human: &HumanParams,
        parent: &Parent,
        most: f64,
    ) -> Selection<'a> {
        let constant = human.cpuct_permanent.mul_add(parent.weight.sqrt(), human.cpuct);
        let exploration = constant * (parent.weight + FIRST_WEIGHT).sqrt();
        Selection { params, exploration, fpu: first_play_urgency(params, parent), most }
    }

    /// Returns the selection value of a move with a child.
    pub(super) fn of_child(&self, child: &Child) -> f64 {
        // Another thread may have created the child without having completed its first visit.
        let utility = child.utility.unwrap_or(self.fpu);
        let lost = f64::from(child.virtual_losses) * self.params.virtual_losses;
        // Virtual loss: threads below a child count as lost visits, so that threads spread. A full loss (KataGo)
        // spreads them too far: with eight leaves in flight on 13x13, 0.4 won 100 of 160 games against 1. 0.2 won 50
        // of 100, and no loss 28 of 60. The quarter of a visit preserves some of the utility of a child that has no
        // weight yet.
        let part = if lost > 0.0 { lost / (lost + child.weight.max(0.25)) } else { 0.0 };
        // A loss means the worst possible utility, not 0. It also counts in the denominator below.
        let utility = utility + (-self.most - utility) * part;
        self.value(child.policy, child.weight + lost, utility)
    }

    /// Returns the selection value of a move without a child.
    pub(super) fn of_new(&self, policy: f64) -> f64 {
        self.value(policy, 0.0, self.fpu)
    }

    fn value(&self, policy: f64, weight: f64, utility: f64) -> f64 {
        utility + self.exploration * policy / (1.0 + weight)
    }

    /// Returns the weight at which a child would have a selection value; additional weight is not justified.
    pub(super) fn weight_for(&self, value: f64, policy: f64, utility: f64) -> f64 {
        // Solves the PUCT formula for the weight. Visits beyond it were spent while the move seemed better, so they
        // do not count (KataGo prunes them in the same way).
        let needed = value - utility;
        if needed <= 0.0 {
            // The move is better than the value without any exploration, so any weight is justified.
            return f64::INFINITY;
        }
        (self.exploration * policy / needed - 1.0).max(0.0)
    }
}

/// Returns the exploration factor from the standard deviation of a node's utilities.
fn deviation_factor(params: &GraphParams, stats: &Stats) -> f64 {
    // If all results agree, another visit adds little; if they differ, exploration pays (KataGo: dynamic
    // variance-scaled cPUCT). In the earlier tree search it won 112 of 197 games on 9x9. In this search, omitting it
    // won 40 of 80 games with g170-b6c96: no measurable difference.
    let usual = params.usual_deviation.max(0.01);
    let deviation = match stats.weight > 1.0 {
        true => {
            // The spread of a few results is a poor estimate, so the prior deviation is mixed in with a weight of two
            // visits.
            let granted = params.deviation_visits;
            let square = stats.utility * stats.utility;
            // Rounding can make the mean square smaller than the square of the mean.
            let mean = stats.utility_square.max(square);
            let sum = (square + usual * usual).mul_add(granted, mean * stats.weight);
            (sum / (granted + stats.weight - 1.0) - square).max(0.0).sqrt()
        }
        false => usual,
    };
    // Only a fraction is scaled: exploration must not vanish if the first results happen to agree.
    1.0 + params.deviation_part * (deviation / usual - 1.0)
}

/// Returns the utility of a move without visits: the parent's utility less a reduction that grows with the visited
/// policy. The less policy has been visited, the more the parent's utility is taken from the net.
fn first_play_urgency(params: &GraphParams, parent: &Parent) -> f64 {
    // The parent's searched utility is mostly that of its best moves. While little of the policy has been visited, it
    // depends on the first moves by chance, so the net's value has more weight.
    let visited = parent.visited_policy.clamp(0.0, 1.0);
    let searched = match params.fpu_by_visited_policy {
        true => libm::pow(visited, params.fpu_exponent),
        false => 1.0 - params.fpu_net_weight,
    };
    let utility = parent.by_net + (parent.stats.utility - parent.by_net) * searched;
    // The remaining moves are those that the policy considers worse, so they are rated lower the more policy has been
    // visited. Without first-play urgency 33.5 of 80 games were won. The reduction is smaller at the root, where
    // missing a move costs most.
    parent.sign * utility - parent.fpu_reduction * visited.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parent() -> Parent {
        let stats = Stats {
            visits: 11,
            weight: 11.0,
            utility: 0.2,
            utility_square: 0.13,
            ..Stats::default()
        };
        Parent {
            stats,
            sign: 1.0,
            by_net: -0.2,
            fpu_reduction: 0.2,
            fpu_loss: 0.0,
            weight: 10.0,
            visited_policy: 0.64,
        }
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }

    #[test]
    fn first_play_urgency_falls_with_visited_policy() {
        let params = GraphParams::default();
        let searched = 0.64_f64 * 0.64;
        close(first_play_urgency(&params, &parent()), -0.2 + 0.4 * searched - 0.2 * 0.8);
        let root = Parent { fpu_reduction: 0.1, ..parent() };
        close(first_play_urgency(&params, &root), -0.2 + 0.4 * searched - 0.1 * 0.8);
        let fixed = GraphParams {
            fpu_by_visited_policy: false,
            fpu_net_weight: 0.25,
            ..GraphParams::default()
        };
        close(first_play_urgency(&fixed, &parent()), -0.2 + 0.4 * 0.75 - 0.2 * 0.8);
        let losing = Selection::new(&params, &Parent { fpu_loss: 0.5, ..parent() }, 1.4).fpu;
        close(losing, 0.5 * (first_play_urgency(&params, &parent()) - 1.4));
        let white = Parent { sign: -1.0, ..parent() };
        close(first_play_urgency(&params, &white), 0.2 - 0.4 * searched - 0.2 * 0.8);
    }

    #[test]
    fn deviation_factor_grows_with_spread() {
        let params = GraphParams::default();
        // ((0.04 + 0.16)·2 + 0.13·11) / (2 + 11 - 1) - 0.04
        let deviation = ((0.4 + 1.43) / 12.0_f64 - 0.04).sqrt();
        close(deviation_factor(&params, &parent().stats), 1.0 + 0.85 * (deviation / 0.4 - 1.0));
        close(deviation_factor(&params, &Stats::default()), 1.0);
    }

    #[test]
    fn human_selection_matches_manual_calculation() {
        let params = GraphParams { virtual_losses: 1.0, ..GraphParams::default() };
        let human = HumanParams { cpuct: 0.5, cpuct_permanent: 2.0, ..HumanParams::default() };
        let selection = Selection::by_human(&params, &human, &parent(), 1.4);
        let exploration = (0.5 + 2.0 * 10.0_f64.sqrt()) * 10.01_f64.sqrt();
        let child = Child { policy: 0.3, weight: 4.0, utility: Some(0.3), virtual_losses: 0 };
        close(selection.of_child(&child), 0.3 + exploration * 0.3 / 5.0);
        close(selection.of_new(0.3), selection.fpu + exploration * 0.3);
    }

    #[test]
    fn puct_matches_manual_calculation() {
        let params =
            GraphParams { deviation_part: 0.0, virtual_losses: 1.0, ..GraphParams::default() };
        let selection = Selection::new(&params, &parent(), 1.4);
        let exploration = (1.0 + 0.45 * (510.0_f64 / 500.0).ln()) * 10.01_f64.sqrt();
        let child = Child { policy: 0.5, weight: 4.0, utility: Some(0.3), virtual_losses: 0 };
        let value = 0.3 + exploration * 0.5 / 5.0;
        close(selection.of_child(&child), value);
        close(selection.weight_for(value, 0.5, 0.3), 4.0);
        let lost = 0.3 + (-1.4 - 0.3) * (2.0 / 6.0);
        close(
            selection.of_child(&Child { virtual_losses: 2, ..child }),
            lost + exploration * 0.5 / 7.0,
        );
        close(selection.of_new(0.1), selection.fpu + exploration * 0.1);
        assert!(selection.weight_for(0.2, 0.5, 0.3).is_infinite(), "it is better at any weight");
    }
}
