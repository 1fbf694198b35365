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
/// // A hundred playouts for a move; with a seed the moves are always the same.
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
    /// The rules and komi that commands have set. A record that is loaded does not change them.
    pub(super) chosen_rules: Rules,
    /// The record that the game was loaded from.
    pub(super) loaded: Option<Arc<Record>>,
    /// What is known of the game beside its moves.
    pub(super) sheet: GameInfo,
    pub(super) search: Search,
    pub(super) time_control: TimeControl,
    /// Black's clock, then White's.
    pub(super) clocks: [Clock; 2],
    /// The time spent on searches, over all games.
    pub(super) thinking_time: Duration,
    /// By how much late moves exceeded their time; it decays by a quarter a move.
    pub(super) overrun: Duration,
    pub(super) dynamic_komi: DynamicKomi,
    /// How many moves in a row had a winrate below that of a resignation, by colour.
    pub(super) hopeless_moves: [u32; 2],
    /// The position after the engine's own last move, which it may ponder.
    pub(super) own_move_position: Option<PositionId>,
    /// The position after the engine's own last pass, and which stones it took for dead there.
    pub(super) own_pass: Option<(PositionId, DeadStones)>,
    /// The winrate that the last search for a move found.
    pub(super) last_winrate: Option<f64>,
    pub(super) last_score_lead: Option<f64>,
    pub(super) last_playouts: u64,
}

impl Engine {
    /// An engine at the start of a game, without a time control.
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

    /// The current game: position, history and rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings, for changes that hold from the next move on.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Has the leaves of searches with nets evaluated by `place` too, and `partners` search along in those
    /// without.
    pub fn search_with(&mut self, place: Arc<dyn LeafEvaluator>, partners: Arc<dyn SearchPeers>) {
        self.search.set_leaf_place(place);
        self.search.set_partners(partners);
    }
}
