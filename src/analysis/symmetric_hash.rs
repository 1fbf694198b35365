//! A hash that identifies positions in responses, for opening books: invariant under rotations and reflections
//! of the board.
//!
//! KataGo's hash of the exact position is omitted, because clients compare it with one that they compute.

use crate::go::rng::mix;
use crate::go::{Color, Game};

/// Returns the hash of a position with a player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SymmetricHash(pub(super) u128);

impl SymmetricHash {
    pub(super) fn of(game: &Game, to_move: Color) -> SymmetricHash {
        let size = game.size();
        let last = size.lines() - 1;
        let mut sums = [u128::from(size.lines() as u64); 8];
        for (color, point) in game.board().stones() {
            let (x, y) = (size.column(point), size.row(point));
            let images = [(x, y), (last - x, y), (x, last - y), (last - x, last - y)];
            let turned = images.map(|(x, y)| (y, x));
            for (sum, (x, y)) in sums.iter_mut().zip(images.into_iter().chain(turned)) {
                let stone = (color.index() * 1024 + y * 32 + x) as u64;
                // The sum does not depend on the order of the stones.
                *sum = sum.wrapping_add(wide(stone + 1));
            }
        }
        let side = wide(0xffff_0000 + to_move.index() as u64);
        let hashes = sums.map(|sum| sum ^ side);
        SymmetricHash(hashes.into_iter().min().expect("there are eight symmetries"))
    }
}

/// Spreads a number over 128 bits.
fn wide(number: u64) -> u128 {
    u128::from(mix(2 * number)) << 64 | u128::from(mix(2 * number + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Rules};

    #[test]
    fn hash_is_equal_for_symmetric_positions() {
        let size = BoardSize::new(9).expect("a size");
        let hash = |x, y, to_move| {
            let stones = [(Color::Black, size.point(x, y)), (Color::White, size.point(4, 4))];
            let game = Game::setup(size, Rules::CHINESE, &stones, to_move).expect("a position");
            SymmetricHash::of(&game, to_move)
        };
        let one = hash(1, 2, Color::Black);
        for (x, y) in [(1, 6), (7, 2), (7, 6), (2, 1), (2, 7), (6, 1), (6, 7)] {
            assert_eq!(hash(x, y, Color::Black), one);
        }
        assert_ne!(hash(1, 2, Color::White), one);
        assert_ne!(hash(1, 3, Color::Black), one);
    }
}
