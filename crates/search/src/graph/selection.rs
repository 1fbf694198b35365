//! Selection: which move a simulation follows, by PUCT with KataGo's refinements.

use crate::params::GraphParams;

use super::expectation::Stats;
use super::utility::hundredths;

/// What selection goes by at one node; utilities are those of the player to move.
#[derive(Debug, Clone)]
pub(super) struct Selection<'a> {
    params: &'a GraphParams,
    /// The factor of exploration, with the root of all weight in it.
    exploration: f64,
    /// The utility of a move without visits (first-play urgency).
    fpu: f64,
    /// The largest utility that there is.
    most: f64,
}

/// A node whose move is to be selected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parent {
    pub(super) stats: Stats,
    /// +1 where Black is to move, -1 for White.
    pub(super) sign: f64,
    /// What the net says of the position, for Black.
    pub(super) by_net: f64,
    pub(super) is_root: bool,
    /// The weight of all children.
    pub(super) weight: f64,
    /// The policy of the moves that have a child.
    pub(super) visited_policy: f64,
}

/// A child as selection sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    pub(super) policy: f64,
    pub(super) weight: f64,
    /// Its utility for the player who moves to it; `None` before its first visit is done.
    pub(super) utility: Option<f64>,
    /// Threads below it.
    pub(super) virtual_losses: u32,
}

/// Added to the weight of all children, so that the first selection goes by the policy.
const FIRST_WEIGHT: f64 = 0.01;

impl<'a> Selection<'a> {
    pub(super) fn new(params: &'a GraphParams, parent: &Parent, most: f64) -> Selection<'a> {
        let growth = libm::log1p(parent.weight / f64::from(params.cpuct_base.max(1)));
        let constant = hundredths(params.cpuct) + hundredths(params.cpuct_log) * growth;
        let exploration = constant
            * (parent.weight + FIRST_WEIGHT).sqrt()
            * deviation_factor(params, &parent.stats);
        Selection { params, exploration, fpu: first_play_urgency(params, parent), most }
    }

    /// The value by which a move with a child is selected.
    pub(super) fn of_child(&self, child: &Child) -> f64 {
        let utility = child.utility.unwrap_or(self.fpu);
        let lost = f64::from(child.virtual_losses) * hundredths(self.params.virtual_losses);
        // Losses under way count beside at least a quarter of a visit.
        let part = if lost > 0.0 { lost / (lost + child.weight.max(0.25)) } else { 0.0 };
        let utility = utility + (-self.most - utility) * part;
        self.value(child.policy, child.weight + lost, utility)
    }

    /// The value by which a move without a child is selected.
    pub(super) fn of_new(&self, policy: f64) -> f64 {
        self.value(policy, 0.0, self.fpu)
    }

    fn value(&self, policy: f64, weight: f64, utility: f64) -> f64 {
        utility + self.exploration * policy / (1.0 + weight)
    }

    /// The weight at which a child would have a value; what it has beyond was too much.
    pub(super) fn weight_for(&self, value: f64, policy: f64, utility: f64) -> f64 {
        let needed = value - utility;
        if needed <= 0.0 {
            return f64::INFINITY;
        }
        (self.exploration * policy / needed - 1.0).max(0.0)
    }
}

/// The factor of exploration by the standard deviation of a node's utilities.
fn deviation_factor(params: &GraphParams, stats: &Stats) -> f64 {
    let usual = hundredths(params.usual_deviation.max(1));
    let deviation = match stats.weight > 1.0 {
        true => {
            let granted = hundredths(params.deviation_visits);
            let square = stats.utility * stats.utility;
            let mean = stats.utility_square.max(square);
            let sum = (square + usual * usual).mul_add(granted, mean * stats.weight);
            (sum / (granted + stats.weight - 1.0) - square).max(0.0).sqrt()
        }
        false => usual,
    };
    1.0 + hundredths(params.deviation_part) * (deviation / usual - 1.0)
}

/// The utility of a move without visits: that of its parent, less a reduction that grows with the
/// policy that was visited. The less of it was, the more the parent's is what the net says.
fn first_play_urgency(params: &GraphParams, parent: &Parent) -> f64 {
    let visited = parent.visited_policy.clamp(0.0, 1.0);
    let searched = libm::pow(visited, hundredths(params.fpu_exponent));
    let utility = parent.by_net + (parent.stats.utility - parent.by_net) * searched;
    let reduction = match parent.is_root {
        true => params.root_fpu_reduction,
        false => params.tree_fpu_reduction,
    };
    parent.sign * utility - hundredths(reduction) * visited.sqrt()
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
            is_root: false,
            weight: 10.0,
            visited_policy: 0.64,
        }
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }

    #[test]
    fn a_move_without_visits_is_worth_less_the_more_was_visited() {
        let params = GraphParams::default();
        let searched = 0.64_f64 * 0.64;
        close(first_play_urgency(&params, &parent()), -0.2 + 0.4 * searched - 0.2 * 0.8);
        let root = Parent { is_root: true, ..parent() };
        close(first_play_urgency(&params, &root), -0.2 + 0.4 * searched - 0.1 * 0.8);
        let white = Parent { sign: -1.0, ..parent() };
        close(first_play_urgency(&params, &white), 0.2 - 0.4 * searched - 0.2 * 0.8);
    }

    #[test]
    fn utilities_far_apart_are_explored_more() {
        let params = GraphParams::default();
        // ((0.04 + 0.16)·2 + 0.13·11) / (2 + 11 - 1) - 0.04
        let deviation = ((0.4 + 1.43) / 12.0_f64 - 0.04).sqrt();
        close(deviation_factor(&params, &parent().stats), 1.0 + 0.85 * (deviation / 0.4 - 1.0));
        close(deviation_factor(&params, &Stats::default()), 1.0);
    }

    #[test]
    fn puct_is_computed_as_by_hand() {
        let params =
            GraphParams { deviation_part: 0, virtual_losses: 100, ..GraphParams::default() };
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
