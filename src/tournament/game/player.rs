//! An engine as a player of games. Its process is started on demand.
//!
//! The referee decides whether its moves are legal and in time.

use std::time::{Duration, Instant};

use crate::engine::Clock;
use crate::go::{Action, Color, Game, Move, PointSet};
use crate::records::storage::io_message;

use super::engine_config::EngineConfig;
use super::move_stats::{GameResourceUsage, ProcessUsage};
use super::settings::GameSettings;
use crate::cancellation::Cancellation;
use crate::engine_process::connection::{Connection, Response, ResponseError};
use crate::engine_process::engine_error::{EngineError, EngineErrorKind};
use crate::engine_process::genmove_analysis;
use crate::engine_process::gtp_log::GtpLog;
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::engine_process::response_parser::{self, EngineEvaluation};
use crate::engine_process::setup_commands::{EXPLAIN, SetupCommand};
use crate::resource_usage::Usage;

/// The reason why a game cannot continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlayerError {
    /// The player made an error that loses the game.
    Fault(EngineError),
    /// The match was cancelled.
    Cancelled,
    /// The engine cannot play games with these options; contains the reason.
    Unable(String),
}

impl From<ResponseError> for PlayerError {
    fn from(reason: ResponseError) -> PlayerError {
        match reason {
            ResponseError::Fault(fault) => PlayerError::Fault(fault),
            ResponseError::Cancelled => PlayerError::Cancelled,
        }
    }
}

/// An engine that plays the games of a match, one after the other.
#[derive(Debug)]
pub(crate) struct Player<'a> {
    contender: &'a EngineConfig,
    conditions: &'a GameSettings,
    talk_log: GtpLog,
    cancellation: Cancellation,
    connection: Option<Connection>,
    commands: Vec<String>,
    name: String,
    /// The evaluation that the engine reported with its last move.
    statement: Option<EngineEvaluation>,
    /// CPU seconds of the process at the start of the game.
    cpu_before: Option<f64>,
    cost: GameResourceUsage,
}

/// The maximum wait for a response after the time has run out. If a late response arrives, the process can be
/// reused for the next game.
const LATE_ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

impl<'a> Player<'a> {
    /// Creates a player. Its process starts with its first game.
    pub(crate) fn new(
        contender: &'a EngineConfig,
        conditions: &'a GameSettings,
        talk_log: GtpLog,
        cancellation: Cancellation,
    ) -> Player<'a> {
        Player {
            contender,
            conditions,
            talk_log,
            cancellation,
            connection: None,
            commands: Vec::new(),
            name: String::new(),
            statement: None,
            cpu_before: None,
            cost: GameResourceUsage::default(),
        }
    }

    /// Returns the name set by the user, or else the name that the running engine reports.
    pub(crate) fn name(&self) -> &str {
        self.contender.name.as_deref().unwrap_or(&self.name)
    }

    /// Starts the process if there is none, and sets up a game with a seed.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started or rejects a required command.
    pub(crate) fn begin(&mut self, seed: u32) -> Result<(), PlayerError> {
        self.cost = GameResourceUsage::default();
        let is_new = self.connection.is_none();
        if is_new {
            self.start()?;
        }
        self.cpu_before = self.usage().map(|usage| usage.cpu_seconds);
        let GameSettings { size, rules, .. } = self.conditions;
        let known = |name: &str| self.supports(name);
        let protocol = self.contender.protocol;
        let mut commands = protocol.setup(*size, rules, self.contender.limit, &known);
        commands.extend(protocol.seed(seed, &known));
        commands.extend(self.contender.init.iter().map(SetupCommand::required));
        for SetupCommand { text, is_required } in commands {
            match self.ask(&text)? {
                Ok(_) => {}
                Err(reason) if is_required => return Err(self.unable(&text, &reason)),
                // Once per process is enough: the result is the same before every game.
                Err(reason) if is_new => log::warn!("{} rejected {text}: {reason}", self.name()),
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn start(&mut self) -> Result<(), PlayerError> {
        let EngineConfig { command, protocol, .. } = self.contender;
        let connection =
            Connection::start(command, *protocol, self.talk_log.clone(), self.cancellation.clone());
        let cannot = |error| {
            PlayerError::Unable(format!("cannot start {}: {}", command[0], io_message(&error)))
        };
        self.connection = Some(connection.map_err(cannot)?);
        self.ask_identity().map_err(|error| match error {
            // Before the first response, a wrong command line is more likely than an engine error.
            PlayerError::Fault(fault) if self.commands.is_empty() => PlayerError::Unable(format!(
                "cannot start {}: {fault}; --verbose shows its output",
                command[0]
            )),
            other => other,
        })
    }

    /// Queries the commands, name and version of the engine.
    fn ask_identity(&mut self) -> Result<(), PlayerError> {
        if self.contender.protocol == ProtocolKind::Wtp {
            self.ask("WTP")?.map_err(|reason| self.unable("the greeting WTP", &reason))?;
        }
        let mut answer = |command| -> Result<String, PlayerError> {
            Ok(self.ask(command)?.unwrap_or_default().trim().to_owned())
        };
        // These may fail: an engine can play without a name or a list of commands.
        let list = answer("list_commands")?;
        let name = format!("{} {}", answer("name")?, answer("version")?);
        self.commands = list.split_whitespace().map(String::from).collect();
        self.name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(())
    }

    fn unable(&self, command: &str, reason: &str) -> PlayerError {
        let name = if self.name().is_empty() { &self.contender.command[0] } else { self.name() };
        PlayerError::Unable(format!("{name} rejected {command}: {reason}"))
    }

    /// Sends a legal move of either colour.
    ///
    /// # Errors
    /// Returns an error if the engine rejects the move.
    pub(crate) fn play(&mut self, game: &Game, color: Color, mv: Move) -> Result<(), PlayerError> {
        let command = self.contender.protocol.play(game.size(), color, Action::Move(mv));
        self.ask(&command)?.map_err(|reason| {
            PlayerError::Fault(EngineError::new(
                EngineErrorKind::RefusedMove,
                format!("{command}: {reason}"),
            ))
        })?;
        Ok(())
    }

    /// Requests a move. Returns it with the time from command to response.
    ///
    /// # Errors
    /// Returns an error if the response is not a move, or too late.
    pub(crate) fn genmove(
        &mut self,
        game: &Game,
        color: Color,
        clock: Option<&Clock>,
    ) -> Result<(Action, Duration), PlayerError> {
        let protocol = self.contender.protocol;
        let known = |name: &str| self.supports(name);
        let genmove = protocol.genmove(color, &known);
        if let Some(command) = clock.and_then(|clock| protocol.time_left(color, clock, &known)) {
            // An engine may reject the command and use its own clock; the referee's clock decides.
            let _ = self.ask(&command)?;
        }
        let GameSettings { margin, answer_timeout, .. } = *self.conditions;
        let timeout = clock.map_or(answer_timeout, |clock| {
            clock.until_flag() + margin + LATE_ANSWER_TIMEOUT.min(answer_timeout)
        });
        let (command, start) = (genmove, Instant::now());
        // With a clock, a missing response means that the time has run out.
        let response = self.ask_within(&command, timeout).map_err(|error| match error {
            PlayerError::Fault(EngineError { kind: EngineErrorKind::NoAnswer, what })
                if clock.is_some() =>
            {
                PlayerError::Fault(EngineError::new(EngineErrorKind::Time, what))
            }
            other => other,
        });
        let took = start.elapsed();
        self.cost.add_move(took);
        let text = response?.map_err(|reason| {
            PlayerError::Fault(EngineError::new(
                EngineErrorKind::NoMove,
                format!("{command}: {reason}"),
            ))
        })?;
        let (text, statement) = match genmove_analysis::read(&text) {
            Some((mv, statement)) => (mv, Some(statement)),
            None => (text.trim(), None),
        };
        self.statement = statement;
        let answer = response_parser::answer(game.size(), text);
        Ok((answer.map_err(PlayerError::Fault)?, took))
    }

    /// Returns the engine's evaluation of its last move.
    ///
    /// # Errors
    /// Returns an error if the engine crashes or does not respond.
    pub(crate) fn last_move_statement(&mut self) -> Result<EngineEvaluation, PlayerError> {
        let statement = match self.statement.take() {
            Some(statement) => statement,
            None if self.supports(EXPLAIN) => {
                EngineEvaluation::read(&self.ask(EXPLAIN)?.unwrap_or_default())
            }
            None => EngineEvaluation::default(),
        };
        self.cost.add_playouts(statement.playouts);
        Ok(statement)
    }

    /// Returns the dead stones that the engine reports, as whole chains. Returns `None` if it reports none, or
    /// an empty point.
    ///
    /// # Errors
    /// Returns an error if the engine crashes or does not respond.
    pub(crate) fn dead_stones(&mut self, game: &Game) -> Result<Option<PointSet>, PlayerError> {
        const QUESTION: &str = "final_status_list";
        if !self.supports(QUESTION) {
            return Ok(None);
        }
        let Ok(list) = self.ask(&format!("{QUESTION} dead"))? else { return Ok(None) };
        Ok(response_parser::dead_stones(game, &list))
    }

    /// Returns the resource usage of the game so far.
    pub(crate) fn cost(&mut self) -> GameResourceUsage {
        let usage = self.usage();
        let cpu = self.cpu_before.zip(usage).map(|(before, now)| now.cpu_seconds - before);
        let footprint = usage.map(|Usage { memory, files, .. }| ProcessUsage { memory, files });
        GameResourceUsage { cpu, footprint, ..self.cost }
    }

    /// Terminates the engine.
    pub(crate) fn quit(self) {
        if let Some(connection) = self.connection {
            connection.quit();
        }
    }

    fn usage(&self) -> Option<Usage> {
        self.connection.as_ref()?.process().usage()
    }

    fn supports(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    fn ask(&mut self, command: &str) -> Result<Response, PlayerError> {
        self.ask_within(command, self.conditions.answer_timeout)
    }

    /// Sends a command and waits for the response. Without a response, the process is dropped.
    fn ask_within(&mut self, command: &str, timeout: Duration) -> Result<Response, PlayerError> {
        let connection = self.connection.as_mut().expect("the process runs for the whole game");
        let response = connection.command(command, timeout);
        if response.is_err() {
            // A late response would be mistaken for that to the next command.
            self.connection = None;
        }
        Ok(response?)
    }
}
