//! What is known of a move: its time, and what the engine stated of it.

use std::time::Duration;

/// Time of a move, and the playouts, winrate and score that the engine stated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoveStats {
    /// The time from command to answer.
    pub time: Duration,
    /// The time of the answer, since the game began.
    pub at: Duration,
    /// What the referee's clock shows after it, where one runs: time, and moves or periods left, or 0
    /// for main time.
    pub left: Option<(Duration, u32)>,
    /// Playouts, where the engine states them.
    pub playouts: Option<u64>,
    /// The winrate for the player of the move, 0 to 1, where the engine states it.
    pub winrate: Option<f64>,
    /// The lead of the player of the move in points, where the engine states it.
    pub score: Option<f64>,
}
