//! A position to train a net with, as bytes: its features, what was played, and how it ended.
//!
//! A file of samples begins with 64 bytes: `GOREC001`, the length of that head, the lines of the
//! board, the length of a sample, 0 (32 bits each), the number of samples (64 bits), zeros. All
//! numbers have their low byte first. A sample is five planes, each of a bit a point, then 28 bytes.
//! Points go row by row from the top left, the first in the lowest bit of the first byte.
//!
//! | at | type | what |
//! | --- | --- | --- |
//! | 0, P | P bytes each | the stones of the player to move, the opponent's |
//! | 2P, 3P | P bytes each | the liberties of a stone's chain, low and high bit; 0 is four or more |
//! | 4P | P bytes | the stones of chains that a ladder catches |
//! | 5P | u16 | the move played: a point, or the number of points for a pass |
//! | + 2 | u16 | the point that simple ko forbids, 65535 for none |
//! | + 4 | 5 u16 | the last moves, the latest first, 65535 for none |
//! | + 14 | i8 | 1 where the player to move won, -1 where not, 0 where that is unknown |
//! | + 15 | u8 | bit 0: White is to move; bit 1: area counts |
//! | + 16 | i16 | komi for the player to move, in half points |
//! | + 18 | i16 | by how much the player to move won, in half points, 32767 where unknown |
//! | + 20, + 22 | u16 | the moves before, and those to come with this one |
//! | + 24 | u32 | the number of the game |
//!
//! It does not know where games come from. Only the first 65535 moves of a game have a number.

use crate::go::{BoardSize, Color, Move, PointSet, Scoring};
use crate::nn::{Features, point_index};

use super::result::GameResult;

/// What a file of samples begins with.
const MAGIC: &[u8; 8] = b"GOREC001";
/// The length of its head.
pub(crate) const HEAD: usize = 64;
/// No point and no move.
const NONE: u16 = u16::MAX;

/// Which position of which game a sample is, and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The number of the game.
    pub game: u32,
    /// The moves before.
    pub before: usize,
    /// The moves to come, with the one played.
    pub to_come: usize,
    /// What was played.
    pub played: Move,
    /// How the game ended.
    pub result: GameResult,
}

/// The length of a sample.
fn length(size: BoardSize) -> usize {
    5 * size.area().div_ceil(8) + 28
}

/// The length of a file of so many samples.
pub(crate) fn file_length(size: BoardSize, count: usize) -> u64 {
    (HEAD + count * length(size)) as u64
}

/// Returns `true` if bytes begin like a file of samples.
pub(crate) fn is_file(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The head of a file of so many samples.
pub(crate) fn head(size: BoardSize, count: u64) -> [u8; HEAD] {
    let mut head = MAGIC.to_vec();
    for number in [HEAD, size.lines(), length(size), 0] {
        head.extend((number as u32).to_le_bytes());
    }
    head.extend(count.to_le_bytes());
    head.resize(HEAD, 0);
    head.try_into().expect("it has that length")
}

/// Adds a sample to bytes.
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
