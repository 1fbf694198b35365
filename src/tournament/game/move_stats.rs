//! Statistics of a game: data of each move, and the resource usage of each engine.

use std::time::Duration;

/// The time of a move, and the playouts, winrate and score that the engine reported.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoveStats {
    /// The time from command to response.
    pub time: Duration,
    /// The time of the response since the start of the game.
    pub at: Duration,
    /// The referee's clock after the move, if there is one: time, and moves or periods left, or 0 for main
    /// time.
    pub left: Option<(Duration, u32)>,
    /// The playouts, if the engine reports them.
    pub playouts: Option<u64>,
    /// The winrate for the player of the move, 0 to 1, if the engine reports it.
    pub winrate: Option<f64>,
    /// The lead of the player of the move in points, if the engine reports it.
    pub score: Option<f64>,
}

/// The resource usage of one side in a game.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GameResourceUsage {
    /// The number of moves that were requested from the engine.
    pub moves: u64,
    /// The total time from command to response.
    pub time: Duration,
    /// The longest time from command to response.
    pub slowest: Duration,
    /// CPU seconds of the engine in this game; `None` if the system does not report them.
    pub cpu: Option<f64>,
    /// Memory and open files at the end of the game; `None` if the system does not report them.
    pub footprint: Option<ProcessUsage>,
    /// The total playouts of the moves for which the engine reports them.
    pub playouts: u64,
    /// The number of moves for which the engine reports playouts.
    pub moves_with_playouts: u64,
}

/// Memory and open files of an engine, which should not grow from game to game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProcessUsage {
    /// Memory in bytes.
    pub memory: u64,
    /// The number of open files, including pipes.
    pub files: u64,
}

impl GameResourceUsage {
    /// Adds a move and its time.
    pub fn add_move(&mut self, took: Duration) {
        self.moves += 1;
        self.time += took;
        self.slowest = self.slowest.max(took);
    }

    /// Adds the playouts of the last move, if they are known.
    pub fn add_playouts(&mut self, playouts: Option<u64>) {
        if let Some(playouts) = playouts {
            self.playouts += playouts;
            self.moves_with_playouts += 1;
        }
    }
}
