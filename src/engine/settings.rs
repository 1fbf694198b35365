//! What the user may set, before the first move or between moves.

use std::time::Duration;

use super::params::PlayerParams;
use crate::net::Nets;

use super::{Files, Level};

/// What the user set at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Time for a move where the client sets none.
    pub move_time: Duration,
    /// Playouts for a move, in place of `move_time`.
    pub playouts: Option<u64>,
    /// How strong to play.
    pub level: Level,
    /// The seed of all random choices; drawn by the operating system for each game where it is not
    /// given.
    pub seed: Option<u64>,
    /// The most memory that the search tree may take, in MiB.
    pub memory: usize,
    /// Time kept back from every clock for what passes between engine and referee.
    pub lag: Duration,
    /// The winrate below which it resigns; 0 to never resign.
    pub resign_below: f64,
    /// How many moves in a row have to be below it.
    pub resign_after: u32,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
    /// Whether clients are to be shown what it thinks of while it does.
    pub live_graphics: bool,
    /// Which files commands may touch.
    pub files: Files,
    /// What guides the search at full strength, on boards that they are for.
    pub nets: Nets,
    /// What tunes the player.
    pub params: PlayerParams,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            move_time: Duration::from_secs(5),
            playouts: None,
            level: Level::FULL,
            seed: None,
            memory: 256,
            lag: Duration::from_millis(100),
            resign_below: 0.05,
            resign_after: 3,
            ponder: false,
            live_graphics: false,
            files: Files::All,
            nets: Nets::default(),
            params: PlayerParams::default(),
        }
    }
}

impl Settings {
    /// What guides the search now: lower levels do without.
    pub fn guides(&self) -> Nets {
        if self.level == Level::FULL { self.nets.clone() } else { Nets::default() }
    }

    /// The time for a move that a user writes in seconds.
    ///
    /// # Errors
    /// Where it is none, or no number.
    pub fn move_time(text: &str) -> Result<Duration, String> {
        const DAY: f64 = 86_400.0;
        let seconds = text.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= DAY);
        seconds
            .map(Duration::from_secs_f64)
            .ok_or_else(|| "it must be more than 0 s and at most a day".into())
    }
}
