//! The connection to an engine: sends commands and reads responses in the format of GTP and WTP.
//!
//! Lines that an engine writes before a response are skipped.

use std::io;
use std::time::{Duration, Instant};

use super::engine_error::{EngineError, EngineErrorKind};
use super::gtp_log::GtpLog;
use super::process::{Process, ReadLineError};
use super::protocol_kind::ProtocolKind;
use crate::cancellation::Cancellation;

/// The connection to a running engine.
#[derive(Debug)]
pub(crate) struct Connection {
    process: Process,
    protocol: ProtocolKind,
    talk_log: GtpLog,
    cancellation: Cancellation,
}

/// A response: its text, or the error message of a failure.
pub(crate) type Response = Result<String, String>;

/// The reason why there is no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ResponseError {
    /// The engine caused the failure.
    Fault(EngineError),
    /// The match was cancelled.
    Cancelled,
}

impl From<EngineError> for ResponseError {
    fn from(fault: EngineError) -> ResponseError {
        ResponseError::Fault(fault)
    }
}

/// A response that is received line by line: starts with `=` or `?` and ends with an empty line.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Incoming {
    /// `=` or `?`, after the response has started.
    status: Option<char>,
}

/// A part of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ResponseChunk {
    /// A line before the response.
    Before,
    /// A line of the response; the first one without its status.
    Line(String),
    /// The end of the response.
    End {
        /// Whether the status is `=`.
        is_success: bool,
    },
}

impl Incoming {
    /// Classifies the next line.
    fn piece(&mut self, line: String) -> ResponseChunk {
        match self.status {
            None => {
                let Some(rest) = line.strip_prefix(['=', '?']) else {
                    return ResponseChunk::Before;
                };
                self.status = line.chars().next();
                ResponseChunk::Line(rest.trim().into())
            }
            Some(status) if line.is_empty() => ResponseChunk::End { is_success: status == '=' },
            Some(_) => ResponseChunk::Line(line),
        }
    }
}

/// The maximum number of lines of a response, including skipped lines before it.
pub(crate) const MAX_LINES: usize = 10_000;

impl Connection {
    /// Starts an engine.
    ///
    /// # Errors
    /// Returns an error if the system cannot start the engine.
    pub(crate) fn start(
        command: &[String],
        protocol: ProtocolKind,
        talk_log: GtpLog,
        cancellation: Cancellation,
    ) -> io::Result<Connection> {
        let process = Process::start(command, &talk_log)?;
        Ok(Connection { process, protocol, talk_log, cancellation })
    }

    /// Returns the process of the engine.
    pub(crate) fn process(&self) -> &Process {
        &self.process
    }

    /// Sends a command and waits for the response, at most for `timeout`.
    ///
    /// # Errors
    /// Returns an error if no response arrives in time. The connection is then unusable: a late response would
    /// be mistaken for that to the next command.
    pub(crate) fn command(
        &mut self,
        command: &str,
        timeout: Duration,
    ) -> Result<Response, ResponseError> {
        self.send(command);
        self.answer(command, timeout)
    }

    /// Waits for the response to a command that was sent, at most for `timeout`.
    ///
    /// # Errors
    /// Returns an error if no response arrives in time, as in [`command`](Self::command).
    pub(crate) fn answer(
        &mut self,
        command: &str,
        timeout: Duration,
    ) -> Result<Response, ResponseError> {
        let response = self.response(Instant::now() + timeout);
        response.map_err(|reason| self.no_response(reason, command, timeout))
    }

    /// Sends a line without waiting for a response.
    pub(crate) fn send(&mut self, line: &str) {
        self.talk_log.write(">", line);
        let bytes = self.protocol.charset().encode(line).into_owned();
        self.process.send(&[&bytes[..], b"\n"].concat());
    }

    /// Converts the `reason` why no line was read into the reason why a command has no response; `timeout` is
    /// the waiting time.
    pub(crate) fn no_response(
        &mut self,
        reason: ReadLineError,
        command: &str,
        timeout: Duration,
    ) -> ResponseError {
        match reason {
            ReadLineError::Cancelled => ResponseError::Cancelled,
            ReadLineError::Late => {
                let what = format!("no response to {command} in {:.1} s", timeout.as_secs_f64());
                EngineError::new(EngineErrorKind::NoAnswer, what).into()
            }
            ReadLineError::TooLong => {
                EngineError::new(EngineErrorKind::Garbage, format!("endless response to {command}"))
                    .into()
            }
            ReadLineError::Ended => {
                let what = format!("at {command}: {}", self.process.wait_for_end());
                EngineError::new(EngineErrorKind::Crash, what).into()
            }
        }
    }

    /// Reads the next response.
    fn response(&self, deadline: Instant) -> Result<Response, ReadLineError> {
        let (mut incoming, mut lines) = (Incoming::default(), Vec::new());
        for _ in 0..MAX_LINES {
            match incoming.piece(self.line(deadline)?) {
                ResponseChunk::Before => {}
                ResponseChunk::Line(line) => lines.push(line),
                ResponseChunk::End { is_success: true } => return Ok(Ok(lines.join("\n"))),
                ResponseChunk::End { is_success: false } => return Ok(Err(lines.join("\n"))),
            }
        }
        Err(ReadLineError::TooLong)
    }

    /// Reads the next part of a response; waits until the deadline.
    ///
    /// # Errors
    /// Returns the reason if there is none.
    pub(crate) fn piece(
        &self,
        incoming: &mut Incoming,
        deadline: Instant,
    ) -> Result<ResponseChunk, ReadLineError> {
        Ok(incoming.piece(self.line(deadline)?))
    }

    /// Reads the next line. In WTP, `#` starts a comment anywhere (2.3 of WTP). Lines that contain only a
    /// comment are skipped, up to the maximum number of lines of a response.
    fn line(&self, deadline: Instant) -> Result<String, ReadLineError> {
        for _ in 0..MAX_LINES {
            let bytes = self.process.line(deadline, &self.cancellation)?;
            let decoded = self.protocol.charset().decode(&bytes);
            self.talk_log.write("<", decoded.trim_end());
            let whole: String = decoded.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
            let text = match (self.protocol, whole.split_once('#')) {
                (ProtocolKind::Wtp, Some((text, _))) if text.trim().is_empty() => continue,
                (ProtocolKind::Wtp, Some((text, _))) => text,
                _ => &whole,
            };
            return Ok(text.trim_end().to_owned());
        }
        Err(ReadLineError::TooLong)
    }

    /// Sends `quit` and waits for the engine to exit; kills it if it does not.
    pub(crate) fn quit(mut self) {
        const TIMEOUT: Duration = Duration::from_secs(2);
        // Engines must also be terminated gracefully after a match is cancelled.
        self.cancellation = Cancellation::default();
        let _ = self.command("quit", TIMEOUT);
        self.process.wait_for_end();
    }
}
