//! The region of a problem, derived from the position.

use tianyuan_go::{Board, Point, PointSet};

/// The maximum number of steps from a stone of the group into open space.
const REACH: usize = 3;

/// Chains of the opponent with at most this many liberties belong to the region with their liberties.
const WEAK: usize = 3;

/// The number of steps beyond points that only the opponent touches.
const MARGIN: usize = 2;

/// Returns the region of a problem about the chains of one or two stones of one colour, the targets.
///
/// It starts with the target and spreads over empty points and stones of the same colour. It does not spread beyond
/// empty points that only stones of the opponent touch, nor more than three steps into open space. Added are chains of
/// the opponent that are enclosed or have at most three liberties, and the liberties of these chains; and two steps
/// along points that only the opponent touches, so that it can answer there.
///
/// A group that is not enclosed reaches the border of the region and lives.
pub fn derived_region(board: &Board, targets: [Point; 2]) -> PointSet {
    let (stride, full) = (board.size().stride(), PointSet::full(board.size()));
    let Some(owner) = board.color_at(targets[0]) else { return PointSet::EMPTY };
    let (own, other) = (board.stones_of(owner), board.stones_of(!owner));
    let empty = full - (own | other);
    let held = other.neighbours(stride, &empty) - own.neighbours(stride, &empty);
    let mut region: PointSet = targets.into_iter().collect();
    // The number of steps restarts at each chain of the group.
    let mut new = region.flood(stride, &own);
    while !new.is_empty() {
        let mut front = new;
        region |= new;
        for _ in 0..REACH {
            let next = (front - held).neighbours(stride, &empty) - region;
            region |= next;
            front = next;
        }
        new = region.neighbours(stride, &own).flood(stride, &own) - region;
    }
    for chain in other.components(stride) {
        let liberties = chain.neighbours(stride, &empty);
        let is_near = !chain.neighbours(stride, &region).is_empty();
        if is_near && (liberties.len() <= WEAK || liberties.is_subset(&region)) {
            region = region | chain | liberties;
        }
    }
    for _ in 0..MARGIN {
        region |= (region & held).neighbours(stride, &empty);
    }
    region
}
