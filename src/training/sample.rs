//! A training sample as bytes: features of a position, the move played, and the result.
//!
//! A file of samples begins with 64 bytes: `GOREC001`, header length, board size, sample length, 0 (32 bits each),
//! number of samples (64 bits), zeros. Integers are little-endian. A sample has five planes with a bit per point,
//! then 28 bytes. Points are in row-major order from the top left, the first point in the lowest bit.
//!
//! | at | type | what |
//! | --- | --- | --- |
//! | 0, P
//! P bytes each
//! the stones of the player to move and of the opponent |
//! | 2P, 3P
//! P bytes each
//! the liberties of chains, low and high bit; 0 for four or more |
//! | 4P
//! P bytes
//! the stones of chains captured by a ladder |
//! | 5P | u16 | the move played: a point, or the number of points for a pass |
//! | + 2
//! u16
//! the point forbidden by simple ko, 65535 if absent |
//! | + 4
//! 5 u16
//! the last moves, most recent first, 65535 if absent |
//! | + 14
//! i8
//! 1 if the player to move won, -1 if they lost, 0 if unknown |
//! | + 15
//! u8
//! bit 0: White to move; bit 1: area scoring |
//! | + 16 | i16 | komi for the player to move, in half points |
//! | + 18
//! i16
//! the margin of the player to move in half points, 32767 if unknown |
//! | + 20, + 22
//! u16
//! the number of previous moves, and of moves from this one on |
//! | + 24 | u32 | the number of the game |
//!
//! Only the first 65535 moves of a game have a number.

use crate::go::{BoardSize, Color, Move, PointSet, Scoring};
use crate::nn::{Features, point_index};

use super::result::GameResult;

/// The magic bytes of a sample file.
const MAGIC: &[u8; 8] = b"GOREC001";
/// The header length in bytes.
pub(crate) const HEAD: usize = 64;
/// An absent point or move.
const NONE: u16 = u16::MAX;

/// The origin of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The number of the game.
    pub game: u32,
    /// The number of previous moves.
    pub before: usize,
    /// The number of moves from this one on.
    pub to_come: usize,
    /// The move played.
    pub played: Move,
    /// The result of the game.
    pub result: GameResult,
}

/// Returns the sample length in bytes.
fn length(size: BoardSize) -> usize {
    5 * size.area().div_ceil(8) + 28
}

/// Returns the file length for a number of samples.
pub(crate) fn file_length(size: BoardSize, count: usize) -> u64 {
    (HEAD + count * length(size)) as u64
}

/// Returns `true` if the bytes start with the header of a file of samples.
pub(crate) fn is_file(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Returns the header for a number of samples.
pub(crate) fn head(size: BoardSize, count: u64) -> [u8; HEAD] {
    let mut head = MAGIC.to_vec();
    for number in [HEAD, size.lines(), length(size), 0] {
        head.extend((number as u32).to_le_bytes());
    }
    head.extend(count.to_le_bytes());
    head.resize(HEAD, 0);
    head.try_into().expect("the slice has the right length")
}

/// Appends a sample.
pub(crate) fn push<const W: usize>(bytes: &mut Vec<u8>, features: &Features<W>, origin: &Origin) {
    let size = features.size;
    let [one, two, three] = features.liberties;
    for set in [features.own, features.opponent, one | three, two | three, features.caught] {
        push_plane(bytes, size, set);
    }
    let code = |mv: Move| mv.point().map_or(size.area(), |point| point_index(size, point)) as u16;
    let mut push = |number: u16| bytes.extend(number.to_le_bytes());
    push(code(origin.played));
    push(features.ko.map_or(NONE, |point| code(Move::Play(point))));
    features.last.iter().for_each(|mv| push(mv.map_or(NONE, code)));
    let white = features.color == Color::White;
    let area = features.scoring == Scoring::Area;
    let flags = u8::from(white) | u8::from(area) << 1;
    push(u16::from_le_bytes([origin.result.won(features.color) as u8, flags]));
    push(features.komi as i16 as u16);
    push(origin.result.margin(features.color) as u16);
    push(origin.before.min(usize::from(u16::MAX)) as u16);
    push(origin.to_come.min(usize::from(u16::MAX)) as u16);
    bytes.extend(origin.game.to_le_bytes());
}

fn push_plane<const W: usize>(bytes: &mut Vec<u8>, size: BoardSize, set: PointSet<W>) {
    let start = bytes.len();
    bytes.resize(start + size.area().div_ceil(8), 0);
    for point in set.iter() {
        let place = point_index(size, point);
        bytes[start + place / 8] |= 1 << (place % 8);
    }
}
