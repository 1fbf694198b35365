//! The region of a problem, derived from the position.

use tianyuan_go::{Board, Point, PointSet};

use crate::problem::Goal;

/// The maximum distance of a point of the region from the group, in steps over points without opposing walls.
const REACH: usize = 2;

/// Chains of the opponent with at most this many liberties near the group belong to the region with their liberties.
const WEAK: usize = 3;

/// Returns the region of a goal on a position: the group of the target with the enclosed area, as far as two steps from
/// the group, the opponent's weak chains there, and the liberties of these chains.
///
/// Weak chains have at most three liberties. An open side of the group remains open: two steps from the group are the
/// outside, and reaching a point from which a chain touches the outside is life.
pub fn derived_region(board: &Board, goal: Goal) -> PointSet {
    let (stride, full) = (board.size().stride(), PointSet::full(board.size()));
    let Some(owner) = board.color_at(goal.targets()[0]) else { return PointSet::EMPTY };
    let (own, other) = (board.stones_of(owner), board.stones_of(!owner));
    let empty = full - (own | other);
    let mut group: PointSet = goal.targets().into_iter().collect();
    // Chains that share a liberty belong to the same group.
    for _ in 0..REACH {
        let chains = group.flood(stride, &own);
        let liberties = chains.neighbours(stride, &empty);
        group = chains | liberties.neighbours(stride, &own);
    }
    let group = group.flood(stride, &own);
    let mut region = group;
    for _ in 0..REACH {
        region |= region.neighbours(stride, &(empty | own));
    }
    let weak = |stone: &Point| board.liberty_count(*stone) <= WEAK;
    let near = region.neighbours(stride, &other);
    for stone in near.iter().filter(weak) {
        region |= board.chain_stones(stone).collect();
        region |= *board.liberties(stone);
    }
    region
}
