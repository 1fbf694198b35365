//! Settings of the player, which can change between moves.

use std::time::Duration;

use super::level::Level;
use crate::nn::Nets;
use crate::nn::katago::HumanProfile;
use crate::search::{HumanParams, RootOptions};
use crate::settings::{
    LAG_SECONDS, MOVE_SECONDS, MoveChoiceParams, NO_TIME_LIMIT, PlayStyle, PlayerParams,
    RESIGN_AFTER, RESIGN_BELOW, set_parameter,
};

/// Settings of the player, which can change between moves.
///
/// ```
/// use std::time::Duration;
///
/// use tianyuan::engine::{Level, Settings};
///
/// let settings = Settings { level: Level::new(5).expect("a number from 1 to 10"), ..Settings::default() };
/// assert_eq!(settings.level.rank().as_deref(), Some("13k"));
/// assert_eq!(Settings::move_time("2.5"), Ok(Duration::from_millis(2500)));
/// assert!(Settings::move_time("-1").is_err());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// The time per move without a clock.
    pub move_time: Duration,
    /// The maximum playouts per move; without a clock they replace `move_time`.
    pub playouts: Option<u64>,
    /// The maximum visits of the position at the end of a search for a move, including a reused tree; without a clock
    /// they replace `move_time`.
    pub visits: Option<u64>,
    /// The playing strength.
    pub level: Level,
    /// The random seed; `None` to draw one from the operating system for each game. With a seed, one thread and a
    /// playout limit the moves are reproducible.
    pub seed: Option<u64>,
    /// The memory of the search tree in MiB. The evaluation cache may take another 25 %.
    pub memory: usize,
    /// The reserve on every clock for the latency between engine and referee.
    pub lag: Duration,
    /// The win rate, from 0 to 1, below which the engine resigns; 0 disables resignation.
    pub resign_below: f64,
    /// The number of consecutive moves with a win rate below `resign_below` before the engine resigns.
    pub resign_after: u32,
    /// `true` if the engine may resign.
    pub allow_resignation: bool,
    /// Whether the engine ponders during the opponent's turn.
    pub ponder: bool,
    /// The nets by board size.
    pub nets: Nets,
    /// Human-like play.
    pub human: HumanSettings,
    /// The choice among searched moves.
    pub choice: MoveChoiceParams,
    /// Options of the root: protocols copy them to the [request](super::AnalysisRequest) of an analysis; a search for
    /// a move uses those that are [for play](RootOptions::for_play).
    pub root: RootOptions,
    /// The tuning parameters of the player.
    pub params: PlayerParams,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            move_time: Duration::from_secs_f64(MOVE_SECONDS),
            playouts: None,
            visits: None,
            level: Level::FULL,
            seed: None,
            memory: 256,
            lag: Duration::from_secs_f64(LAG_SECONDS),
            resign_below: RESIGN_BELOW,
            resign_after: RESIGN_AFTER,
            allow_resignation: true,
            ponder: false,
            nets: Nets::default(),
            human: HumanSettings::default(),
            choice: MoveChoiceParams::default(),
            root: RootOptions::default(),
            params: PlayerParams::default(),
        }
    }
}

/// Settings of human-like play.
#[derive(Debug, Clone, PartialEq)]
pub struct HumanSettings {
    /// The way in which moves are chosen.
    pub style: PlayStyle,
    /// The profile of the human net; `None` for the level's rank in human style, or none.
    pub profile: Option<HumanProfile>,
    /// The parameters of the human net.
    pub params: HumanParams,
    /// The scale of the delay before a move, in seconds; 0 for none.
    pub delay_scale: f64,
    /// The longest delay, in seconds.
    pub delay_max: f64,
}

impl Default for HumanSettings {
    fn default() -> Self {
        HumanSettings {
            style: PlayStyle::Engine,
            profile: None,
            params: HumanParams::default(),
            delay_scale: 0.0,
            delay_max: NO_TIME_LIMIT,
        }
    }
}

impl Settings {
    /// Sets a parameter by its name in the [settings table](crate::settings).
    ///
    /// # Errors
    /// Returns a message if no parameter has the name or the value is not allowed.
    pub fn set_parameter(&mut self, name: &str, text: &str) -> Result<(), String> {
        set_parameter(&mut self.root, &mut self.choice, &mut self.params, name, text)
    }

    /// Parses the time per move in seconds.
    ///
    /// # Errors
    /// Returns a message unless the text is a number above 0 and at most a day.
    pub fn move_time(text: &str) -> Result<Duration, String> {
        const DAY: f64 = 86_400.0;
        let seconds = text.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= DAY);
        seconds
            .map(Duration::from_secs_f64)
            .ok_or_else(|| "expected more than 0 s, up to 86400 s".into())
    }
}
