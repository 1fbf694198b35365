//! The engine: one game, one search, settings and clocks; whatever any protocol may ask of it.
//!
//! It never prints and does not know which protocol is speaking.

mod analysis;
mod cleanup;
mod dynamic_komi;
mod files;
mod game_record;
mod judgement;
mod level;
mod mishap;
mod params;
mod settings;
mod settlement;
mod thinking;
mod verdict;

use std::sync::Arc;
use std::time::Duration;

use crate::go::{BoardSize, Color, Game, IllegalMove, Move, Point, Rules, SetupError, handicap};
use crate::model::Model;
use crate::record::Record;
use crate::search::Search;
use crate::storage::Storage;

use dynamic_komi::DynamicKomi;
use thinking::Standing;

pub use crate::clock::{Clock, TimeControl};
pub use crate::format::Format;
pub use crate::search::{Ban, Candidate, Report, Restriction};
pub use crate::tuning::UnknownParam;
pub use analysis::{AnalysisRequest, Tell};
pub use files::{Files, Folder, Forbidden};
pub use game_record::{CannotLoad, CannotSave};
pub use judgement::Judgement;
pub use level::Level;
pub use mishap::Mishap;
pub use params::{HandicapParams, PlayerParams};
pub use settings::Settings;
pub use thinking::{Answer, Stop};

/// There is no such turn to take back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cannot undo")]
pub struct CannotUndo;

/// The game has as many turns as [a game may have](Game::MOST_TURNS).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the game is too long: it has {} turns, and may have no more", Game::MOST_TURNS)]
pub struct TooLong;

/// Why a move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CannotPlay {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// No turn can follow.
    #[error(transparent)]
    TooLong(#[from] TooLong),
}

/// Why handicap stones cannot be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// There are stones already, or moves were played.
    #[error("board not empty")]
    BoardNotEmpty,
    /// The size has no points for so many stones.
    #[error("invalid number of stones")]
    NumberOfStones,
    /// Points that are named twice, or leave a chain without liberties.
    #[error("bad vertex list")]
    BadPoints,
}

/// One game and one player.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    /// Where games are loaded from and saved.
    storage: Storage,
    game: Game,
    /// What the game was loaded from.
    loaded: Option<Arc<Record>>,
    search: Search,
    time_control: TimeControl,
    /// Black's and White's.
    clocks: [Clock; 2],
    /// Time spent thinking, over all games.
    thought: Duration,
    /// By how much moves took longer than they were to, slowly forgotten.
    overrun: Duration,
    dynamic_komi: DynamicKomi,
    /// Moves in a row that it thought hopeless, by colour.
    hopeless: [u32; 2],
    /// The position after its own last move.
    moved_to: Option<Standing>,
    /// Which stones were dead by the search that it passed after, and that position.
    passed_on: Option<(Standing, Judgement)>,
    /// What the last search for a move thought of it.
    last_winrate: Option<f64>,
    last_playouts: u64,
}

impl Engine {
    /// An engine at the start of a game.
    pub fn new(settings: Settings, size: BoardSize, rules: Rules) -> Engine {
        let seed = settings.seed.unwrap_or_else(rand::random);
        let search = Search::new(settings.threads, settings.memory, seed)
            .tuned(settings.params.search.clone());
        let control = TimeControl::Unlimited;
        Engine {
            settings,
            storage: Storage::default(),
            game: Game::new(size, rules),
            loaded: None,
            search,
            time_control: control,
            clocks: [Clock::new(control); 2],
            thought: Duration::ZERO,
            overrun: Duration::ZERO,
            dynamic_komi: DynamicKomi::default(),
            hopeless: [0; 2],
            moved_to: None,
            passed_on: None,
            last_winrate: None,
            last_playouts: 0,
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes a setting from the next move on.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    // --- the game -------------------------------------------------------------------------------

    /// Begins a new game on another size; rules, komi and time control stay, clocks start anew.
    pub fn set_size(&mut self, size: BoardSize) {
        self.take_up(Game::new(size, *self.game.rules()));
        self.set_time_control(self.time_control);
    }

    /// Takes a game up, with its rules, and forgets what it thought of the one before. Unless the
    /// user has set the seed, chance is another one then: what ends a search early would otherwise
    /// lead to the same moves again.
    pub fn take_up(&mut self, game: Game) {
        if self.settings.seed.is_none() {
            self.search.set_seed(rand::random());
        }
        self.game = game;
        self.loaded = None;
        self.dynamic_komi = DynamicKomi::default();
        self.hopeless = [0; 2];
    }

    /// Begins a new game; size, rules, komi and time control stay.
    pub fn clear(&mut self) {
        self.set_size(self.game.size());
    }

    /// Puts rules (komi among them) in force; the position stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.set_rules(rules);
    }

    /// Whether another turn may follow.
    ///
    /// # Errors
    /// Where the game has as many as it may have.
    pub fn may_go_on(&self) -> Result<(), TooLong> {
        if self.game.turns().len() < Game::MOST_TURNS { Ok(()) } else { Err(TooLong) }
    }

    /// Plays a move of either colour.
    ///
    /// # Errors
    /// The rule that forbids it, or that no turn can follow; nothing has changed then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), CannotPlay> {
        self.may_go_on()?;
        Ok(self.game.play(color, mv)?)
    }

    /// Ends the game by a resignation.
    ///
    /// # Errors
    /// Where no turn can follow.
    pub fn resign(&mut self, color: Color) -> Result<(), TooLong> {
        self.may_go_on()?;
        self.game.resign(color);
        Ok(())
    }

    /// Takes back the last turns, all of them or none.
    ///
    /// # Errors
    /// Where there are fewer.
    pub fn undo(&mut self, turns: usize) -> Result<(), CannotUndo> {
        if turns > self.game.turns().len() {
            return Err(CannotUndo);
        }
        for _ in 0..turns {
            self.game.undo();
        }
        Ok(())
    }

    /// Begins a game from a position of setup stones.
    ///
    /// # Errors
    /// Where the stones do not make a position; the game stays as it was then.
    pub fn setup(&mut self, stones: &[(Color, Point)], to_play: Color) -> Result<(), SetupError> {
        self.take_up(Game::setup(self.game.size(), *self.game.rules(), stones, to_play)?);
        Ok(())
    }

    /// Says whose turn it is.
    pub fn set_to_play(&mut self, color: Color) {
        self.game.set_to_play(color);
    }

    /// Begins a game from the position that a legal series of moves leads to; the series can not be
    /// undone, but ko and superko remember it.
    ///
    /// # Errors
    /// The first illegal move (its place in the series and the rule); the game stays as it was.
    pub fn begin_after(&mut self, series: &[(Color, Move)]) -> Result<(), (usize, IllegalMove)> {
        let mut game = Game::new(self.game.size(), *self.game.rules());
        for (place, &(color, mv)) in series.iter().enumerate() {
            game.play(color, mv).map_err(|illegal| (place, illegal))?;
        }
        game.begin_here();
        self.take_up(game);
        Ok(())
    }

    /// Places black handicap stones on an empty board; White plays next.
    ///
    /// # Errors
    /// Where the board is not empty or the points do not do.
    pub fn set_handicap(&mut self, points: &[Point]) -> Result<(), HandicapError> {
        if self.game.board().stones().next().is_some() || !self.game.turns().is_empty() {
            return Err(HandicapError::BoardNotEmpty);
        }
        if points.is_empty() {
            return Err(HandicapError::BadPoints);
        }
        let stones: Vec<_> = points.iter().map(|&point| (Color::Black, point)).collect();
        self.setup(&stones, Color::White).map_err(|_| HandicapError::BadPoints)
    }

    /// Places so many handicap stones on their usual points (2 to 9, as the size has them).
    ///
    /// # Errors
    /// Where the board is not empty or has no points for them.
    pub fn fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = handicap::fixed(self.game.size(), stones);
        let points = points.ok_or(HandicapError::NumberOfStones)?;
        self.set_handicap(&points).map(|()| points)
    }

    /// Places so many handicap stones where the engine likes.
    ///
    /// # Errors
    /// Where the board is not empty, for fewer than two stones and for more than half of the board.
    pub fn place_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = handicap::free(self.game.size(), stones);
        let points = points.ok_or(HandicapError::NumberOfStones)?;
        self.set_handicap(&points).map(|()| points)
    }

    // --- time -----------------------------------------------------------------------------------

    /// Agrees on a time control; both clocks start anew. What is read where it is first needed is
    /// read now, since a short time for the first move may not bear it.
    pub fn set_time_control(&mut self, control: TimeControl) {
        let _ = Model::embedded();
        self.time_control = control;
        self.clocks = [Clock::new(control); 2];
    }

    /// The time control in force.
    pub fn time_control(&self) -> TimeControl {
        self.time_control
    }

    /// Sets a player's clock: main time where `stones` is 0, else the time left of the period and
    /// the stones (Canadian) or periods (Japanese) left in it.
    pub fn set_time_left(&mut self, color: Color, left: Duration, stones: u32) {
        self.clocks[color.index()].set(left, stones);
    }
}
