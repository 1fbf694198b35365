//! Opens a session and queries an engine's name and commands.

use std::time::{Duration, Instant};

use super::engine_io::EngineIo;
use super::transport::TransportError;
use crate::job_error::JobError;
use crate::protocol::{Protocol, WTP};

/// How an engine responds to the greeting of WTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Greeting {
    /// The protocol has no greeting.
    None,
    /// Like to a command.
    Answered,
    /// No response.
    Silent,
}

/// The data that an engine reports about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineInfo {
    /// How it responds to the greeting.
    pub greeting: Greeting,
    /// Its name and version, in one line.
    pub name: String,
    /// The commands that it lists.
    pub commands: Vec<String>,
}

/// The timeout for the response to a greeting; the specification does not state whether there is one.
const GREETING_TIME: Duration = Duration::from_secs(2);

impl EngineInfo {
    /// Queries a newly started engine.
    ///
    /// # Errors
    /// Returns [`JobError`] if it does not support the protocol.
    pub fn query_engine(
        hearing: &mut EngineIo,
        protocol: &'static Protocol,
        limit: Duration,
    ) -> Result<EngineInfo, JobError> {
        let is_wtp = protocol.version == WTP.version;
        let mut greeting = if is_wtp { Greeting::Answered } else { Greeting::None };
        if is_wtp && hearing.ask("WTP", Instant::now() + limit.min(GREETING_TIME)).is_err() {
            let first = hearing.ask("protocol_version", Instant::now() + limit);
            if value(first.map_err(silence)?).is_empty() {
                hearing.response(Instant::now() + limit).map_err(silence)?;
            } else {
                greeting = Greeting::Silent;
            }
        } else {
            hearing.ask("protocol_version", Instant::now() + limit).map_err(silence)?;
        }
        let mut words = |command| {
            let lines = hearing.ask(command, Instant::now() + limit);
            lines.map(value).map_err(silence)
        };
        let name = format!("{} {}", words("name")?, words("version")?);
        let commands = words("list_commands")?.lines().map(|line| line.trim().into()).collect();
        Ok(EngineInfo { greeting, name: name.trim().into(), commands })
    }
}

/// Opens a session for a check by sending a line. Returns the response, or `None` if the engine does not respond to
/// greetings.
///
/// # Errors
/// Returns [`TransportError`] if an expected response is missing.
pub fn open(
    hearing: &mut EngineIo,
    line: &str,
    greeting: Greeting,
    deadline: Instant,
) -> Result<Option<Vec<String>>, TransportError> {
    if greeting == Greeting::Silent {
        hearing.send(format!("{line}\n").as_bytes());
        return Ok(None);
    }
    hearing.ask(line, deadline).map(Some)
}

impl EngineIo<'_> {
    /// Sends a line and waits for the response.
    ///
    /// # Errors
    /// Returns [`TransportError`] if no response is received.
    pub fn ask(&mut self, line: &str, deadline: Instant) -> Result<Vec<String>, TransportError> {
        self.send(format!("{line}\n").as_bytes());
        self.response(deadline)
    }
}

/// Returns the value of a response, or an empty string for an error.
fn value(lines: Vec<String>) -> String {
    let text = lines.join("\n");
    text.strip_prefix('=').map(|value| value.trim().into()).unwrap_or_default()
}

fn silence(why: TransportError) -> JobError {
    let reason = match why {
        TransportError::Ended => "the engine's output ended during the first commands",
        TransportError::TooLong => "the engine's output is an endless line",
        TransportError::Late => "the engine did not respond to the first commands in time",
    };
    JobError::Engine(reason.into())
}
