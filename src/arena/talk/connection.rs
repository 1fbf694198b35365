//! The connection to an engine: sends a command, reads the response in the form of GTP and WTP.
//!
//! Lines that an engine writes before a response are skipped.

use std::io;
use std::time::{Duration, Instant};

use super::fault::{Fault, FaultKind};
use super::process::{NoLine, Process};
use super::protocol_kind::ProtocolKind;
use super::talk_log::TalkLog;
use crate::cancel::Cancellation;

/// The connection to a running engine.
#[derive(Debug)]
pub(crate) struct Connection {
    process: Process,
    protocol: ProtocolKind,
    talk_log: TalkLog,
    cancellation: Cancellation,
}

/// A response: its text, or the message of a failure.
pub(crate) type Response = Result<String, String>;

/// The reason why there is no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoResponse {
    /// The engine is at fault.
    Fault(Fault),
    /// The match was cancelled.
    Cancelled,
}

impl From<Fault> for NoResponse {
    fn from(fault: Fault) -> NoResponse {
        NoResponse::Fault(fault)
    }
}

/// The most lines of a response, together with the skipped lines before it.
const MAX_LINES: usize = 10_000;

impl Connection {
    /// Starts an engine.
    ///
    /// # Errors
    /// Where the system cannot start it.
    pub(crate) fn start(
        command: &[String],
        protocol: ProtocolKind,
        talk_log: TalkLog,
        cancellation: Cancellation,
    ) -> io::Result<Connection> {
        let process = Process::start(command, &talk_log)?;
        Ok(Connection { process, protocol, talk_log, cancellation })
    }

    /// The process of the engine.
    pub(crate) fn process(&self) -> &Process {
        &self.process
    }

    /// Sends a command and waits for the response, `timeout` at most.
    ///
    /// # Errors
    /// Where no response comes in time. The connection is useless then: a late response would be
    /// taken for that to the next command.
    pub(crate) fn ask(&mut self, command: &str, timeout: Duration) -> Result<Response, NoResponse> {
        self.talk_log.write(">", command);
        let bytes = self.protocol.charset().encode(command).into_owned();
        self.process.send(&[&bytes[..], b"\n"].concat());
        let response = self.response(Instant::now() + timeout);
        response.map_err(|reason| match reason {
            NoLine::Cancelled => NoResponse::Cancelled,
            NoLine::Late => {
                let what = format!("no word in {:.1} s after {command}", timeout.as_secs_f64());
                Fault::new(FaultKind::NoAnswer, what).into()
            }
            NoLine::TooLong => {
                Fault::new(FaultKind::Garbage, format!("endless, to {command}")).into()
            }
            NoLine::Ended => {
                let what = format!("at {command}: {}", self.process.wait_for_end());
                Fault::new(FaultKind::Crash, what).into()
            }
        })
    }

    /// Reads the next response: it begins with `=` or `?` and ends with an empty line.
    fn response(&self, deadline: Instant) -> Result<Response, NoLine> {
        let mut text = String::new();
        let mut status = None;
        for _ in 0..MAX_LINES {
            let line = self.line(deadline)?;
            match status {
                None => {
                    let rest = line.strip_prefix(['=', '?']);
                    status = rest.and(line.chars().next());
                    text.push_str(rest.unwrap_or_default().trim());
                }
                Some(status) if line.is_empty() => {
                    return Ok(if status == '=' { Ok(text) } else { Err(text) });
                }
                Some(_) => {
                    text.push('\n');
                    text.push_str(&line);
                }
            }
        }
        Err(NoLine::TooLong)
    }

    /// Reads the next line. In WTP `#` begins a comment anywhere (2.3 of WTP), and a line with nothing
    /// else is skipped.
    fn line(&self, deadline: Instant) -> Result<String, NoLine> {
        loop {
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
    }

    /// Sends `quit` and waits for the engine to end; kills it if it does not.
    pub(crate) fn quit(mut self) {
        const TIMEOUT: Duration = Duration::from_secs(2);
        // A cancelled match must still end its engines in order.
        self.cancellation = Cancellation::default();
        let _ = self.ask("quit", TIMEOUT);
        self.process.wait_for_end();
    }
}
