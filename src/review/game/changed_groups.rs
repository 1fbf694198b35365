//! Groups whose expected owner changes with a move, to the disadvantage of the player of the move.

use crate::go::{Board, BoardSize, Color, Point, PointSet};
use crate::records::record::{self, Size};
use crate::solver::derived_region;

/// The ownership from which a chain counts as alive or dead, in hundredths.
const OWNED: i32 = 30;

/// The minimum number of stones of a group that change owner.
const FEWEST_STONES: usize = 3;

/// The maximum number of groups per move.
const MOST_GROUPS: usize = 3;

/// Stones of one colour that change owner together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChangedGroup {
    /// The colour of the stones.
    pub(super) owner: Color,
    /// A stone of its largest chain.
    pub(super) stone: Point,
    /// The number of stones that change owner.
    pub(super) stones: usize,
}

/// The expected owner of each point before and after a move, from -100 (White) to 100 (Black), row by row from the
/// upper left.
#[derive(Debug, Clone, Copy)]
pub(super) struct OwnershipChange<'a> {
    /// The player of the move.
    pub(super) player: Color,
    pub(super) before: &'a [i8],
    pub(super) after: &'a [i8],
}

impl OwnershipChange<'_> {
    /// Returns the groups of the position before the move that the player owned before and the opponent owns after it,
    /// largest chains first: own stones that die, and stones of the opponent that live.
    pub(super) fn groups(&self, board: &Board) -> Vec<ChangedGroup> {
        let mut groups = Vec::new();
        for owner in Color::BOTH {
            groups.extend(self.groups_of(board, owner));
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.stones));
        groups.truncate(MOST_GROUPS);
        groups
    }

    fn groups_of(&self, board: &Board, owner: Color) -> Vec<ChangedGroup> {
        let chains = board.stones_of(owner).components(board.size().stride()).collect::<Vec<_>>();
        let mut rest: Vec<PointSet> =
            chains.into_iter().filter(|chain| self.is_lost(chain, board.size())).collect();
        rest.sort_by_key(|chain| std::cmp::Reverse(chain.len()));
        let mut groups = Vec::new();
        while let Some(stone) = rest.first().and_then(PointSet::first) {
            let region = derived_region(board, [stone; 2]);
            let is_inside = |chain: &PointSet| chain.intersects(&region);
            let inside = rest.iter().filter(|chain| is_inside(chain));
            let stones = inside.map(PointSet::len).sum();
            rest.retain(|chain| !is_inside(chain));
            if stones >= FEWEST_STONES {
                groups.push(ChangedGroup { owner, stone, stones });
            }
        }
        groups
    }

    /// Returns `true` if the player owned the points on average before the move, and the opponent owns them after it.
    fn is_lost(&self, chain: &PointSet, size: BoardSize) -> bool {
        let mean = |ownership: &[i8]| {
            let owners = chain.iter().map(|point| i32::from(ownership[index(point, size)]));
            owners.sum::<i32>() * self.player.sign() / chain.len() as i32
        };
        mean(self.before) >= OWNED && mean(self.after) <= -OWNED
    }

    /// Returns the share of the change to the player's disadvantage that is in a set of points, 0 to 1.
    pub(super) fn share_in(&self, points: &PointSet, size: BoardSize) -> f64 {
        let loss = |point: Point| {
            let place = index(point, size);
            let change = i32::from(self.before[place]) - i32::from(self.after[place]);
            f64::from((change * self.player.sign()).max(0))
        };
        let all: f64 = size.points().map(loss).sum();
        let inside: f64 = points.iter().map(loss).sum();
        if all > 0.0 { inside / all } else { 0.0 }
    }
}

/// Returns the index of a point, row by row from the upper left.
pub(super) fn index(point: Point, size: BoardSize) -> usize {
    let square = Size::new(size.lines(), size.lines()).expect("records support larger boards");
    square.index(record::Point::of(point, size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Diagram;

    const TWO_GROUPS: &str = "
        . X X O . . . . .
        X X O O . . . . .
        O O O . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . O O O .
        . . . . . O X X O
        . . . . . O X . O";

    /// Returns the ownership with one value for all points of the upper half, another for the lower half.
    fn halves(upper: i8, lower: i8) -> Vec<i8> {
        (0..81).map(|place| if place < 41 { upper } else { lower }).collect()
    }

    #[test]
    fn groups_that_change_to_the_disadvantage_of_the_player_are_found() {
        let diagram = Diagram::parse(TWO_GROUPS);
        let board: Board = diagram.board();
        let found = |player, before: &[i8], after: &[i8]| {
            OwnershipChange { player, before, after }.groups(&board)
        };
        let (alive, dead) = (halves(80, -50), halves(-80, -50));
        let groups = found(Color::Black, &alive, &dead);
        let black = |group: &&ChangedGroup| group.owner == Color::Black;
        let own: Vec<_> = groups.iter().filter(black).collect();
        assert_eq!(own.len(), 1, "{groups:?}");
        assert_eq!(own[0].stones, 4);
        assert!(groups.iter().any(|group| group.owner == Color::White), "the surrounding stones");
        assert_eq!(found(Color::White, &alive, &dead), [], "a gain");
        assert_eq!(found(Color::Black, &alive, &halves(-29, -50)), []);
        assert_eq!(found(Color::Black, &halves(29, -50), &dead), []);
    }

    #[test]
    fn share_counts_losses_only() {
        let diagram = Diagram::parse(TWO_GROUPS);
        let (before, after) = (halves(50, -50), halves(-50, 50));
        let change = OwnershipChange { player: Color::Black, before: &before, after: &after };
        let size = diagram.size;
        let upper: PointSet = size.points().filter(|&point| index(point, size) < 41).collect();
        assert!((change.share_in(&upper, size) - 1.0).abs() < 1e-9);
        let one: PointSet = upper.iter().take(1).collect();
        assert!((change.share_in(&one, size) - 1.0 / 41.0).abs() < 1e-9);
    }
}
