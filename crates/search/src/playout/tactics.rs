//! Moves that playouts propose for chains with one or two liberties.

use tianyuan_go::{Board, Color, Point};

use super::proposals::Proposals;

/// Proposes moves for a chain in atari: capture it, or save it by capturing a neighbour or by
/// extending to two liberties or more.
pub(super) fn propose_atari<const W: usize>(
    board: &Board<W>,
    color: Color,
    stone: Point,
    proposals: &mut Proposals,
) {
    let Some(liberty) = board.liberties(stone).first() else { return };
    if board.color_at(stone) != Some(color) {
        proposals.push_new(liberty);
        return;
    }
    for friend in board.chain_stones(stone) {
        for enemy in board.neighbours(friend) {
            if board.color_at(enemy) == Some(!color) && board.is_in_atari(enemy) {
                let last = board.liberties(enemy).first();
                last.into_iter().for_each(|point| proposals.push_new(point));
            }
        }
    }
    if !board.is_suicide(color, liberty) && !board.is_self_atari(color, liberty) {
        proposals.push_new(liberty);
    }
}

/// Proposes moves for a chain of two liberties: an atari from which it cannot escape to three
/// liberties, or a move of its own that gives it three.
pub(super) fn propose_two_liberties<const W: usize>(
    board: &Board<W>,
    color: Color,
    stone: Point,
    proposals: &mut Proposals,
) {
    let Some([a, b]) = board.two_liberties(stone) else { return };
    let grows = |at: Point| board.liberties_after(stone, at).len() > 2;
    if board.color_at(stone) == Some(color) {
        proposals.push_if(a, grows(a));
        proposals.push_if(b, grows(b));
    } else {
        proposals.push_if(a, !grows(b) && !board.is_self_atari(color, a));
        proposals.push_if(b, !grows(a) && !board.is_self_atari(color, b));
    }
}
