//! Which child to descend to: playout results, all-moves-as-first results and priors in one value,
//! or results and a net's shares.

use super::guide;
use super::params::NetParams;
use super::tree::{Node, Stats, WIN};

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
/// q + c·P·√(N + 1) / (1 + n) (PUCT: Rosin 2011, as used by AlphaZero). A child without visits is
/// taken to win somewhat less than those that have some, the less the more of the shares they hold
/// (KataGo's form).
#[inline]
pub fn best_guided(
    children: &[Node],
    params: &NetParams,
    is_allowed: impl Fn(&Node) -> bool,
) -> Option<usize> {
    let (mut all, mut seen) = (Stats::default(), 0.0);
    for child in children {
        let own = child.own();
        all = Stats { visits: all.visits + own.visits, wins: all.wins + own.wins };
        seen += if own.visits > 0 { guide::share(child.prior()) } else { 0.0 };
    }
    let first_play = all.winrate() as f32 - params.first_play as f32 * 0.01 * seen.sqrt();
    let exploration = params.exploration as f32 * 0.01 * (all.visits as f32 + 1.0).sqrt();
    let urgency = |child: &Node| {
        let own = child.own();
        let value = if own.visits > 0 { own.winrate() as f32 } else { first_play };
        value + exploration * guide::share(child.prior()) / (1.0 + own.visits as f32)
    };
    first_highest(children, urgency, is_allowed)
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
