//! What the fights of a position come to, chain by chain, as features of the moves that matter.

use crate::go::{Board, Color, Point, PointSet, ladder};

use super::Reading;
use super::feature::{Kind, feature};

/// Tells the features of all moves that take, save, attack or defend a chain of few liberties.
pub(super) fn read<const W: usize>(
    board: &Board<W>,
    color: Color,
    last: [Option<Point>; 2],
    reading: &mut impl Reading,
) {
    let last_chain = last[0].filter(|&v| !board.is_empty(v)).map(|v| board.chain_at(v));
    let mut seen = PointSet::<W>::EMPTY;
    let has_ko = usize::from(board.ko().is_some());
    for (owner, stone) in board.stones() {
        let liberties = board.liberty_count(stone);
        if liberties > 4 || seen.contains(stone) {
            continue;
        }
        let stones: PointSet<W> = board.chain_stones(stone).collect();
        seen |= stones;
        let size = size_class(board.chain_size(stone));
        let is_last = usize::from(last_chain == Some(board.chain_at(stone)));
        if owner == color {
            let touched = last[0].is_some_and(|v| board.neighbours(v).any(|n| stones.contains(n)));
            if touched {
                let index = (liberties - 1) * 4 + size.min(3);
                for point in board.liberties(stone).iter() {
                    reading.feature(point, feature(Kind::Touched, index));
                }
            }
        }
        match (owner == color, liberties) {
            (true, 1) => {
                let free = usize::from(ladder::escapes(board, stone));
                let only = board.liberties(stone).first().expect("one liberty");
                let touched = last[0]
                    .is_some_and(|v| board.neighbours(v).any(|n| stones.contains(n)));
                let index = (size * 2 + free) * 2 + usize::from(touched);
                reading.feature(only, feature(Kind::Escape, index));
            }
            (true, 2) => {
                if ladder::catching_atari(board, stone).is_some() {
                    for point in board.liberties(stone).iter() {
                        reading.feature(point, feature(Kind::Threatened, size));
                    }
                }
            }
            (false, 1) => {
                let point = board.liberties(stone).first().expect("one liberty");
                let free = usize::from(ladder::escapes(board, stone));
                let mut saves = 0;
                for v in board.chain_stones(stone).flat_map(|stone| board.neighbours(stone)) {
                    if board.color_at(v) == Some(color) {
                        saves = saves.max(match board.liberty_count(v) {
                            1 => 2,
                            2 => 1,
                            _ => 0,
                        });
                    }
                }
                let index = ((size * 2 + free) * 3 + saves) * 2 + is_last;
                reading.feature(point, feature(Kind::Capture, index));
                if board.chain_size(stone) == 1
                    && board.neighbourhood(point).is_surrounded_by(!color)
                {
                    reading.feature(point, feature(Kind::Ko, has_ko * 2 + is_last));
                }
            }
            (false, 2) => {
                let catching = ladder::catching_atari(board, stone);
                for point in board.liberties(stone).iter() {
                    let catches = usize::from(catching == Some(point));
                    let index = ((size * 2 + catches) * 2 + is_last) * 2 + has_ko;
                    reading.feature(point, feature(Kind::Atari, index));
                }
            }
            _ => {}
        }
    }
}

/// 1, 2, 3, 4 to 6, more.
pub(super) fn size_class(stones: usize) -> usize {
    match stones {
        0..=3 => stones.saturating_sub(1),
        4..=6 => 3,
        _ => 4,
    }
}
