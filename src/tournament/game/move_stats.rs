//! Measurements of a game: what is known of each move, and what the game cost an engine.

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

/// The costs of one game for one side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GameResourceUsage {
    /// The number of moves that the engine was asked for.
    pub moves: u64,
    /// The sum of the times from command to answer.
    pub time: Duration,
    /// The longest time from command to answer.
    pub slowest: Duration,
    /// CPU seconds of the engine in this game; `None` where the system does not say.
    pub cpu: Option<f64>,
    /// Memory and open files at the end of the game; `None` where the system does not say.
    pub footprint: Option<ProcessUsage>,
    /// Playouts, over the moves for which the engine states them.
    pub playouts: u64,
    /// The number of moves for which the engine states its playouts.
    pub moves_with_playouts: u64,
}

/// Memory and open files of an engine. They should not grow from game to game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProcessUsage {
    /// Bytes of memory.
    pub memory: u64,
    /// Open files, pipes among them.
    pub files: u64,
}

impl GameResourceUsage {
    /// Adds a move and its time.
    pub fn add_move(&mut self, took: Duration) {
        self.moves += 1;
        self.time += took;
        self.slowest = self.slowest.max(took);
    }

    /// Adds the playouts of the last move, where they are known.
    pub fn add_playouts(&mut self, playouts: Option<u64>) {
        if let Some(playouts) = playouts {
            self.playouts += playouts;
            self.moves_with_playouts += 1;
        }
    }
}
