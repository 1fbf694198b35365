//! The engine behind the bridge: its process, its capabilities, commands and responses.

use crate::cancellation::Cancellation;
use crate::engine_process::connection::{
    Connection, Incoming, MAX_LINES, Response, ResponseChunk, ResponseError,
};
use crate::engine_process::gtp_log::GtpLog;
use crate::engine_process::process::ReadLineError;
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::records::storage::io_message;
use std::time::{Duration, Instant};

/// The interval at which client input is polled while the engine thinks.
const TICK: Duration = Duration::from_millis(1);

/// The engine behind the bridge.
#[derive(Debug)]
pub(super) struct EngineClient {
    command: Vec<String>,
    /// The protocol of the engine.
    pub kind: ProtocolKind,
    limit: Duration,
    talk_log: GtpLog,
    connection: Option<Connection>,
    commands: Vec<String>,
    name: String,
    version: String,
}

/// How a command that makes an engine think is interrupted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// By a command that has its own response.
    Command(&'static str),
    /// By a line that has no response.
    Comment(&'static str),
}

/// Receives the output of an engine while it thinks.
pub(super) trait Listener {
    /// Receives a line of the response.
    fn hear(&mut self, line: &str);

    /// Returns `true` if the response is a stream of unlimited length.
    fn is_stream(&self) -> bool;

    /// Returns `true` if the engine must stop thinking now.
    fn must_end(&mut self) -> bool;

    /// Returns `true` if the client has disconnected, so that the time limit also applies to thinking.
    fn is_over(&self) -> bool;
}

impl EngineClient {
    /// Starts an engine and queries its capabilities. An engine that does not answer within `limit` is
    /// considered dead, except while it thinks.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started or does not speak the protocol.
    pub(super) fn start(
        command: Vec<String>,
        kind: ProtocolKind,
        limit: Duration,
        talk_log: GtpLog,
    ) -> Result<EngineClient, BridgeError> {
        let mut remote = EngineClient {
            command,
            kind,
            limit,
            talk_log,
            connection: None,
            commands: Vec::new(),
            name: String::new(),
            version: String::new(),
        };
        remote.restart()?;
        Ok(remote)
    }

    /// Restarts the engine and kills the remains of its old process.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started or does not speak the protocol.
    pub(super) fn restart(&mut self) -> Result<(), BridgeError> {
        self.connection = None;
        let log = self.talk_log.clone();
        let started = Connection::start(&self.command, self.kind, log, Cancellation::default());
        let cannot = |error| {
            BridgeError::Lost(format!("cannot start {}: {}", self.command[0], io_message(&error)))
        };
        self.connection = Some(started.map_err(cannot)?);
        if self.kind == ProtocolKind::Wtp {
            self.command("WTP")?;
        }
        self.commands =
            self.ask_freely("list_commands")?.split_whitespace().map(String::from).collect();
        self.name = one_line(&self.ask_freely("name")?);
        self.version = one_line(&self.ask_freely("version")?);
        Ok(())
    }

    /// Returns `true` if the engine is not known to have terminated.
    pub(super) fn is_running(&self) -> bool {
        self.connection.is_some()
    }

    /// Returns `true` if the engine has a command.
    pub(super) fn supports(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Returns the name that the engine reports.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the version that the engine reports.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// Sends a command and returns the response.
    ///
    /// # Errors
    /// Returns an error if the engine rejects the command or does not respond in time.
    pub(super) fn command(&mut self, command: &str) -> Result<String, BridgeError> {
        let connection = self.connection.as_mut().ok_or(BridgeError::Gone)?;
        let response = connection.command(command, self.limit);
        self.heard(command, response)
    }

    /// Sends an optional command; returns an empty response if the engine rejects it.
    fn ask_freely(&mut self, command: &str) -> Result<String, BridgeError> {
        match self.command(command) {
            Err(BridgeError::Refused { .. }) => Ok(String::new()),
            result => result,
        }
    }

    /// Sends a command that makes the engine think, forwards each line of the response and returns the last
    /// one. Polls the listener every millisecond and interrupts the engine on its request.
    ///
    /// # Errors
    /// Returns an error if the engine rejects the command or terminates. Also returns an error if it exceeds
    /// the limit after its analysis was stopped or the client's input has ended.
    pub(super) fn command_cancellable(
        &mut self,
        command: &str,
        interrupt: Option<Interrupt>,
        listener: &mut dyn Listener,
    ) -> Result<String, BridgeError> {
        let connection = self.connection.as_mut().ok_or(BridgeError::Gone)?;
        let mut thought =
            PendingMove { command, interrupt, sent: None, limit: self.limit, due: None };
        let response = thought.run(connection, listener);
        self.heard(command, response)
    }

    /// Interprets a response. Without one, the engine is dropped, since a late response would be mistaken for
    /// that to the next command.
    fn heard(
        &mut self,
        command: &str,
        response: Result<Response, ResponseError>,
    ) -> Result<String, BridgeError> {
        match response {
            Ok(Ok(text)) => Ok(text),
            Ok(Err(reason)) => {
                Err(BridgeError::Refused { command: command.into(), reason: one_line(&reason) })
            }
            Err(lost) => {
                self.connection = None;
                Err(lost.into())
            }
        }
    }

    /// Terminates the engine, gracefully if it still responds.
    pub(super) fn quit(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.quit();
        }
    }
}

/// A command that makes the engine think.
struct PendingMove<'a> {
    command: &'a str,
    interrupt: Option<Interrupt>,
    /// What interrupted the command.
    sent: Option<Interrupt>,
    limit: Duration,
    /// The deadline of the response.
    due: Option<Instant>,
}

impl PendingMove<'_> {
    fn run(
        &mut self,
        connection: &mut Connection,
        listener: &mut dyn Listener,
    ) -> Result<Response, ResponseError> {
        connection.send(self.command);
        let (mut incoming, mut last, mut lines) = (Incoming::default(), String::new(), 0);
        let is_success = loop {
            let is_late = self.due.is_some_and(|due| Instant::now() >= due);
            let piece = match connection.piece(&mut incoming, Instant::now() + TICK) {
                // A stream of unlimited length has no deadline of its own.
                Ok(ResponseChunk::Line(_) | ResponseChunk::Before) if is_late => {
                    Err(ReadLineError::Late)
                }
                Ok(ResponseChunk::Line(_) | ResponseChunk::Before) if lines >= MAX_LINES => {
                    Err(ReadLineError::TooLong)
                }
                piece => piece,
            };
            match piece {
                Ok(ResponseChunk::Line(line)) => {
                    lines += usize::from(!listener.is_stream());
                    listener.hear(&line);
                    last = line;
                }
                Ok(ResponseChunk::End { is_success }) => break is_success,
                Ok(ResponseChunk::Before) => lines += 1,
                Err(ReadLineError::Late) if !is_late => {}
                Err(reason) => {
                    return Err(connection.no_response(reason, self.command, self.limit));
                }
            }
            self.interrupt(connection, listener);
            let is_limited = matches!(self.sent, Some(Interrupt::Command(_))) || listener.is_over();
            if self.due.is_none() && is_limited {
                self.due = Some(Instant::now() + self.limit);
            }
        };
        if let Some(Interrupt::Command(command)) = self.sent {
            // The response to the interruption is discarded, so that it is not mistaken for the next response.
            let _ = connection.answer(command, self.limit)?;
        }
        Ok(if is_success { Ok(last) } else { Err(last) })
    }

    fn interrupt(&mut self, connection: &mut Connection, listener: &mut dyn Listener) {
        if self.sent.is_none()
            && listener.must_end()
            && let Some(interrupt) = self.interrupt
        {
            let (Interrupt::Command(line) | Interrupt::Comment(line)) = interrupt;
            connection.send(line);
            self.sent = Some(interrupt);
        }
    }
}

/// Joins the words of a text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Why an engine did not execute a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum BridgeError {
    /// The engine rejected a command.
    #[error("the engine rejected {command}: {reason}")]
    Refused {
        /// The command.
        command: String,
        /// The message of the engine.
        reason: String,
    },
    /// The engine terminated or did not respond; it is no longer running.
    #[error("lost the engine: {0}")]
    Lost(String),
    /// The engine was lost earlier and has not been restarted.
    #[error("the engine is not running; boardsize or clear_board restarts it")]
    Gone,
    /// The protocol of the engine cannot express the command, or the engine does not support it.
    #[error("{0}")]
    Unsayable(String),
    /// The engine sent an invalid response.
    #[error("invalid response {answer} to {command}: {reason}")]
    Senseless {
        /// The command.
        command: String,
        /// The beginning of the response.
        answer: String,
        /// Why the response is invalid.
        reason: String,
    },
}

impl From<ResponseError> for BridgeError {
    fn from(reason: ResponseError) -> BridgeError {
        match reason {
            ResponseError::Fault(fault) => BridgeError::Lost(fault.to_string()),
            ResponseError::Cancelled => BridgeError::Lost("the program is shutting down".into()),
        }
    }
}
