//! What a stone would do to the liberties of the chains around it, as features.

use smallvec::SmallVec;

use crate::go::{Board, ChainId, Color, Point, PointSet};

use super::Reading;
use super::feature::{Kind, feature};
use super::tactics::size_class;

/// Tells the features of one playable point.
pub(super) fn read<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: Option<Point>,
    point: Point,
    reading: &mut impl Reading,
) {
    let mut after = PointSet::<W>::EMPTY;
    let (mut before, mut stones, mut friends) = (5, 1, 0);
    let mut captures = false;
    let mut seen: SmallVec<[ChainId; 4]> = SmallVec::new();
    let mut enemies: SmallVec<[Point; 4]> = SmallVec::new();
    for v in board.neighbours(point) {
        let Some(owner) = board.color_at(v) else {
            after.insert(v);
            continue;
        };
        let liberties = board.liberty_count(v);
        if owner != color && liberties == 1 {
            captures = true;
            after.insert(v);
        }
        if seen.contains(&board.chain_at(v)) {
            continue;
        }
        seen.push(board.chain_at(v));
        if owner == color {
            after |= *board.liberties(v);
            before = before.min(liberties);
            stones += board.chain_size(v);
            friends += 1;
        } else if liberties > 1 {
            enemies.push(v);
        }
    }
    after.remove(point);
    let left = after.len();
    let before = if friends == 0 { 0 } else { before };
    let index = (before * 7 + left.min(6)) * 3 + friends.min(2);
    reading.feature(point, feature(Kind::Liberties, index));
    if left == 1 {
        let index = size_class(stones) * 2 + usize::from(captures);
        reading.feature(point, feature(Kind::SelfAtari, index));
    }
    let last = last.filter(|&v| !board.is_empty(v)).map(|v| board.chain_at(v));
    for v in enemies {
        let liberties = (board.liberty_count(v) - 2).min(5);
        let is_last = usize::from(last == Some(board.chain_at(v)));
        let size = size_class(board.chain_size(v)).min(3);
        let index = ((liberties * 4 + size) * 5 + left.clamp(1, 5) - 1) * 2 + is_last;
        reading.feature(point, feature(Kind::Beside, index));
    }
}
