//! A node under net-guided search: a policy prior and the squares of results, selected by PUCT.

use crate::search::node::{Node, PriorWord, Stats, WIN};
use crate::search::params::NetParams;
use crate::search::select::first_highest;

/// The parts that a policy prior is counted in.
const WHOLE: u32 = u16::MAX as u32;

/// The words of a node as net-guided search reads them.
///
/// The regime's word holds the sum of the squares of results, in parts of [`WIN`], the prior the
/// policy's probability in parts of 2^16 - 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct PuctNode<'a>(pub(super) &'a Node);

impl PuctNode<'_> {
    /// The packed form of a probability, 0 to 1.
    pub(super) fn pack(policy: f32) -> PriorWord {
        PriorWord((policy * WHOLE as f32) as u32)
    }

    /// The parts of the policy prior out of 2^16 - 1.
    #[inline]
    pub(super) fn policy_parts(self) -> u32 {
        self.0.prior().0
    }

    /// The policy prior, 0 to 1.
    #[inline]
    pub(super) fn policy(self) -> f32 {
        unpack(self.0.prior())
    }

    /// The sum of the squares of results, in parts of [`WIN`].
    #[inline]
    pub(super) fn squares(self) -> u64 {
        self.0.regime_word()
    }

    /// Adds the square of a result, from 0 to [`WIN`].
    #[inline]
    pub(super) fn add_square(self, won: u32) {
        self.0.add_to_regime_word(u64::from(won) * u64::from(won) / u64::from(WIN));
    }
}

/// The probability that a packed policy prior stands for.
#[inline]
pub(super) fn unpack(prior: PriorWord) -> f32 {
    prior.0 as f32 / WHOLE as f32
}

/// The child with the highest PUCT value among those that are allowed, the first of equals.
///
/// With policy prior P, n visits won at rate q, and N visits of all children, the value is
/// q + c·P·√(N + 1) / (1 + n) (PUCT: Rosin 2011, as used by AlphaZero), where c may be larger the
/// further the results are apart. A child without visits has the first-play urgency (FPU) for q:
/// the mean of its siblings less a reduction that grows with the root of the policy that was
/// visited (KataGo's form).
#[inline]
pub(super) fn best_child(
    children: &[Node],
    params: &NetParams,
    is_allowed: impl Fn(&Node) -> bool,
) -> Option<usize> {
    let fpu_reduction = params.fpu_reduction as f32 * 0.01;
    let as_it_is = Seen {
        fpu_reduction,
        policy: |place: usize| PuctNode(&children[place]).policy(),
        widened: |place: usize| PuctNode(&children[place]).policy(),
        value: |value: f32| value,
    };
    best_child_as_seen(children, params, as_it_is, is_allowed)
}

/// How a node's children are seen by selection.
pub(super) struct Seen<P, X, V> {
    /// How much less than its siblings a child without visits is worth once all were visited.
    pub(super) fpu_reduction: f32,
    /// The policy prior of the child at a place.
    pub(super) policy: P,
    /// What exploration takes it for.
    pub(super) widened: X,
    /// What a value seems to be.
    pub(super) value: V,
}

/// The child whose PUCT value seems highest.
#[inline]
pub(super) fn best_child_as_seen(
    children: &[Node],
    params: &NetParams,
    mut seen: Seen<impl Fn(usize) -> f32, impl Fn(usize) -> f32, impl FnMut(f32) -> f32>,
    is_allowed: impl Fn(&Node) -> bool,
) -> Option<usize> {
    let (mut all, mut visited_policy, mut squares) = (Stats::default(), 0.0, 0);
    for (place, child) in children.iter().enumerate() {
        let own = child.own();
        all = Stats { visits: all.visits + own.visits, wins: all.wins + own.wins };
        squares += PuctNode(child).squares();
        visited_policy += if own.visits > 0 { (seen.policy)(place) } else { 0.0 };
    }
    let fpu = all.winrate() as f32 - seen.fpu_reduction * visited_policy.sqrt();
    let constant = params.exploration as f32 * 0.01 * spread_factor(all, squares, params);
    let exploration = constant * (all.visits as f32 + 1.0).sqrt();
    let value_of = |place: usize, child: &Node| {
        let own = child.own();
        let value = if own.visits > 0 { own.winrate() as f32 } else { fpu };
        let policy = (seen.widened)(place);
        (seen.value)(value) + exploration * policy / (1.0 + own.visits as f32)
    };
    first_highest(children, value_of, is_allowed)
}

/// The factor of exploration at a node whose children have these results, with this sum of squares
/// in parts of [`WIN`].
///
/// For a standard deviation s of results, with two more results taken for granted at the usual
/// deviation u, the factor is 1 + p·(s / u - 1), where p is the part of exploration that follows the
/// spread (KataGo's form).
#[inline]
fn spread_factor(results: Stats, squares: u64, params: &NetParams) -> f32 {
    const TAKEN_FOR_GRANTED: f32 = 2.0;
    if results.visits < 2 || params.spread_part == 0 {
        return 1.0;
    }
    let usual = params.usual_spread.max(1) as f32 * 0.01;
    let (visits, mean) = (results.visits as f32, results.winrate() as f32);
    // Visits under way count as lost, so the difference may fall below 0.
    let deviations = (squares as f32 / WIN as f32 - visits * mean * mean).max(0.0);
    let all_deviations = deviations + TAKEN_FOR_GRANTED * usual * usual;
    let spread = (all_deviations / (visits + TAKEN_FOR_GRANTED - 1.0)).sqrt();
    1.0 + params.spread_part.min(100) as f32 * 0.01 * (spread / usual - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_far_apart_are_explored_more() {
        let params = NetParams { spread_part: 50, usual_spread: 20, ..NetParams::default() };
        let of = |results: &[f64], params: &NetParams| {
            let wins: Vec<u64> = results.iter().map(|it| (it * f64::from(WIN)) as u64).collect();
            let stats = Stats { visits: wins.len() as u32, wins: wins.iter().sum() };
            spread_factor(stats, wins.iter().map(|won| won * won / u64::from(WIN)).sum(), params)
        };
        let alternating = |a, b| [a, b].repeat(500);
        for (results, expected) in [
            (vec![], 1.0),
            (vec![0.9], 1.0),
            (alternating(0.5, 0.5), 0.5),
            (alternating(0.4, 0.6), 0.75),
            (alternating(0.3, 0.7), 1.0),
            (alternating(0.1, 0.9), 1.5),
        ] {
            let found = of(&results, &params);
            assert!((found - expected).abs() < 0.03, "{expected}: {found}");
        }
        let none = NetParams { spread_part: 0, ..params };
        assert_eq!(of(&alternating(0.1, 0.9), &none), 1.0);
    }
}
