//! Selection of the target for callers that specify none.

use tianyuan_go::{Board, Color, Point, PointSet};

use crate::region::surroundings;

/// The maximum number of open points in the region of an enclosed group.
const MAX_OPEN: usize = 6;

/// The number of steps from any stone within which an empty point is not open.
const CLOSE: usize = 2;

/// The reason why [`likely_target`] finds no target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// No group is enclosed.
    #[error("no enclosed group; specify the target")]
    NotEnclosed,
    /// Several groups are enclosed. The points are one stone of each.
    #[error("{} groups are enclosed; specify the target", .0.len())]
    Ambiguous(Vec<Point>),
}

/// A group that reaches few open points.
struct EnclosedGroup {
    /// The stones of the group.
    stones: PointSet,
    region: PointSet,
}

impl EnclosedGroup {
    /// Returns `true` if the group is in the region of another one, and the other group is outside of this group's
    /// region or much larger.
    fn is_inside(&self, other: &EnclosedGroup) -> bool {
        let is_larger = 3 * self.stones.len() <= other.stones.len();
        self.stones.is_subset(&other.region) && (is_larger || !other.stones.is_subset(&self.region))
    }
}

/// Returns a stone of the largest chain of the enclosed group.
///
/// A group consists of the stones of one colour that reach each other. It is enclosed if it reaches at most six points
/// that are more than two steps from every stone. A group inside of another one is ignored. With `near`, only groups
/// with a stone at most two steps from this point are considered.
///
/// # Errors
/// Returns [`TargetError`] if no group is enclosed, or several are.
pub fn likely_target(board: &Board, near: Option<Point>) -> Result<Point, TargetError> {
    let (stride, full) = (board.size().stride(), PointSet::full(board.size()));
    let vicinity = near.map_or(full, |point| widened([point].into_iter().collect(), board));
    let groups: Vec<EnclosedGroup> = enclosed_groups(board).collect();
    let is_inner = |group: &EnclosedGroup| groups.iter().any(|other| group.is_inside(other));
    let outer = groups.iter().filter(|group| !is_inner(group));
    let close: Vec<_> = outer.filter(|group| group.stones.intersects(&vicinity)).collect();
    let largest = |group: &EnclosedGroup| {
        let chain = group.stones.components(stride).max_by_key(PointSet::len);
        chain.and_then(|chain| chain.first())
    };
    match close[..] {
        [group] => largest(group).ok_or(TargetError::NotEnclosed),
        [] => Err(TargetError::NotEnclosed),
        _ => Err(TargetError::Ambiguous(close.into_iter().filter_map(largest).collect())),
    }
}

/// Returns the enclosed groups of both colours.
fn enclosed_groups(board: &Board) -> impl Iterator<Item = EnclosedGroup> {
    let stones = Color::BOTH.map(|color| board.stones_of(color));
    let open = PointSet::full(board.size()) - widened(stones[0] | stones[1], board);
    stones.into_iter().flat_map(move |own| {
        let (mut rest, mut groups) = (own, Vec::new());
        while let Some(stone) = rest.first() {
            let region = surroundings(board, stone);
            let stones = region & own;
            rest = rest - stones;
            if (region & open).len() <= MAX_OPEN {
                groups.push(EnclosedGroup { stones, region });
            }
        }
        groups
    })
}

/// Returns the points at most two steps from a set.
fn widened(set: PointSet, board: &Board) -> PointSet {
    let (stride, full) = (board.size().stride(), PointSet::full(board.size()));
    (0..CLOSE).fold(set, |set, _| set | set.neighbours(stride, &full))
}

#[cfg(test)]
mod tests {
    use tianyuan_go::Diagram;

    use super::*;
    use crate::region::closed_region;

    const CORNER: &str = "
        . O . X O . . . .
        X X . X O . . . .
        . . X X O . . . .
        O O O O O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn enclosed_group_is_the_target() {
        let diagram = Diagram::parse(CORNER);
        let board: Board = diagram.board();
        let target = likely_target(&board, None).expect("one group");
        assert_eq!(board.color_at(target), Some(Color::Black));
        let size = diagram.size;
        assert_eq!(board.chain_at(target), board.chain_at(size.point(3, 8)), "the largest chain");
        assert_eq!(likely_target(&board, Some(size.point(3, 6))), Ok(target));
        let far = likely_target(&board, Some(size.point(8, 0)));
        assert_eq!(far, Err(TargetError::NotEnclosed));
    }

    #[test]
    fn two_enclosed_groups_are_ambiguous() {
        let diagram = Diagram::parse(
            "
            . X O . . . O X .
            X X O . . . O X X
            O O O . . . O O O
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .",
        );
        let board: Board = diagram.board();
        let Err(TargetError::Ambiguous(stones)) = likely_target(&board, None) else {
            panic!("two groups");
        };
        assert_eq!(stones.len(), 2);
        let right = likely_target(&board, Some(diagram.size.point(8, 7)));
        assert!(right.is_ok_and(|point| diagram.size.column(point) > 4));
    }

    #[test]
    fn open_position_has_no_target() {
        let mut board: Board = Board::new(tianyuan_go::BoardSize::STANDARD);
        board.play(Color::Black, tianyuan_go::BoardSize::STANDARD.point(3, 3));
        assert_eq!(likely_target(&board, None), Err(TargetError::NotEnclosed));
    }

    #[test]
    fn closed_region_contains_chains_without_other_liberties() {
        let diagram = Diagram::parse(CORNER);
        let board: Board = diagram.board();
        let corner =
            |point: &Point| diagram.size.column(*point) < 3 && diagram.size.row(*point) > 5;
        let marked: PointSet = board.empty_points().iter().copied().filter(corner).collect();
        let region = closed_region(&board, marked);
        let added = region - marked;
        assert!(added.contains(diagram.size.point(1, 8)), "the white stone inside");
        assert!(
            added.contains(diagram.size.point(3, 8)) && added.contains(diagram.size.point(0, 7))
        );
        assert!(!region.contains(diagram.size.point(4, 8)), "the surrounding stones");
    }
}
