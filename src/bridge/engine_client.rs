//! The engine behind the bridge: its process, what it knows, questions and answers.

use crate::cancellation::Cancellation;
use crate::engine_process::connection::{
    Connection, Incoming, MAX_LINES, Response, ResponseChunk, ResponseError,
};
use crate::engine_process::gtp_log::GtpLog;
use crate::engine_process::process::ReadLineError;
use crate::engine_process::protocol_kind::ProtocolKind;
use std::time::{Duration, Instant};

/// The time between two looks at the client while the engine thinks.
const TICK: Duration = Duration::from_millis(1);

/// The engine behind the bridge.
#[derive(Debug)]
pub(super) struct EngineClient {
    command: Vec<String>,
    /// The protocol that it speaks.
    pub kind: ProtocolKind,
    limit: Duration,
    talk_log: GtpLog,
    connection: Option<Connection>,
    commands: Vec<String>,
    name: String,
    version: String,
}

/// How a command that makes an engine think is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// By a line that has a response of its own.
    Command(&'static str),
    /// By a line that has none.
    Comment(&'static str),
}

/// Who hears what the engine says while it thinks.
pub(super) trait Listener {
    /// Hears a line of the response.
    fn hear(&mut self, line: &str);

    /// Returns `true` if the response is a stream, which may have any number of lines.
    fn is_stream(&self) -> bool;

    /// Whether it shall end now.
    fn must_end(&mut self) -> bool;

    /// Whether the client is gone, so that the limit holds for thinking too.
    fn is_over(&self) -> bool;
}

impl EngineClient {
    /// Starts an engine and asks what it knows. It is taken for dead where it does not answer within
    /// `limit`, except while it thinks.
    ///
    /// # Errors
    /// Where it cannot be started, or does not speak the protocol.
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

    /// Starts it anew; what runs of it is ended.
    ///
    /// # Errors
    /// Where it cannot be started, or does not speak the protocol.
    pub(super) fn restart(&mut self) -> Result<(), BridgeError> {
        self.connection = None;
        let log = self.talk_log.clone();
        let started = Connection::start(&self.command, self.kind, log, Cancellation::default());
        let cannot =
            |error| BridgeError::Lost(format!("{} cannot be started: {error}", self.command[0]));
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

    /// Whether it runs, as far as is known.
    pub(super) fn is_running(&self) -> bool {
        self.connection.is_some()
    }

    /// Whether it has a command.
    pub(super) fn supports(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// The name that it states.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The version that it states.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// Asks for something, and answers what it says.
    ///
    /// # Errors
    /// Where it refuses, or gives no answer in time.
    pub(super) fn command(&mut self, command: &str) -> Result<String, BridgeError> {
        let connection = self.connection.as_mut().ok_or(BridgeError::Gone)?;
        let response = connection.command(command, self.limit);
        self.heard(command, response)
    }

    /// Asks for something that it need not know; the answer is empty where it refuses.
    fn ask_freely(&mut self, command: &str) -> Result<String, BridgeError> {
        match self.command(command) {
            Err(BridgeError::Refused { .. }) => Ok(String::new()),
            result => result,
        }
    }

    /// Has it think: sends a command, hands on each line of the response and answers the last one. It is
    /// interrupted once the listener says so, which is asked about every millisecond.
    ///
    /// # Errors
    /// Where it refuses or ends. Also where it does not end within the limit after its analysis was stopped, or
    /// after the client's input has ended.
    pub(super) fn command_cancellable(
        &mut self,
        command: &str,
        interrupt: Option<Interrupt>,
        listener: &mut dyn Listener,
    ) -> Result<String, BridgeError> {
        let connection = self.connection.as_mut().ok_or(BridgeError::Gone)?;
        let mut thought = Thought { command, interrupt, sent: None, limit: self.limit, due: None };
        let response = thought.run(connection, listener);
        self.heard(command, response)
    }

    /// What a response means; without one the engine is given up, since a late one would be taken for that to
    /// the next command.
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

    /// Ends it, in order if it still answers.
    pub(super) fn quit(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.quit();
        }
    }
}

/// A command that makes the engine think.
struct Thought<'a> {
    command: &'a str,
    interrupt: Option<Interrupt>,
    /// What it was interrupted by.
    sent: Option<Interrupt>,
    limit: Duration,
    /// By when it has to end.
    due: Option<Instant>,
}

impl Thought<'_> {
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
                // An answer without end is never late by itself.
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
            // What it says to that is of no interest, but must not be taken for the next answer.
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

/// The words of a text, on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Why an engine did not do what it was told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum BridgeError {
    /// It refused a command.
    #[error("the engine refuses {command}: {reason}")]
    Refused {
        /// The command.
        command: String,
        /// What it said.
        reason: String,
    },
    /// It ended, or gave no answer; it runs no more.
    #[error("the engine is lost: {0}")]
    Lost(String),
    /// It was lost before, and was not started again.
    #[error("the engine is lost; boardsize or clear_board starts it again")]
    Gone,
    /// The command cannot be said in its protocol, or it has no such command.
    #[error("{0}")]
    Unsayable(String),
    /// It answered what makes no sense.
    #[error("the engine answers {command} by {answer}: {reason}")]
    Senseless {
        /// The command.
        command: String,
        /// The beginning of its answer.
        answer: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl From<ResponseError> for BridgeError {
    fn from(reason: ResponseError) -> BridgeError {
        match reason {
            ResponseError::Fault(fault) => BridgeError::Lost(fault.to_string()),
            ResponseError::Cancelled => BridgeError::Lost("the program ends".into()),
        }
    }
}
