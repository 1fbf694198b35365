//! A player: a contender's process, started when there is none, as somebody who makes moves.
//!
//! It does not know whether moves are legal or in time.

use std::time::{Duration, Instant};

use crate::engine::{Answer, Clock};
use crate::go::{Color, Game, Move, PointSet};

use super::conditions::Conditions;
use super::contender::Contender;
use super::effort::{Effort, Held};
use super::fault::{Fault, FaultKind};
use super::journal::Journal;
use super::reading;
use super::talk::{Language, Response, Silent, Talk};
use crate::cancel::Cancellation;
use crate::usage::Usage;

/// Why a game cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The player has lost it.
    Fault(Fault),
    /// The match is to end.
    Cancelled,
    /// No game can be played with this engine as the user wants it; the reason.
    Unable(String),
}

impl From<Silent> for Trouble {
    fn from(silent: Silent) -> Trouble {
        match silent {
            Silent::Fault(fault) => Trouble::Fault(fault),
            Silent::Cancelled => Trouble::Cancelled,
        }
    }
}

/// An engine at the board.
#[derive(Debug)]
pub struct Player<'a> {
    contender: &'a Contender,
    conditions: &'a Conditions,
    journal: Journal,
    cancellation: Cancellation,
    talk: Option<Talk>,
    commands: Vec<String>,
    name: String,
    /// The CPU time that its process had used when the game began.
    cpu_before: Option<f64>,
    effort: Effort,
}

/// How long an engine is waited for after its flag has fallen: it may still answer, so that it can
/// go on with the next game.
const GRACE: Duration = Duration::from_secs(5);

impl<'a> Player<'a> {
    /// A player whose process is started for its first game.
    pub fn new(
        contender: &'a Contender,
        conditions: &'a Conditions,
        journal: Journal,
        cancellation: Cancellation,
    ) -> Player<'a> {
        Player {
            contender,
            conditions,
            journal,
            cancellation,
            talk: None,
            commands: Vec::new(),
            name: String::new(),
            cpu_before: None,
            effort: Effort::default(),
        }
    }

    /// What it is called; what it says of itself once it has been started.
    pub fn name(&self) -> &str {
        self.contender.name.as_deref().unwrap_or(&self.name)
    }

    /// Makes it ready for a game.
    ///
    /// # Errors
    /// Where the engine cannot be started, or refuses what the game needs.
    pub fn begin(&mut self) -> Result<(), Trouble> {
        self.effort = Effort::default();
        let fresh = self.talk.is_none();
        if fresh {
            self.start()?;
        }
        self.cpu_before = self.usage().map(|usage| usage.cpu_seconds);
        let Conditions { size, rules, .. } = self.conditions;
        let known = |name: &str| self.knows(name);
        let language = self.contender.language;
        let mut orders = language.setup(*size, rules, self.contender.limit, &known);
        orders.extend(self.contender.init.iter().map(|command| (command.clone(), true)));
        for (order, needed) in orders {
            match self.ask(&order)? {
                Ok(_) => {}
                Err(reason) if needed => return Err(self.unable(&order, &reason)),
                Err(reason) if fresh => log::warn!("{} refuses {order}: {reason}", self.name()),
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn start(&mut self) -> Result<(), Trouble> {
        let Contender { command, language, .. } = self.contender;
        let talk = Talk::start(command, *language, self.journal.clone(), self.cancellation.clone());
        let cannot = |error| Trouble::Unable(format!("{} cannot be started: {error}", command[0]));
        self.talk = Some(talk.map_err(cannot)?);
        self.introduce().map_err(|trouble| match trouble {
            // It has never played: rather a wrong command line than a fault.
            Trouble::Fault(fault) if self.commands.is_empty() => {
                Trouble::Unable(format!("{} does not start: {fault}; see --verbose", command[0]))
            }
            other => other,
        })
    }

    /// Asks what it is and what it knows.
    fn introduce(&mut self) -> Result<(), Trouble> {
        if self.contender.language == Language::Wtp {
            self.ask("WTP")?.map_err(|reason| self.unable("the greeting WTP", &reason))?;
        }
        let mut tells = |command| -> Result<String, Trouble> {
            Ok(self.ask(command)?.unwrap_or_default().trim().to_owned())
        };
        let list = tells("list_commands")?;
        let name = format!("{} {}", tells("name")?, tells("version")?);
        self.commands = list.split_whitespace().map(String::from).collect();
        self.name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(())
    }

    fn unable(&self, order: &str, reason: &str) -> Trouble {
        let name = if self.name().is_empty() { &self.contender.command[0] } else { self.name() };
        Trouble::Unable(format!("{name} refuses {order}: {reason}"))
    }

    /// Tells it of a legal move.
    ///
    /// # Errors
    /// Where it does not take it.
    pub fn told(&mut self, game: &Game, color: Color, mv: Move) -> Result<(), Trouble> {
        let order = self.contender.language.play(game.size(), color, mv);
        self.ask(&order)?.map_err(|reason| {
            Trouble::Fault(Fault::new(FaultKind::RefusedMove, format!("{order}: {reason}")))
        })?;
        Ok(())
    }

    /// Its move, and how long it took.
    ///
    /// # Errors
    /// Where it makes none.
    pub fn genmove(
        &mut self,
        game: &Game,
        color: Color,
        clock: Option<&Clock>,
    ) -> Result<(Answer, Duration), Trouble> {
        let language = self.contender.language;
        let known = |name: &str| self.knows(name);
        if let Some(order) = clock.and_then(|clock| language.time_left(color, clock, &known)) {
            let _ = self.ask(&order)?;
        }
        let Conditions { margin, patience, .. } = *self.conditions;
        let most =
            clock.map_or(patience, |clock| clock.until_flag() + margin + GRACE.min(patience));
        let (order, start) = (language.genmove(color), Instant::now());
        let response = self.ask_within(&order, most).map_err(|trouble| match trouble {
            Trouble::Fault(Fault { kind: FaultKind::NoAnswer, what }) if clock.is_some() => {
                Trouble::Fault(Fault::new(FaultKind::Time, what))
            }
            other => other,
        });
        let took = start.elapsed();
        self.effort.add_move(took);
        let text = response?.map_err(|reason| {
            Trouble::Fault(Fault::new(FaultKind::NoMove, format!("{order}: {reason}")))
        })?;
        let answer = reading::answer(game.size(), text.trim());
        Ok((answer.map_err(Trouble::Fault)?, took))
    }

    /// How many playouts its last move took, and its winrate, where it tells.
    ///
    /// # Errors
    /// Where it crashes at the question.
    pub fn last_thought(&mut self) -> Result<(Option<u64>, Option<f64>), Trouble> {
        const QUESTION: &str = "gomill-explain_last_move";
        if !self.knows(QUESTION) {
            return Ok((None, None));
        }
        let said = self.ask(QUESTION)?.unwrap_or_default();
        let playouts = reading::playouts(&said);
        self.effort.add_playouts(playouts);
        Ok((playouts, reading::winrate(&said)))
    }

    /// The stones that it takes for dead, whole chains; `None` where it does not tell, or tells
    /// nonsense.
    ///
    /// # Errors
    /// Where it crashes at the question.
    pub fn dead_stones(&mut self, game: &Game) -> Result<Option<PointSet>, Trouble> {
        const QUESTION: &str = "final_status_list";
        if !self.knows(QUESTION) {
            return Ok(None);
        }
        let Ok(list) = self.ask(&format!("{QUESTION} dead"))? else { return Ok(None) };
        Ok(reading::dead_stones(game, &list))
    }

    /// What the game has cost it.
    pub fn effort(&mut self) -> Effort {
        let usage = self.usage();
        let cpu = self.cpu_before.zip(usage).map(|(before, now)| now.cpu_seconds - before);
        let held = usage.map(|Usage { memory, files, .. }| Held { memory, files });
        Effort { cpu, held, ..self.effort }
    }

    /// Lets the engine end.
    pub fn quit(self) {
        if let Some(talk) = self.talk {
            talk.quit();
        }
    }

    fn usage(&self) -> Option<Usage> {
        self.talk.as_ref()?.process().usage()
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    fn ask(&mut self, command: &str) -> Result<Response, Trouble> {
        self.ask_within(command, self.conditions.patience)
    }

    /// Asks, and gives the process up where no response comes.
    fn ask_within(&mut self, command: &str, patience: Duration) -> Result<Response, Trouble> {
        let talk = self.talk.as_mut().expect("a game begins with a process, and ends with it");
        let response = talk.ask(command, patience);
        if response.is_err() {
            self.talk = None;
        }
        Ok(response?)
    }
}
