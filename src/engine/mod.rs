//! The engine: one game, one search, settings and clocks; whatever any protocol may ask of it.
//!
//! It never prints and does not know which protocol is speaking.

mod judgement;
mod verdict;

use std::time::{Duration, Instant};

use crate::cpu_time;
use crate::go::{
    BoardSize, Color, Game, IllegalMove, Move, Point, Rules, Score, SetupError, handicap,
};
use crate::search::{Allotment, Clock, Limits, Ownership, Search};

pub use crate::search::{Candidate, Report, TimeControl};

pub use judgement::Judgement;
use verdict::Verdict;

/// What the user set at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Time for a move where the client sets none.
    pub move_time: Duration,
    /// Playouts for a move, in place of `move_time`.
    pub playouts: Option<u64>,
    /// The seed of all random choices; drawn by the operating system where it is not given.
    pub seed: Option<u64>,
    /// The most memory that the search tree may take, in MiB.
    pub memory: usize,
    /// Time kept back from every clock for what passes between engine and referee.
    pub lag: Duration,
    /// The winrate below which it resigns; 0 to never resign.
    pub resign_below: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            move_time: Duration::from_secs(5),
            playouts: None,
            seed: None,
            memory: 256,
            lag: Duration::from_millis(100),
            resign_below: 0.05,
        }
    }
}

/// What the engine does in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A stone or a pass.
    Move(Move),
    /// It gives the game up.
    Resign,
}

/// What an analysis is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisRequest {
    /// Whose moves.
    pub color: Color,
    /// Time between reports; `None` for one report at the end.
    pub interval: Option<Duration>,
    /// The most time it may take; `None` until it is stopped.
    pub time: Option<Duration>,
}

/// There is no such turn to take back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cannot undo")]
pub struct CannotUndo;

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

/// Playouts by which the dead stones of a position are found.
const JUDGING_PLAYOUTS: u32 = 600;

/// A signal from outside that thinking must end: asked about every millisecond.
pub type Stop<'a> = &'a mut dyn FnMut() -> bool;

/// One game and one player.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    game: Game,
    search: Search,
    time_control: TimeControl,
    /// Black's and White's.
    clocks: [Clock; 2],
    /// Time spent thinking, over all games.
    thought: Duration,
    /// What the last search for a move thought of it.
    last_winrate: Option<f64>,
}

impl Engine {
    /// An engine at the start of a game.
    pub fn new(settings: Settings, size: BoardSize, rules: Rules) -> Engine {
        let seed = settings.seed.unwrap_or_else(rand::random);
        let search = Search::new(settings.threads, settings.memory, seed);
        let control = TimeControl::Unlimited;
        Engine {
            settings,
            game: Game::new(size, rules),
            search,
            time_control: control,
            clocks: [Clock::new(control); 2],
            thought: Duration::ZERO,
            last_winrate: None,
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
        self.game = Game::new(size, *self.game.rules());
        self.set_time_control(self.time_control);
    }

    /// Begins a new game; size, rules, komi and time control stay.
    pub fn clear(&mut self) {
        self.set_size(self.game.size());
    }

    /// Puts rules (komi among them) in force; the position stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.set_rules(rules);
    }

    /// Plays a move of either colour.
    ///
    /// # Errors
    /// The rule that forbids it; nothing has changed then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(color, mv)
    }

    /// Ends the game by a resignation.
    pub fn resign(&mut self, color: Color) {
        self.game.resign(color);
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
        self.game = Game::setup(self.game.size(), *self.game.rules(), stones, to_play)?;
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
        self.game = game;
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

    /// Agrees on a time control; both clocks start anew.
    pub fn set_time_control(&mut self, control: TimeControl) {
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

    // --- the player -----------------------------------------------------------------------------

    /// Thinks, plays what it found and answers it. In a finished game it passes.
    pub fn genmove(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        let answer = self.choose(color, stop);
        self.carry_out(color, answer)
    }

    /// As [`genmove`](Self::genmove), but captures all dead stones before it passes, and never
    /// resigns.
    pub fn genmove_cleanup(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        let answer = Answer::Move(self.think(color, true, stop).mv);
        self.carry_out(color, answer)
    }

    fn carry_out(&mut self, color: Color, answer: Answer) -> Answer {
        match answer {
            Answer::Move(mv) => self.game.play(color, mv).expect("the engine plays legal moves"),
            Answer::Resign => self.game.resign(color),
        }
        answer
    }

    /// Thinks and answers without playing.
    pub fn choose(&mut self, color: Color, stop: Stop<'_>) -> Answer {
        let verdict = self.think(color, false, stop);
        match verdict.winrate < self.settings.resign_below && verdict::may_resign(&self.game) {
            true => Answer::Resign,
            false => Answer::Move(verdict.mv),
        }
    }

    /// Searches within what the clock allows, charges it, and says what to do.
    fn think(&mut self, color: Color, cleanup: bool, stop: Stop<'_>) -> Verdict {
        if self.game.is_over() {
            return Verdict { mv: Move::Pass, winrate: 0.5 };
        }
        let start = Instant::now();
        let limits = self.limits(color);
        self.search.set_threads(self.settings.threads);
        let verdict = verdict::decide(&mut self.search, &self.game, color, &limits, cleanup, stop);
        self.clocks[color.index()].spend(start.elapsed());
        self.thought += start.elapsed();
        self.last_winrate = Some(verdict.winrate);
        verdict
    }

    /// What bounds the next move: the clock, or without one the settings.
    fn limits(&self, color: Color) -> Limits {
        // Half of a game's moves are one's own, and a game fills half of what is empty now.
        let moves = 8 + self.game.board().empty_points().len() as u32 / 4;
        let time = match self.clocks[color.index()].allot(moves, self.settings.lag) {
            Allotment::Time(time) => Some(time),
            Allotment::Free if self.settings.playouts.is_some() => None,
            Allotment::Free => Some(self.settings.move_time),
        };
        Limits { playouts: self.settings.playouts, time, end_when_decided: true }
    }

    /// Thinks and reports until it is stopped; the last report comes at the end, so that there is
    /// always one.
    pub fn analyze(
        &mut self,
        request: &AnalysisRequest,
        stop: Stop<'_>,
        tell: &mut dyn FnMut(&Report),
    ) {
        let start = Instant::now();
        self.search.set_threads(self.settings.threads);
        let limits = Limits { playouts: None, time: request.time, end_when_decided: false };
        let mut next = request.interval;
        let last = self.search.run(&self.game, request.color, &limits, &mut |report| {
            if let (Some(due), Some(interval)) = (next, request.interval)
                && start.elapsed() >= due
            {
                tell(&report());
                next = Some(start.elapsed() + interval);
            }
            !stop()
        });
        tell(&last);
        self.thought += start.elapsed();
    }

    /// Which stones are dead, if the game ended here.
    pub fn judge(&self) -> Judgement {
        let ownership = Ownership::estimate(&self.game, JUDGING_PLAYOUTS);
        Judgement::of(&self.game, &ownership)
    }

    /// The score, if the game ended here, after the dead stones are off.
    pub fn final_score(&self) -> Score {
        self.game.score(&self.judge().dead)
    }

    /// The share of playouts that the player won in the last search for a move, 0 to 1; `None`
    /// before the first.
    pub fn last_winrate(&self) -> Option<f64> {
        self.last_winrate
    }

    /// CPU time in seconds: the process's on Linux, elsewhere the time spent thinking times the
    /// threads.
    pub fn cpu_seconds(&self) -> f64 {
        let thought = self.thought.as_secs_f64() * self.settings.threads as f64;
        cpu_time::seconds().unwrap_or(thought)
    }
}
