//! Plays all games of a match, several in parallel.
//!
//! Each worker thread has its own engine processes, which are reused for all its games unless an engine causes an
//! error. Finished games are passed to a callback.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::{io, iter, thread};

use crate::go::Game;

use crate::cancellation::Cancellation;
use crate::engine_process::gtp_log::GtpLog;
use crate::job_error::JobError;
use crate::records::storage::Storage;
use crate::tournament::game::engine_config::{EngineConfig, EngineId};
use crate::tournament::game::numbers::GameNumbers;
use crate::tournament::game::opening::Openings;
use crate::tournament::game::player::{Player, PlayerError};
use crate::tournament::game::referee::{self, GameOutcome};
use crate::tournament::game::schedule::{Schedule, ScheduledGame};
use crate::tournament::game::settings::GameSettings;

/// The games of a match to play.
#[derive(Debug, Clone)]
pub struct MatchRunner {
    /// The engines A, B and so on, at least two.
    pub contenders: Vec<EngineConfig>,
    /// The settings shared by all games.
    pub conditions: GameSettings,
    /// The openings.
    pub openings: Openings,
    /// The pairings.
    pub schedule: Schedule,
    /// The number of games played in parallel.
    pub concurrency: usize,
    /// The directory of the engine logs, if requested.
    pub logs: Option<PathBuf>,
    /// The storage of the logs.
    pub storage: Storage,
    /// Whether the engines' standard error is copied to this program's standard error.
    pub echo: bool,
}

/// A worker's message: a finished game, or the reason why no game can be played.
type Message = Result<(ScheduledGame, Box<GameOutcome>), JobError>;

impl MatchRunner {
    /// Plays the games with these numbers except those in `played`, until none is left or the match is cancelled.
    /// Passes each finished game to `on_game`; games interrupted by a cancellation are discarded.
    ///
    /// # Errors
    /// Returns [`JobError`] if the engines cannot play any game.
    pub fn run(
        &self,
        numbers: GameNumbers,
        played: &HashSet<usize>,
        cancellation: &Cancellation,
        on_game: &mut dyn FnMut(&ScheduledGame, &GameOutcome),
    ) -> Result<(), JobError> {
        let place = AtomicUsize::new(0);
        let numbered = || numbers.nth(place.fetch_add(1, Ordering::Relaxed));
        let next = || iter::from_fn(numbered).find(|number| !played.contains(number));
        let left = numbers.len().saturating_sub(played.len());
        self.run_games(self.concurrency.min(left), &next, cancellation, on_game)
    }

    /// Plays games like [`run`](Self::run), several in parallel, with game numbers from `next`, which may block.
    ///
    /// # Errors
    /// Returns [`JobError`] if the engines cannot play any game.
    pub(super) fn run_games(
        &self,
        workers: usize,
        next: &(dyn Fn() -> Option<usize> + Sync),
        cancellation: &Cancellation,
        on_game: &mut dyn FnMut(&ScheduledGame, &GameOutcome),
    ) -> Result<(), JobError> {
        let (sender, messages) = channel();
        thread::scope(|scope| {
            for worker in 1..=workers {
                let sender = sender.clone();
                scope.spawn(move || self.play_games(worker, next, cancellation, &sender));
            }
            // The channel ends when all senders are dropped, and the workers have their own.
            drop(sender);
            let mut result = Ok(());
            for message in messages {
                match message {
                    Ok((scheduled, played)) => on_game(&scheduled, &played),
                    Err(reason) => {
                        // The other workers use the same engines and stop for the same reason.
                        cancellation.cancel();
                        result = Err(reason);
                    }
                }
            }
            result
        })
    }

    /// A worker's loop: plays games until none is left.
    fn play_games(
        &self,
        worker: usize,
        next: &dyn Fn() -> Option<usize>,
        cancellation: &Cancellation,
        sender: &Sender<Message>,
    ) {
        let sides = EngineId::first(self.contenders.len());
        let players = sides.map(|side| self.player(side, worker, cancellation));
        let mut players = match players.collect::<io::Result<Vec<_>>>() {
            Ok(players) => players,
            Err(error) => {
                let _ = sender.send(Err(JobError::io("the engine log")(error)));
                return;
            }
        };
        while !cancellation.is_cancelled()
            && let Some(number) = next()
        {
            let scheduled = self.schedule.game(number);
            let message = match self.play(&mut players, &scheduled) {
                Ok(played) => Ok((scheduled, Box::new(played))),
                Err(PlayerError::Unable(reason)) => Err(JobError::Engine(reason)),
                // The referee turns engine errors into results, so that they never reach this point.
                Err(PlayerError::Cancelled | PlayerError::Fault(_)) => break,
            };
            let go_on = message.is_ok();
            if sender.send(message).is_err() || !go_on {
                break;
            }
        }
        players.into_iter().for_each(Player::quit);
    }

    fn play<'a>(
        &'a self,
        players: &mut [Player<'a>],
        scheduled: &ScheduledGame,
    ) -> Result<GameOutcome, PlayerError> {
        let GameSettings { size, rules, .. } = self.conditions;
        let opening = self.openings.opening(scheduled.opening, &Game::new(size, rules));
        let by_color = players
            .get_disjoint_mut(scheduled.sides.map(EngineId::index))
            .expect("the engines differ");
        let limits = scheduled.sides.map(|side| self.contenders[side.index()].limit);
        referee::play(by_color, limits, &self.conditions, &opening, scheduled.seed)
    }

    fn player(
        &self,
        side: EngineId,
        worker: usize,
        cancellation: &Cancellation,
    ) -> io::Result<Player<'_>> {
        let file = self.logs.as_ref().map(|folder| folder.join(format!("{side}-{worker}.log")));
        let talk_log =
            GtpLog::new(&self.storage, file.as_deref(), self.echo.then(|| side.to_string()))?;
        let contender = &self.contenders[side.index()];
        Ok(Player::new(contender, &self.conditions, talk_log, cancellation.clone()))
    }
}
