//! The region of a problem, derived from the position.

use tianyuan_go::{Board, Color, Point, PointSet};

/// Chains of the opponent with at most this many liberties may belong to the region with their liberties.
const WEAK: usize = 3;

/// The minimum number of liberties of a chain of the opponent that supports stones next to the outside.
const STRONG: usize = 2;

/// The minimum number of empty points outside of the region, connected with a chain, with which it counts as safe.
const OPEN: usize = 8;

/// The size of a derived region.
struct Extent {
    /// The maximum number of steps from a stone of the group into open space.
    reach: usize,
    /// The maximum number of liberties of a weak chain that the group does not reach. A chain with more is safe: it
    /// can answer outside of the region.
    outer: usize,
    /// The number of steps beyond points that only the opponent touches.
    margin: usize,
}

/// Chosen on collections: larger regions are solved less often. In a few problems the attacker needs a larger region.
const PROBLEM: Extent = Extent { reach: 2, outer: 1, margin: 1 };

/// The surroundings of a group, to distinguish enclosed groups from others.
const SURROUNDINGS: Extent = Extent { reach: 3, outer: WEAK, margin: 2 };

/// Returns the region of a problem about the chains of one or two stones of one colour, the targets.
///
/// It starts with the target and spreads over empty points and stones of the same colour. It does not spread beyond
/// empty points that only stones of the opponent touch, nor more than two steps into open space. Added are chains of
/// the opponent that are enclosed, or have at most three liberties of which the group reaches all but one, with their
/// liberties; one step along points that only the opponent touches, so that it can answer there; and all chains whose
/// liberties are in the region.
///
/// A group that is not enclosed reaches the border of the region and lives.
pub fn derived_region(board: &Board, targets: [Point; 2]) -> PointSet {
    closed_region(board, region_of(board, targets, &PROBLEM))
}

/// Returns a wider region than [`derived_region`], for groups that reach its border.
pub(crate) fn wider_region(board: &Board, targets: [Point; 2]) -> PointSet {
    closed_region(board, region_of(board, targets, &SURROUNDINGS))
}

/// Returns a region with the points of all chains whose liberties are in it, so that both sides may play there after
/// the chains are captured.
pub fn closed_region(board: &Board, region: PointSet) -> PointSet {
    let (stride, full) = (board.size().stride(), PointSet::full(board.size()));
    let stones = Color::BOTH.map(|color| board.stones_of(color));
    let empty = full - (stones[0] | stones[1]);
    let chains = stones.into_iter().flat_map(|own| own.components(stride).collect::<Vec<_>>());
    let is_enclosed = |chain: &PointSet| chain.neighbours(stride, &empty).is_subset(&region);
    chains.filter(is_enclosed).fold(region, |region, chain| region | chain)
}

/// Returns the points of a region next to the outside: to empty points there, or to chains of `owner` with liberties
/// there.
pub(crate) fn owner_border(board: &Board, region: &PointSet, owner: Color) -> PointSet {
    let (stride, outside) = (board.size().stride(), outside(board, region));
    let is_open = |chain: &PointSet| !chain.neighbours(stride, &outside).is_empty();
    let own = board.stones_of(owner);
    let open = own.components(stride).filter(is_open);
    open.fold(outside, |all, chain| all | chain).neighbours(stride, region)
}

/// Returns the points outside of a region, empty or soon empty, that are next to it, to a target, or to chains of the
/// targets' owner in it or next to it.
pub(crate) fn exits(board: &Board, region: &PointSet, targets: [Point; 2]) -> PointSet {
    let Some(owner) = board.color_at(targets[0]) else { return PointSet::EMPTY };
    let stride = board.size().stride();
    let captured = closed_region(board, *region) - *region;
    let reached = with_chains(board, &(*region | targets.into_iter().collect()), owner);
    reached.neighbours(stride, &(outside(board, region) | captured))
}

/// Returns a region with the chains of a side that are in it or next to it.
fn with_chains(board: &Board, region: &PointSet, side: Color) -> PointSet {
    let (stride, own) = (board.size().stride(), board.stones_of(side));
    *region | (*region | region.neighbours(stride, &own)).flood(stride, &own)
}

/// Returns the points of a region next to empty points outside, but not next to a strong chain of `opponent`. A stone
/// there may be weak outside.
pub(crate) fn opponent_border(board: &Board, region: &PointSet, opponent: Color) -> PointSet {
    let (stride, empty) = (board.size().stride(), outside(board, &PointSet::EMPTY));
    let is_strong = |chain: &PointSet| chain.neighbours(stride, &empty).len() >= STRONG;
    let stones = board.stones_of(opponent);
    let strong = stones.components(stride).filter(is_strong);
    let strong = strong.fold(PointSet::EMPTY, |all, chain| all | chain);
    let border = outside(board, region).neighbours(stride, region);
    border - strong.neighbours(stride, region)
}

/// Returns `true` if moves outside could help to capture a chain of `opponent` next to the region, or next to chains of
/// the other side there: the chain has liberties outside, and it has few in total or little space.
pub(crate) fn has_weak_surroundings(board: &Board, region: &PointSet, opponent: Color) -> bool {
    let (stride, empty) = (board.size().stride(), outside(board, &PointSet::EMPTY));
    let (stones, outside) = (board.stones_of(opponent), outside(board, region));
    let reached = with_chains(board, region, !opponent);
    let is_weak = |chain: PointSet| {
        let liberties = chain.neighbours(stride, &empty);
        let is_near = !chain.neighbours(stride, &reached).is_empty();
        let has_space = || {
            let space = chain.flood(stride, &(stones | outside)) & outside;
            space.len() >= OPEN
        };
        is_near && !liberties.is_subset(region) && (liberties.len() <= WEAK || !has_space())
    };
    stones.components(stride).any(is_weak)
}

/// Returns the empty points outside of a region.
fn outside(board: &Board, region: &PointSet) -> PointSet {
    let full = PointSet::full(board.size());
    full - (board.stones_of(Color::Black) | board.stones_of(Color::White)) - *region
}

/// Returns the region of a group with more space around it.
pub(crate) fn surroundings(board: &Board, stone: Point) -> PointSet {
    region_of(board, [stone; 2], &SURROUNDINGS)
}

fn region_of(board: &Board, targets: [Point; 2], extent: &Extent) -> PointSet {
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
        for _ in 0..extent.reach {
            let next = (front - held).neighbours(stride, &empty) - region;
            region |= next;
            front = next;
        }
        new = region.neighbours(stride, &own).flood(stride, &own) - region;
    }
    let reached = region;
    for chain in other.components(stride) {
        let liberties = chain.neighbours(stride, &empty);
        let is_near = !chain.neighbours(stride, &region).is_empty();
        let is_weak = liberties.len() <= WEAK && (liberties - reached).len() <= extent.outer;
        if is_near && (is_weak || liberties.is_subset(&region)) {
            region = region | chain | liberties;
        }
    }
    for _ in 0..extent.margin {
        region |= (region & held).neighbours(stride, &empty);
    }
    region
}
