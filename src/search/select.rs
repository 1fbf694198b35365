//! Which child to descend to: playout results, all-moves-as-first results and priors in one value,
//! or results and a net's shares.

use super::guide;
use super::node::{Node, Stats, WIN};
use super::params::NetParams;

/// The child with the highest urgency among those that are allowed, the first of equals.
#[inline]
pub fn best_child(
    children: &[Node],
    rave_equiv: f32,
    is_allowed: impl Fn(&Node) -> bool,
) -> Option<usize> {
    first_highest(children, |child| urgency(child, rave_equiv), is_allowed)
}

/// The child that a net and the visits so far make the most urgent, the first of equals.
///
/// With a share P, n visits won at rate q, and N visits of all children, the value is
/// q + c·P·√(N + 1) / (1 + n) (PUCT: Rosin 2011, as used by AlphaZero), where c may be larger the
/// further the results are apart. A child without visits is taken to win somewhat less than those
/// that have some, the less the more of the shares they hold (KataGo's form).
#[inline]
pub fn best_guided(
    children: &[Node],
    params: &NetParams,
    is_allowed: impl Fn(&Node) -> bool,
) -> Option<usize> {
    let (mut all, mut seen, mut squares) = (Stats::default(), 0.0, 0);
    for child in children {
        let own = child.own();
        all = Stats { visits: all.visits + own.visits, wins: all.wins + own.wins };
        squares += child.squares();
        seen += if own.visits > 0 { guide::share(child.prior()) } else { 0.0 };
    }
    let first_play = all.winrate() as f32 - params.first_play as f32 * 0.01 * seen.sqrt();
    let constant = params.exploration as f32 * 0.01 * breadth(all, squares, params);
    let exploration = constant * (all.visits as f32 + 1.0).sqrt();
    let urgency = |child: &Node| {
        let own = child.own();
        let value = if own.visits > 0 { own.winrate() as f32 } else { first_play };
        value + exploration * guide::share(child.prior()) / (1.0 + own.visits as f32)
    };
    first_highest(children, urgency, is_allowed)
}

/// By how much more than usual a node is explored whose children have these results, and this sum of
/// their squares in parts of [`WIN`].
///
/// For a standard deviation s, with two results more at the usual one u, it is 1 + p·(s / u - 1),
/// where p is the part that goes with it (KataGo's form).
#[inline]
fn breadth(results: Stats, squares: u64, params: &NetParams) -> f32 {
    const TAKEN_FOR_GRANTED: f32 = 2.0;
    if results.visits < 2 || params.spread_part == 0 {
        return 1.0;
    }
    let usual = params.usual_spread.max(1) as f32 * 0.01;
    let (visits, mean) = (results.visits as f32, results.winrate() as f32);
    let deviations = (squares as f32 / WIN as f32 - visits * mean * mean).max(0.0);
    let all_deviations = deviations + TAKEN_FOR_GRANTED * usual * usual;
    let spread = (all_deviations / (visits + TAKEN_FOR_GRANTED - 1.0)).sqrt();
    1.0 + params.spread_part.min(100) as f32 * 0.01 * (spread / usual - 1.0)
}

/// The first child of the highest urgency among those that are allowed.
#[inline]
fn first_highest(
    children: &[Node],
    urgency: impl Fn(&Node) -> f32,
    is_allowed: impl Fn(&Node) -> bool,
) -> Option<usize> {
    let mut best = None;
    let mut highest = f32::MIN;
    for (i, child) in children.iter().enumerate() {
        let value = urgency(child);
        if value > highest && is_allowed(child) {
            highest = value;
            best = Some(i);
        }
    }
    best
}

/// What a child promises its player, 0 to 1.
///
/// With n visits (the prior's among them) won at rate q, and r AMAF visits won at rate a, the
/// value is β·a + (1 - β)·q with β = r / (r + n + n·r / equiv) (Silver 2009, as used by Pachi and
/// michi). There is no exploration term: AMAF and priors explore, and any more of it loses games.
#[inline]
fn urgency(child: &Node, rave_equiv: f32) -> f32 {
    let (own, prior, amaf) = (child.own(), child.prior(), child.amaf());
    let n = (own.visits + prior.visits) as f32;
    let q = (own.wins + prior.wins) as i64 as f32 / (n * WIN as f32);
    if amaf.visits == 0 {
        return q;
    }
    let r = amaf.visits as f32;
    let a = amaf.wins as i64 as f32 / (r * WIN as f32);
    let beta = r / (r + n + n * r / rave_equiv);
    beta * a + (1.0 - beta) * q
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_less_clear_is_explored_more() {
        let params = NetParams { spread_part: 50, usual_spread: 20, ..NetParams::default() };
        let of = |results: &[f64], params: &NetParams| {
            let wins: Vec<u64> = results.iter().map(|it| (it * f64::from(WIN)) as u64).collect();
            let stats = Stats { visits: wins.len() as u32, wins: wins.iter().sum() };
            breadth(stats, wins.iter().map(|won| won * won / u64::from(WIN)).sum(), params)
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
