//! What a game cost an engine, time, CPU time and playouts, and what it held at the end.

use std::time::Duration;

/// What one game cost one side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Effort {
    /// Moves that it was asked for.
    pub moves: u64,
    /// The time from question to answer, of all moves together.
    pub time: Duration,
    /// That of the slowest one.
    pub slowest: Duration,
    /// CPU seconds of its process in this game, where the system tells.
    pub cpu: Option<f64>,
    /// What its process held at the end, where the system tells.
    pub held: Option<Held>,
    /// Playouts of those moves of which it told them.
    pub playouts: u64,
    /// The number of those moves.
    pub moves_with_playouts: u64,
}

/// What a process holds, which should not grow from game to game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// Bytes of memory.
    pub memory: u64,
    /// Open files, pipes among them.
    pub files: u64,
}

impl Effort {
    /// Counts a move.
    pub fn add_move(&mut self, took: Duration) {
        self.moves += 1;
        self.time += took;
        self.slowest = self.slowest.max(took);
    }

    /// Counts the playouts of the last move.
    pub fn add_playouts(&mut self, playouts: Option<u64>) {
        if let Some(playouts) = playouts {
            self.playouts += playouts;
            self.moves_with_playouts += 1;
        }
    }
}
