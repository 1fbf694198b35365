//! The contest: all games of a match, several at a time where that is wished.
//!
//! It does not know what becomes of the games; it hands them over as they end. Each worker has a pair
//! of processes of its own, which go on from game to game until one is at fault.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use crate::go::{Color, Game};

use super::conditions::Conditions;
use super::contender::{Contender, Side};
use super::fixture::Fixture;
use super::journal::Journal;
use super::opening::Openings;
use super::player::{Player, Trouble};
use super::referee::{self, Played};
use crate::cancel::Cancellation;
use crate::storage::Storage;

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Contest {
    /// A and B.
    pub contenders: [Contender; 2],
    /// The terms of all games.
    pub conditions: Conditions,
    /// What they begin with.
    pub openings: Openings,
    /// Whether colours change and openings come twice.
    pub alternate: bool,
    /// How many games.
    pub games: usize,
    /// How many at a time.
    pub concurrency: usize,
    /// Where the talks are written down.
    pub logs: Option<PathBuf>,
    /// The disk that they are on.
    pub storage: Storage,
    /// Whether what engines write to their standard error is shown.
    pub echo: bool,
}

/// What a worker sends: a game, or why none can be played.
type Message = Result<(Fixture, Box<Played>), String>;

impl Contest {
    /// Plays until all games are played or somebody wishes an end, and hands each game over as it
    /// ends. Games that an early end cuts off are not handed over.
    ///
    /// # Errors
    /// Why no game can be played with these engines.
    pub fn run(
        &self,
        cancellation: &Cancellation,
        on_game: &mut dyn FnMut(&Fixture, &Played),
    ) -> Result<(), String> {
        let (sender, messages) = channel();
        let next = AtomicUsize::new(1);
        thread::scope(|scope| {
            for worker in 1..=self.concurrency.min(self.games) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(worker, next, cancellation, &sender));
            }
            drop(sender);
            let mut result = Ok(());
            for message in messages {
                match message {
                    Ok((fixture, played)) => on_game(&fixture, &played),
                    Err(reason) => {
                        cancellation.cancel();
                        result = Err(reason);
                    }
                }
            }
            result
        })
    }

    /// Plays game after game.
    fn work(
        &self,
        worker: usize,
        next: &AtomicUsize,
        cancellation: &Cancellation,
        sender: &Sender<Message>,
    ) {
        let mut players = match Side::BOTH.map(|side| self.player(side, worker, cancellation)) {
            [Ok(a), Ok(b)] => [a, b],
            [Err(error), _] | [_, Err(error)] => {
                let _ = sender.send(Err(format!("the log of an engine: {error}")));
                return;
            }
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number > self.games || cancellation.is_cancelled() {
                break;
            }
            let fixture = Fixture::of(number, self.alternate);
            let message = match self.play(&mut players, &fixture) {
                Ok(played) => Ok((fixture, Box::new(played))),
                Err(Trouble::Unable(reason)) => Err(reason),
                Err(Trouble::Cancelled | Trouble::Fault(_)) => break,
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
        players: &mut [Player<'a>; 2],
        fixture: &Fixture,
    ) -> Result<Played, Trouble> {
        let Conditions { size, rules, .. } = self.conditions;
        let opening = self.openings.opening(fixture.opening, &Game::new(size, rules));
        let [a, b] = players;
        let by_color = match fixture.black {
            Side::A => [a, b],
            Side::B => [b, a],
        };
        let limits = Color::BOTH.map(|color| self.contenders[fixture.side(color).index()].limit);
        referee::play(by_color, limits, &self.conditions, &opening)
    }

    fn player(
        &self,
        side: Side,
        worker: usize,
        cancellation: &Cancellation,
    ) -> io::Result<Player<'_>> {
        let file = self.logs.as_ref().map(|folder| folder.join(format!("{side}-{worker}.log")));
        let journal =
            Journal::new(&self.storage, file.as_deref(), self.echo.then(|| side.to_string()))?;
        let contender = &self.contenders[side.index()];
        Ok(Player::new(contender, &self.conditions, journal, cancellation.clone()))
    }
}
