//! Why the engine's game cannot be changed as asked.

use crate::go::{Game, IllegalMove};

/// Fewer turns were played than should be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cannot undo")]
pub struct UndoError;

/// The game has [as many turns as a game may have](Game::MOST_TURNS).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the game is too long: it has {} turns, and may have no more", Game::MOST_TURNS)]
pub struct GameLengthError;

/// The reason why a move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game may have no more turns.
    #[error(transparent)]
    TooLong(#[from] GameLengthError),
}

/// The reason why handicap stones cannot be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// The board has stones, or moves were played.
    #[error("board not empty")]
    BoardNotEmpty,
    /// The board size has no points for so many stones.
    #[error("invalid number of stones")]
    NumberOfStones,
    /// No points, points that are named twice, or a chain without liberties.
    #[error("bad vertex list")]
    BadPoints,
}
