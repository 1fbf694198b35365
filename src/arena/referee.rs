//! The referee: one game between two players, from the opening to the count.
//!
//! It trusts nobody: its own game says what is legal, its own clocks say what is in time, and dead
//! stones are believed only where both engines name the same.

use std::time::Duration;

use crate::engine::{Answer, Clock, TimeControl};
use crate::go::{Color, Game, Move};

use super::conditions::Conditions;
use super::effort::Effort;
use super::ending::Ending;
use super::fault::{Fault, FaultKind};
use super::player::{Player, Trouble};

/// A game that was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// The moves.
    pub game: Game,
    /// How many turns at the start were given.
    pub opening: usize,
    /// What each turn after them took.
    pub thoughts: Vec<Thought>,
    /// How it ended.
    pub ending: Ending,
    /// What it cost Black and White.
    pub efforts: [Effort; 2],
    /// What Black and White are called.
    pub names: [String; 2],
}

/// What a move took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thought {
    /// From question to answer.
    pub time: Duration,
    /// Playouts, where the engine tells.
    pub playouts: Option<u64>,
    /// The share of games that it expects to win, where it tells.
    pub winrate: Option<f64>,
}

/// Moves that a game begins with.
pub type Opening = [(Color, Move)];

/// The players and what the referee has on the table.
struct Table<'p, 'a> {
    conditions: &'a Conditions,
    players: [&'p mut Player<'a>; 2],
    clocks: [Option<Clock>; 2],
    game: Game,
    thoughts: Vec<Thought>,
}

/// The game ends for this reason before its natural end.
enum Break {
    Ending(Ending),
    Cancelled,
    Unable(String),
}

/// Plays a game between Black and White with their time controls.
///
/// # Errors
/// [`Trouble::Cancelled`] and [`Trouble::Unable`]: there is no game then.
pub fn play<'a>(
    players: [&mut Player<'a>; 2],
    limits: [Option<TimeControl>; 2],
    conditions: &'a Conditions,
    opening: &Opening,
) -> Result<Played, Trouble> {
    let game = Game::new(conditions.size, conditions.rules);
    let clocks = limits.map(|limit| limit.map(Clock::new));
    let mut table = Table { conditions, players, clocks, game, thoughts: Vec::new() };
    let ending = match table.play(opening) {
        Ok(ending) | Err(Break::Ending(ending)) => ending,
        Err(Break::Cancelled) => return Err(Trouble::Cancelled),
        Err(Break::Unable(reason)) => return Err(Trouble::Unable(reason)),
    };
    let Table { players, game, thoughts, .. } = table;
    let names = [&players[0], &players[1]].map(|player| player.name().to_owned());
    let efforts = players.map(Player::effort);
    Ok(Played { game, opening: opening.len(), thoughts, ending, efforts, names })
}

impl<'a> Table<'_, 'a> {
    fn play(&mut self, opening: &Opening) -> Result<Ending, Break> {
        for color in Color::BOTH {
            self.ask(color, |player, _| player.begin())?;
        }
        for &(color, mv) in opening {
            self.game.play(color, mv).expect("openings are legal");
            for player in Color::BOTH {
                self.ask(player, |player, game| player.told(game, color, mv))?;
            }
        }
        while !self.game.is_over() {
            if self.game.turns().len() >= self.conditions.most_turns {
                return Ok(Ending::TooLong);
            }
            let color = self.game.to_play();
            match self.answer(color)? {
                Answer::Resign => return Ok(Ending::Resignation { loser: color }),
                Answer::Move(mv) => {
                    self.ask(!color, |player, game| player.told(game, color, mv))?
                }
            }
        }
        self.count()
    }

    /// Asks for a move, and plays it if it is in time and legal.
    fn answer(&mut self, color: Color) -> Result<Answer, Break> {
        let clock = self.clocks[color.index()];
        let (answer, time) =
            self.ask(color, |player, game| player.genmove(game, color, clock.as_ref()))?;
        if let Some(clock) = &mut self.clocks[color.index()] {
            let left = clock.until_flag();
            clock.spend(time);
            if time > left + self.conditions.margin {
                let [time, left] = [time, left].map(|time| time.as_secs_f64());
                let what = format!("a move in {time:.3} s, with {left:.3} s left");
                return Err(lost(color, FaultKind::Time, what));
            }
        }
        let (playouts, winrate) = self.ask(color, |player, _| player.last_thought())?;
        if let Answer::Move(mv) = answer {
            self.game.play(color, mv).map_err(|illegal| {
                let words = crate::protocol::GTP.words.of_move(self.conditions.size, mv);
                lost(color, FaultKind::IllegalMove, format!("{words}: {illegal}"))
            })?;
            self.thoughts.push(Thought { time, playouts, winrate });
        }
        Ok(answer)
    }

    /// Counts the game after the last pass.
    fn count(&mut self) -> Result<Ending, Break> {
        let black = self.ask(Color::Black, Player::dead_stones)?;
        let white = self.ask(Color::White, Player::dead_stones)?;
        Ok(Ending::counted(&self.game, black, white))
    }

    /// Lets a player do something; its fault ends the game.
    fn ask<T>(
        &mut self,
        color: Color,
        ask: impl FnOnce(&mut Player<'a>, &Game) -> Result<T, Trouble>,
    ) -> Result<T, Break> {
        ask(self.players[color.index()], &self.game).map_err(|trouble| match trouble {
            Trouble::Fault(fault) => Break::Ending(Ending::Fault { loser: color, fault }),
            Trouble::Cancelled => Break::Cancelled,
            Trouble::Unable(reason) => Break::Unable(reason),
        })
    }
}

fn lost(loser: Color, kind: FaultKind, what: String) -> Break {
    Break::Ending(Ending::Fault { loser, fault: Fault::new(kind, what) })
}
