//! The searches that measure the value of moving first, and their results.
//!
//! Each position needs a search with the opponent to move. It also needs one after its best move with the player to
//! move again, unless the best move was played: then the position after it has this search already.

use std::collections::HashMap;

use crate::review::game::game_positions::GamePositions;
use crate::review::position::area::is_near;
use crate::review::position::evaluation::{PointIndex, PositionEvaluation};
use crate::review::position::first_move::FirstMove;
use crate::review::position::pending_search::Variant;

/// The maximum number of additional searches per position.
pub(in crate::review) const MOST_SEARCHES: u64 = 2;

/// The evaluations of variants, by position and variant.
pub(in crate::review) type Variants = HashMap<(usize, Variant), PositionEvaluation>;

/// Returns the variants to search, by position.
pub(in crate::review) fn variants(
    course: &GamePositions,
    found: &[Option<PositionEvaluation>],
) -> Vec<(usize, Variant)> {
    let played = played_best(course, |place| found[place].as_ref());
    let mut variants = Vec::new();
    for (place, evaluation) in found.iter().enumerate() {
        let Some(best) = evaluation.as_ref().and_then(best_point) else { continue };
        variants.push((place, Variant::OpponentFirst));
        if !played.contains_key(&place) {
            variants.push((place, Variant::MoveTwice(best)));
        }
    }
    variants
}

/// Sets the values of moving first from the searches of the variants.
pub(in crate::review) fn set(
    course: &GamePositions,
    found: &mut [PositionEvaluation],
    variants: &Variants,
) {
    let played = played_best(course, |place| found.get(place));
    let values: Vec<Option<FirstMove>> = (0..found.len())
        .map(|place| value(course, found, variants, (place, played.get(&place).copied())))
        .collect();
    found.iter_mut().zip(values).for_each(|(evaluation, value)| evaluation.first_move = value);
}

/// Returns the value at `place`. `next` is the position after its best move, if that move was played.
fn value(
    course: &GamePositions,
    found: &[PositionEvaluation],
    variants: &Variants,
    (place, next): (usize, Option<usize>),
) -> Option<FirstMove> {
    let evaluation = &found[place];
    let best = best_point(evaluation)?;
    let second = variants.get(&(place, Variant::OpponentFirst))?;
    let twice = match next {
        Some(next) => variants.get(&(next, Variant::OpponentFirst))?,
        None => variants.get(&(place, Variant::MoveTwice(best)))?,
    };
    let reply = evaluation.best()?.line.get(1).copied().flatten();
    let is_answered = reply.is_some_and(|reply| is_near(best, reply, course.size));
    let leads = [lead(evaluation), -lead(second), lead(twice)];
    Some(FirstMove::new(leads, is_answered))
}

/// Returns the lead after the best move, in 1/100 point. Unlike the mean over all playouts, it excludes explored bad
/// moves, whose share differs between the compared searches.
fn lead(evaluation: &PositionEvaluation) -> i32 {
    evaluation.best().map_or(evaluation.value.lead, |best| best.value.lead)
}

/// Returns the point of the best move; `None` for a pass.
fn best_point(evaluation: &PositionEvaluation) -> Option<u16> {
    evaluation.best()?.line.first().copied().flatten()
}

/// Returns the positions whose best move was played by the side to move, with the position after it, in which the
/// opponent is to move.
fn played_best<'a>(
    course: &GamePositions,
    found: impl Fn(usize) -> Option<&'a PositionEvaluation>,
) -> HashMap<usize, usize> {
    let is_best = |before: usize, point: PointIndex| {
        let best = found(before).and_then(best_point);
        best.is_some() && best == point
    };
    let moves = course.moves.iter().filter(|played| is_best(played.before, played.point));
    let has_reply = |after: usize| found(after).and_then(best_point).is_some();
    let alternate =
        moves.filter(|of| course.situations[of.after].color != of.color && has_reply(of.after));
    alternate.map(|played| (played.before, played.after)).collect()
}
