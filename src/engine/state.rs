//! The engine: one game, one search, settings and clocks.

use std::sync::Arc;
use std::time::Duration;

use super::dead_stones::DeadStones;
use super::dynamic_komi::DynamicKomi;
use super::game_info::{GameInfo, PositionId};
use super::settings::Settings;
use crate::go::{BoardSize, Game, Rules};
use crate::records::record::Record;
use crate::search::clock::{Clock, TimeControl};
use crate::search::{LeafEvaluator, Search, SearchPeers};

/// A Go engine: one game, one player, and their settings.
///
/// ```
/// use tianyuan::engine::{Engine, Settings};
/// use tianyuan::go::{Action, BoardSize, Color, Move, Rules};
///
/// // 100 playouts per move; with a seed the moves are reproducible.
/// let settings =
///     Settings { playouts: Some(100), seed: Some(1), memory: 16, ..Settings::default() };
/// let size = BoardSize::new(9).expect("a board has 2 to 25 lines");
/// let mut engine = Engine::new(settings, size, Rules::CHINESE);
/// engine.play(Color::Black, Move::Play(size.point(4, 4))).expect("the board is empty");
/// let action = engine.genmove(Color::White, &mut || false);
/// assert!(matches!(action, Action::Move(Move::Play(_))));
/// assert_eq!(engine.game().turns().len(), 2);
/// ```
#[derive(Debug)]
pub struct Engine {
    pub(super) settings: Settings,
    pub(super) game: Game,
    /// The rules and komi set by commands. Loading a record does not change them.
    pub(super) chosen_rules: Rules,
    /// The loaded record.
    pub(super) loaded: Option<Arc<Record>>,
    /// Information about the game other than its moves.
    pub(super) sheet: GameInfo,
    pub(super) search: Search,
    pub(super) time_control: TimeControl,
    /// Black's clock, then White's.
    pub(super) clocks: [Clock; 2],
    /// The total time of searches, over all games.
    pub(super) thinking_time: Duration,
    /// The recent overrun of time limits; it decays by a quarter per move.
    pub(super) overrun: Duration,
    pub(super) dynamic_komi: DynamicKomi,
    /// The number of consecutive moves with a win rate below that of a resignation, by colour.
    pub(super) hopeless_moves: [u32; 2],
    /// The position after the engine's last move, which it may ponder.
    pub(super) own_move_position: Option<PositionId>,
    /// The position after the engine's last pass, and the dead stones it assumed.
    pub(super) own_pass: Option<(PositionId, DeadStones)>,
    /// The win rate of the last search for a move.
    pub(super) last_winrate: Option<f64>,
    pub(super) last_score_lead: Option<f64>,
    pub(super) last_playouts: u64,
}

impl Engine {
    /// Creates an engine with a new game and without a time control.
    pub fn new(settings: Settings, size: BoardSize, rules: Rules) -> Engine {
        let seed = settings.seed.unwrap_or_else(rand::random);
        let search = Search::new(settings.threads, settings.memory, seed)
            .tuned(settings.params.search.clone());
        let control = TimeControl::Unlimited;
        Engine {
            settings,
            game: Game::new(size, rules),
            chosen_rules: rules,
            loaded: None,
            sheet: GameInfo::default(),
            search,
            time_control: control,
            clocks: [Clock::new(control); 2],
            thinking_time: Duration::ZERO,
            overrun: Duration::ZERO,
            dynamic_komi: DynamicKomi::default(),
            hopeless_moves: [0; 2],
            own_move_position: None,
            own_pass: None,
            last_winrate: None,
            last_score_lead: None,
            last_playouts: 0,
        }
    }

    /// Returns the current game: position, history and rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the settings for changes, which apply from the next move.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Sets another evaluator of leaves for searches with nets, and peers for searches without.
    pub fn search_with(&mut self, place: Arc<dyn LeafEvaluator>, partners: Arc<dyn SearchPeers>) {
        self.search.set_leaf_place(place);
        self.search.set_partners(partners);
    }
}
