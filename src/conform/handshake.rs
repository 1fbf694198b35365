//! How a session is opened, and what an engine says of itself first.

use std::time::{Duration, Instant};

use super::engine_io::EngineIo;
use super::transport::TransportError;
use crate::job_error::JobError;
use crate::protocol::{Protocol, WTP};

/// How an engine takes the greeting of WTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Greeting {
    /// The protocol has none.
    None,
    /// It is answered like a command.
    Answered,
    /// Nothing comes back.
    Silent,
}

/// What an engine says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineInfo {
    /// How it takes the greeting.
    pub greeting: Greeting,
    /// Its name and its version, in one line.
    pub name: String,
    /// The commands that it lists.
    pub commands: Vec<String>,
}

/// How long the answer to a greeting may take before the next line is sent: it is not said that there is one.
const GREETING_TIME: Duration = Duration::from_secs(2);

impl EngineInfo {
    /// Asks an engine that has just been started.
    ///
    /// # Errors
    /// Returns [`JobError`] if it does not speak the protocol.
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

/// Opens a session for a check by a line, and answers the response where one comes.
///
/// # Errors
/// The reason why no answer came where one comes.
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
    /// The reason why there is none.
    pub fn ask(&mut self, line: &str, deadline: Instant) -> Result<Vec<String>, TransportError> {
        self.send(format!("{line}\n").as_bytes());
        self.response(deadline)
    }
}

/// The value of a response; nothing where it is an error.
fn value(lines: Vec<String>) -> String {
    let text = lines.join("\n");
    text.strip_prefix('=').map(|value| value.trim().into()).unwrap_or_default()
}

fn silence(why: TransportError) -> JobError {
    let reason = match why {
        TransportError::Ended => "its output ends before it has answered the first commands",
        TransportError::TooLong => "its output is one line without end",
        TransportError::Late => "it does not answer the first commands in time",
    };
    JobError::Engine(reason.into())
}
