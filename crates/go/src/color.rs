//! The two players.

use std::fmt;
use std::ops::Not;

/// The colour of a player or stone.
///
/// The discriminants are the two-bit cell values of [`Board`](super::Board): an empty point is
/// 0 and a point off the board is 3, so that bit 0 means "black or off" and bit 1 "white or off".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Black (黑), who plays first.
    Black = 1,
    /// White (白), who receives komi.
    White = 2,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// Returns 0 for Black and 1 for White: the index into arrays of two.
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// Returns +1 for Black and -1 for White: the sign of this colour's gains in a [`Score`](super::Score).
    pub const fn sign(self) -> i32 {
        3 - 2 * self as i32
    }

    /// Returns the letter of diagrams, GTP and WTP: `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

/// Returns the opponent.
impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}
