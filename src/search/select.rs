//! Which child to descend to: playout results, all-moves-as-first results and priors in one value.

use super::tree::{Node, WIN};

/// The child with the highest urgency among those that are allowed, the first of equals.
#[inline]
pub fn best_child(
    children: &[Node],
    rave_equiv: f32,
    is_allowed: impl Fn(&Node) -> bool,
) -> Option<usize> {
    let mut best = None;
    let mut highest = f32::MIN;
    for (i, child) in children.iter().enumerate() {
        let value = urgency(child, rave_equiv);
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
