//! Zobrist keys of positions (1970): one xor per stone placed or removed.
//!
//! Values are computed instead of stored: hashing colour and point takes about as long as a cache miss and needs no
//! table.

use super::{Board, Color, Point, PointSet};

/// Returns the key of one stone.
pub fn stone(color: Color, point: Point) -> u64 {
    mix((point.index() * 2 + color.index()) as u64 + 1)
}

/// Returns the key of all stones of a position.
pub fn position<const W: usize>(board: &Board<W>) -> u64 {
    board.stones().fold(0, |key, (color, point)| key ^ stone(color, point))
}

/// Returns the key after a move from a position with the key `key`. Suicide removes the player's own chain.
pub fn after_play<const W: usize>(board: &Board<W>, key: u64, color: Color, point: Point) -> u64 {
    let without = |key: u64, lost: Color, stones: PointSet<W>| {
        stones.iter().fold(key, |key, point| key ^ stone(lost, point))
    };
    if board.is_suicide(color, point) {
        return without(key, color, board.joined_chains(color, point));
    }
    let with_stone = key ^ stone(color, point);
    if board.neighbourhood(point).adjacent_stones(!color) == 0 {
        return with_stone;
    }
    without(with_stone, !color, board.captures(color, point))
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014), a bijection of 64-bit words.
fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
