//! The referee: one game between two players, from the opening to the score.
//!
//! The referee's own game and clocks decide on legality and time. Stones count as dead only if both engines report
//! the same ones.

use std::time::Instant;

use crate::engine::{Clock, TimeControl};
use crate::go::{Action, Color, Game, Move};
use crate::records::record::Time;
use crate::wall_clock::WallClock;

use super::move_stats::{GameResourceUsage, MoveStats};
use super::player::{Player, PlayerError};
use super::settings::{AdjudicationTracker, GameSettings};
use super::termination::GameTermination;
use crate::engine_process::engine_error::{EngineError, EngineErrorKind};
use crate::engine_process::response_parser::EngineEvaluation;

/// A finished game.
#[derive(Debug, Clone)]
pub struct GameOutcome {
    /// The game with its moves.
    pub game: Game,
    /// When it started.
    pub begun: Time,
    /// The number of opening turns at the start.
    pub opening: usize,
    /// The statistics of each turn after the opening.
    pub move_stats: Vec<MoveStats>,
    /// The end of the game.
    pub ending: GameTermination,
    /// The resource usage of Black's and White's engine.
    pub costs: [GameResourceUsage; 2],
    /// The names of Black and White.
    pub names: [String; 2],
}

/// The opening moves of a game, which no engine chooses.
pub(crate) type Opening = [(Color, Move)];

/// A game in progress.
struct RunningGame<'p, 'a> {
    conditions: &'a GameSettings,
    players: [&'p mut Player<'a>; 2],
    clocks: [Option<Clock>; 2],
    game: Game,
    begun: Instant,
    move_stats: Vec<MoveStats>,
    agreement: AdjudicationTracker,
}

/// The reason why a game stops before two consecutive passes.
enum Stop {
    Ended(GameTermination),
    Cancelled,
    Unable(String),
}

/// Plays a game between Black and White with their time controls, both in this order. Engines that accept a seed get
/// this one.
///
/// # Errors
/// Returns [`PlayerError::Cancelled`] or [`PlayerError::Unable`]. An engine error is not returned: it ends the game.
pub(crate) fn play<'a>(
    players: [&mut Player<'a>; 2],
    limits: [Option<TimeControl>; 2],
    conditions: &'a GameSettings,
    opening: &Opening,
    seed: u32,
) -> Result<GameOutcome, PlayerError> {
    let game = Game::new(conditions.size, conditions.rules);
    let clocks = limits.map(|limit| limit.map(Clock::new));
    let begun = WallClock::System.now();
    let mut running = RunningGame {
        conditions,
        players,
        clocks,
        game,
        begun: Instant::now(),
        move_stats: Vec::new(),
        agreement: AdjudicationTracker::default(),
    };
    let ending = match running.play(opening, seed) {
        Ok(ending) | Err(Stop::Ended(ending)) => ending,
        Err(Stop::Cancelled) => return Err(PlayerError::Cancelled),
        Err(Stop::Unable(reason)) => return Err(PlayerError::Unable(reason)),
    };
    let RunningGame { players, game, move_stats, .. } = running;
    let names = [&players[0], &players[1]].map(|player| player.name().to_owned());
    let costs = players.map(Player::cost);
    Ok(GameOutcome { game, begun, opening: opening.len(), move_stats, ending, costs, names })
}

impl<'a> RunningGame<'_, 'a> {
    fn play(&mut self, opening: &Opening, seed: u32) -> Result<GameTermination, Stop> {
        for color in Color::BOTH {
            self.ask(color, |player, _| player.begin(seed))?;
        }
        for &(color, mv) in opening {
            self.game.play(color, mv).expect("openings are legal");
            for player in Color::BOTH {
                self.ask(player, |player, game| player.play(game, color, mv))?;
            }
        }
        while !self.game.is_over() {
            if self.game.turns().len() >= self.conditions.max_turns {
                return Ok(GameTermination::TooLong);
            }
            let color = self.game.to_play();
            match self.answer(color)? {
                Action::Resign => return Ok(GameTermination::Resignation { loser: color }),
                Action::Move(mv) => {
                    // After `genmove` the player has already made the move on its own board.
                    self.ask(!color, |player, game| player.play(game, color, mv))?
                }
            }
        }
        self.count()
    }

    /// Requests a move and plays it if it is in time and legal.
    fn answer(&mut self, color: Color) -> Result<Action, Stop> {
        let (clock, at) = (self.clocks[color.index()], self.begun.elapsed());
        let (answer, time) =
            self.ask(color, |player, game| player.genmove(game, color, clock.as_ref()))?;
        if let Some(clock) = &mut self.clocks[color.index()] {
            // Charged before any other request, so that the engine pays only for the move.
            let left = clock.until_flag();
            clock.spend(time);
            if time > left + self.conditions.margin {
                let [time, left] = [time, left].map(|time| time.as_secs_f64());
                let what = format!("a move took {time:.3} s with {left:.3} s left");
                return Err(lost(color, EngineErrorKind::Time, what));
            }
        }
        let EngineEvaluation { playouts, winrate, score } =
            self.ask(color, |player, _| player.last_move_statement())?;
        if let Action::Move(mv) = answer {
            self.game.play(color, mv).map_err(|illegal| {
                let words = crate::protocol::GTP.words.of_move(self.conditions.size, mv);
                lost(color, EngineErrorKind::IllegalMove, format!("{words}: {illegal}"))
            })?;
            let left = self.clocks[color.index()].as_ref().map(Clock::reading);
            let stats = MoveStats { time, at: at + time, left, playouts, winrate, score };
            self.move_stats.push(stats);
            if let Some(rule) = &self.conditions.adjudication
                && let Some(winner) = self.agreement.add(rule, color, &stats)
            {
                return Err(Stop::Ended(GameTermination::Agreed { winner }));
            }
        }
        Ok(answer)
    }

    /// Scores the game after two passes.
    fn count(&mut self) -> Result<GameTermination, Stop> {
        // Both engines are asked, since one alone could decide in its own favour.
        let black = self.ask(Color::Black, Player::dead_stones)?;
        let white = self.ask(Color::White, Player::dead_stones)?;
        Ok(GameTermination::counted(&self.game, black, white))
    }

    /// Sends a request to a player; an engine error ends the game.
    fn ask<T>(
        &mut self,
        color: Color,
        ask: impl FnOnce(&mut Player<'a>, &Game) -> Result<T, PlayerError>,
    ) -> Result<T, Stop> {
        ask(self.players[color.index()], &self.game).map_err(|error| match error {
            PlayerError::Fault(fault) => {
                Stop::Ended(GameTermination::Fault { loser: color, fault })
            }
            PlayerError::Cancelled => Stop::Cancelled,
            PlayerError::Unable(reason) => Stop::Unable(reason),
        })
    }
}

fn lost(loser: Color, kind: EngineErrorKind, what: String) -> Stop {
    Stop::Ended(GameTermination::Fault { loser, fault: EngineError::new(kind, what) })
}
