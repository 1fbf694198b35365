//! Hashes that identify positions in responses, for opening books: of the position as it is on the board, and of the
//! position under rotations and reflections.
//!
//! `docs/reference/analysis.md` describes the computation, so that clients can repeat it. KataGo's random numbers are
//! different ones.

use crate::go::rng::mix;
use crate::go::{Color, Game};

/// The hashes of a position with a player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PositionHash {
    /// The hash of the position itself.
    pub(super) this: u128,
    /// The smallest hash of the eight symmetric positions.
    pub(super) symmetric: u128,
}

impl PositionHash {
    pub(super) fn of(game: &Game, to_move: Color) -> PositionHash {
        let size = game.size();
        let last = size.lines() - 1;
        let mut sums = [u128::from(size.lines() as u64); 8];
        let stones = game.board().stones().map(|(color, point)| (color.index(), point));
        // Only the player to move is forbidden to recapture.
        let ko = game.board().ko().filter(|&(color, _)| color == to_move);
        for (kind, point) in stones.chain(ko.map(|(_, point)| (2, point))) {
            let (x, y) = (size.column(point), size.row(point));
            let images = [(x, y), (last - x, y), (x, last - y), (last - x, last - y)];
            let turned = images.map(|(x, y)| (y, x));
            for (sum, (x, y)) in sums.iter_mut().zip(images.into_iter().chain(turned)) {
                let item = (kind * 1024 + y * 32 + x) as u64;
                // The sum does not depend on the order of the stones.
                *sum = sum.wrapping_add(wide(item + 1));
            }
        }
        let side = wide(0xffff_0000 + to_move.index() as u64);
        let hashes = sums.map(|sum| sum ^ side);
        let symmetric = hashes.into_iter().min().expect("there are eight symmetries");
        PositionHash { this: hashes[0], symmetric }
    }
}

/// Spreads a number over 128 bits.
fn wide(number: u64) -> u128 {
    u128::from(mix(2 * number)) << 64 | u128::from(mix(2 * number + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Move, Rules};

    fn hash(x: usize, y: usize, to_move: Color) -> PositionHash {
        let size = BoardSize::new(9).expect("a size");
        let stones = [(Color::Black, size.point(x, y)), (Color::White, size.point(4, 4))];
        let game = Game::setup(size, Rules::CHINESE, &stones, to_move).expect("a position");
        PositionHash::of(&game, to_move)
    }

    #[test]
    fn symmetric_hash_is_equal_for_symmetric_positions() {
        let one = hash(1, 2, Color::Black);
        for (x, y) in [(1, 6), (7, 2), (7, 6), (2, 1), (2, 7), (6, 1), (6, 7)] {
            let other = hash(x, y, Color::Black);
            assert_eq!(other.symmetric, one.symmetric);
            assert_ne!(other.this, one.this);
        }
        assert_ne!(hash(1, 2, Color::White).symmetric, one.symmetric);
        assert_ne!(hash(1, 3, Color::Black).symmetric, one.symmetric);
    }

    #[test]
    fn ko_point_changes_hash() {
        let size = BoardSize::new(9).expect("a size");
        let stones = |color, places: &[(usize, usize)]| -> Vec<(Color, crate::go::Point)> {
            places.iter().map(|&(x, y)| (color, size.point(x, y))).collect()
        };
        let mut stones_before = stones(Color::Black, &[(1, 0), (0, 1), (1, 2)]);
        stones_before.extend(stones(Color::White, &[(2, 0), (1, 1), (3, 1), (2, 2)]));
        let mut game =
            Game::setup(size, Rules::CHINESE, &stones_before, Color::Black).expect("a position");
        game.play(Color::Black, Move::Play(size.point(2, 1))).expect("it captures the ko");
        let with_ko = PositionHash::of(&game, Color::White);
        let after: Vec<_> = game.board().stones().collect();
        let same = Game::setup(size, Rules::CHINESE, &after, Color::White).expect("a position");
        let without_ko = PositionHash::of(&same, Color::White);
        assert_ne!(with_ko.this, without_ko.this);
        assert_ne!(with_ko.symmetric, without_ko.symmetric);
        assert_eq!(PositionHash::of(&game, Color::Black), PositionHash::of(&same, Color::Black));
    }

    #[test]
    fn position_hash_follows_the_documented_formula() {
        let number = |n: u64| u128::from(mix(2 * n)) * (1 << 64) + u128::from(mix(2 * n + 1));
        // Black at column 1 and row 2, White at 4 and 4, counted from 0 at the bottom left; White to move.
        let stones = number(2 * 32 + 1 + 1).wrapping_add(number(1024 + 4 * 32 + 4 + 1));
        let due = stones.wrapping_add(9) ^ number(0xffff_0001);
        assert_eq!(hash(1, 2, Color::White).this, due);
        // The finaliser of SplitMix64, as an independent check of `mix`.
        assert_eq!(mix(1), 0x5692_161d_100b_05e5);
    }
}
