//! Errors of changes to the engine's game.

use crate::go::{Game, IllegalMove};

/// Fewer turns were played than are to be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cannot undo")]
pub struct UndoError;

/// The game has reached the [maximum number of turns](Game::MOST_TURNS).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the game has the maximum of {} turns", Game::MOST_TURNS)]
pub struct GameLengthError;

/// The reason why a move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game has reached the maximum number of turns.
    #[error(transparent)]
    TooLong(#[from] GameLengthError),
}

/// The reason why handicap stones cannot be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// The board is not empty, or moves were played.
    #[error("board not empty")]
    BoardNotEmpty,
    /// The board size has no fixed points for this number of stones.
    #[error("invalid number of stones")]
    NumberOfStones,
    /// No points, duplicate points, or a chain without liberties.
    #[error("bad vertex list")]
    BadPoints,
}
