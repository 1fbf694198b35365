//! The region of a problem, derived from the position.

use tianyuan_go::{Board, Color, Point, PointSet};

use crate::life::{Ground, LifeReader};

/// Chains of the opponent with at most this many liberties may belong to the region with their liberties.
const WEAK: usize = 3;

/// The limit of [`Surroundings::safe_moves`]. A proof seldom needs more moves.
const MAX_SAFE_MOVES: u8 = 60;

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

/// The chains of a side around a region, which rely on liberties outside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surroundings {
    /// The number of moves of the other side outside of the region that leave each of these chains a liberty there.
    /// `None` if no number of moves endangers them.
    pub(crate) safe_moves: Option<u8>,
    /// The stones of these chains.
    pub(crate) stones: PointSet,
    /// The points of the region next to empty points outside, but not next to a chain of the side with a liberty there.
    /// A stone of the side could be captured there by moves outside.
    pub(crate) unsupported: PointSet,
}

impl Surroundings {
    /// Returns the surroundings of a region and its targets that belong to a side.
    ///
    /// A target or a chain next to the region, or next to chains of the other side there, relies on its liberties
    /// outside if it has some and is not pass-alive without the region.
    pub(crate) fn new(
        board: &Board,
        region: &PointSet,
        targets: [Point; 2],
        side: Color,
    ) -> Surroundings {
        let (stride, outside) = (board.size().stride(), outside(board, region));
        let ground = Ground { full: PointSet::full(board.size()), region: *region, stride };
        let stones = Color::BOTH.map(|color| board.stones_of(color));
        let reader = LifeReader::new(board, &ground, &stones, side).without_region();
        let start = *region | targets.into_iter().collect();
        let reached = with_chains(board, &start, !side);
        let (mut least, mut supporting) = (None, PointSet::EMPTY);
        let mut relying = PointSet::EMPTY;
        for chain in stones[side.index()].components(stride) {
            let liberties = chain.neighbours(stride, &outside).len();
            let is_near =
                chain.intersects(&start) || !chain.neighbours(stride, &reached).is_empty();
            if !is_near || liberties == 0 {
                continue;
            }
            supporting |= chain;
            if !chain.first().is_some_and(|stone| reader.is_alive(stone)) {
                least = Some(least.map_or(liberties, |least: usize| least.min(liberties)));
                relying |= chain;
            }
        }
        let safe_moves = least.map(|least| (least - 1).min(MAX_SAFE_MOVES.into()) as u8);
        let unsupported =
            outside.neighbours(stride, region) - supporting.neighbours(stride, region);
        Surroundings { safe_moves, stones: relying, unsupported }
    }

    /// Returns `true` if no move outside can change the result of the side's moves.
    pub(crate) fn are_safe(&self) -> bool {
        self.safe_moves.is_none() && self.unsupported.is_empty()
    }
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
