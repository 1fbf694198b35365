//! The choice of a move at the root by visits, without visits that are no longer justified, and by the lower
//! confidence bound of utility (KataGo's methods).

use crate::params::GraphParams;

use super::node_stats::Stats;
use super::selection::{Child, Selection};

/// A move of the root.
#[derive(Debug, Clone, Copy)]
pub(super) struct RankedMove {
    pub(super) policy: f64,
    /// The visits of the edge.
    pub(super) visits: u32,
    /// The statistics of the child.
    pub(super) stats: Stats,
    /// The utility for the player.
    pub(super) utility: f64,
}

/// The lower confidence bound of a utility, and its distance from the utility.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bound {
    pub(super) lower: f64,
    pub(super) radius: f64,
}

impl RankedMove {
    pub(super) fn weight(&self) -> f64 {
        self.stats.weight_of(self.visits)
    }

    /// Returns the lower confidence bound. With few visits, the variance is assumed to be nearly the maximum; `most`
    /// is the largest utility.
    pub(super) fn bound(&self, params: &GraphParams, most: f64) -> Bound {
        let deviations = params.lcb_deviations;
        let (weight, squares) = (self.weight(), self.stats.weight_square_of(self.visits));
        // Without results, the bound is lower than any that was searched.
        if self.stats.is_empty() || weight <= 0.0 || squares <= 0.0 {
            let radius = 2.0 * most * deviations;
            return Bound { lower: -radius, radius };
        }
        // The effective sample size (Kish): uneven weights carry less information than even ones.
        let effective = weight * weight / squares;
        // A prior with the maximum variance that fades with the third power of the sample size. A few results that
        // agree by chance must not give a narrow bound.
        let granted = weight / (effective * effective * effective);
        let square = self.stats.utility * self.stats.utility;
        let found = self.stats.utility_square.max(square + 1e-8);
        let mean = (found * weight + (found + most * most) * granted) / (weight + granted);
        let sum = weight + granted;
        let effective = sum * sum / (squares + granted * granted);
        let radius = ((mean - square) / effective).sqrt() * deviations;
        Bound { lower: self.utility - radius, radius }
    }
}

/// Returns the selection value of each move; the move with the highest value is played.
pub(super) fn play_selection_values(
    contenders: &[RankedMove],
    selection: &Selection<'_>,
    params: &GraphParams,
    most: f64,
) -> Vec<f64> {
    let Some(leading) = most_searched(contenders) else { return Vec::new() };
    let of = |contender: &RankedMove| Child {
        policy: contender.policy,
        weight: contender.weight(),
        utility: (contender.weight() > 0.0).then_some(contender.utility),
        virtual_losses: 0,
    };
    // The leading move is the reference. For another move, only the visits count that PUCT would give it at its
    // current utility: a move that was refuted late may have many old visits.
    let value = selection.of_child(&of(&contenders[leading]));
    let mut merits: Vec<f64> = contenders
        .iter()
        .enumerate()
        .map(|(place, contender)| match place == leading {
            true => contender.weight(),
            false => selection
                .weight_for(value, contender.policy, contender.utility)
                .min(contender.weight())
                .ceil(),
        })
        .collect();
    // A move with a high mean and enough visits may be better than the most visited one. The bound prefers it only if
    // that is significant. Without it 39.5 of 80 games were won with g170-b6c96. In the earlier tree search it won 70
    // of 120.
    if !params.lcb_selection {
        return merits;
    }
    let bounds: Vec<Bound> =
        contenders.iter().map(|contender| contender.bound(params, most)).collect();
    favour_highest_bound(&mut merits, &bounds, params.lcb_visits * contenders[leading].weight());
    merits
}

/// Returns the index of the move with the highest weight, adjusted for one visit less and with a small bonus for
/// policy.
fn most_searched(contenders: &[RankedMove]) -> Option<usize> {
    // The policy breaks ties between moves with few visits, where equal counts are due to chance.
    let goodness = |contender: &RankedMove| {
        let visits = f64::from(contender.visits);
        contender.weight() * (visits - 1.0).max(0.0) / visits.max(1.0) + 2.0 * contender.policy
    };
    let all = contenders.iter().map(goodness).enumerate();
    all.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(place, _)| place)
}

/// Raises the merit of the move with the highest lower bound, among moves with a merit of at least `least`.
///
/// For every other move, the new merit is at least that move's merit times the square of `(radius + excess) /
/// radius`, where `excess` is the difference between the bounds. The ratio is limited.
fn favour_highest_bound(merits: &mut [f64], bounds: &[Bound], least: f64) {
    // With few visits even a lower bound is unreliable, so a move needs a fraction of the most visits.
    let enough = merits.iter().zip(bounds).enumerate();
    let enough = enough.filter(|(_, (merit, _))| **merit > 0.0 && **merit >= least);
    let highest = enough.map(|(place, (_, bound))| (place, bound.lower));
    let Some((best, highest)) = highest.reduce(|a, b| if b.1 > a.1 { b } else { a }) else {
        return;
    };
    let others = merits.iter().zip(bounds).enumerate().filter(|&(place, _)| place != best);
    // The merit rises only as far as the bounds differ, because reports print it (`playSelectionValue`).
    let needed = others.filter_map(|(_, (merit, bound))| {
        let excess = highest - bound.lower;
        // Limited to a factor of five for the radius.
        let wider = (bound.radius + excess) / (bound.radius + 0.2 * excess);
        (excess >= 0.0).then_some(wider * wider * merit)
    });
    merits[best] = needed.fold(merits[best], f64::max);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::selection::Parent;

    fn contender(policy: f64, visits: u32, utility: f64) -> RankedMove {
        let stats = Stats {
            visits,
            weight: f64::from(visits),
            weight_square: f64::from(visits),
            utility,
            utility_square: utility * utility + 0.04,
            ..Stats::default()
        };
        RankedMove { policy, visits, stats, utility }
    }

    fn best(contenders: &[RankedMove]) -> usize {
        best_with(&GraphParams::default(), contenders)
    }

    fn best_with(params: &GraphParams, contenders: &[RankedMove]) -> usize {
        let weight: f64 = contenders.iter().map(RankedMove::weight).sum();
        let stats =
            Stats { visits: weight as u32 + 1, weight: weight + 1.0, ..contenders[0].stats };
        let parent = Parent {
            stats,
            sign: 1.0,
            by_net: 0.0,
            fpu_reduction: 0.1,
            fpu_loss: 0.0,
            weight,
            visited_policy: 1.0,
        };
        let selection = Selection::new(params, &parent, 1.4);
        let merits = play_selection_values(contenders, &selection, params, 1.4);
        let all = merits.into_iter().enumerate();
        all.reduce(|a, b| if b.1 > a.1 { b } else { a }).expect("there are moves").0
    }

    #[test]
    fn lower_bound_matches_manual_calculation() {
        let params = GraphParams::default();
        let bound = contender(0.5, 16, 0.3).bound(&params, 1.4);
        // Adds 1/256 visits at the maximum variance.
        let granted = 1.0 / 256.0;
        let variance = 0.04 + 1.96 * granted / (16.0 + granted);
        let effective = (16.0 + granted) * (16.0 + granted) / (16.0 + granted * granted);
        let radius = 5.0 * f64::sqrt(variance / effective);
        assert!((bound.radius - radius).abs() < 1e-9, "{bound:?} {radius}");
        assert!((bound.lower - (0.3 - radius)).abs() < 1e-9);
        let none = contender(0.5, 0, 0.0).bound(&params, 1.4);
        assert_eq!((none.lower, none.radius), (-14.0, 14.0));
    }

    #[test]
    fn better_move_is_chosen_once_it_has_enough_visits() {
        assert_eq!(best(&[contender(0.5, 1000, 0.1), contender(0.3, 400, 0.1)]), 0);
        let better = [contender(0.5, 1000, 0.1), contender(0.3, 400, 0.3)];
        assert_eq!(best(&better), 1);
        let by_visits = GraphParams { lcb_selection: false, ..GraphParams::default() };
        assert_eq!(best_with(&by_visits, &better), 0, "useLcbForSelection is false");
        assert_eq!(best(&[contender(0.5, 1000, 0.1), contender(0.3, 400, 0.105)]), 0, "by chance");
        assert_eq!(
            best(&[contender(0.5, 1000, 0.1), contender(0.1, 140, 0.9)]),
            0,
            "too few visits"
        );
    }
}
