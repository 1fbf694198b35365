//! The configuration of an engine in a match: command line, protocol, name, time control.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::engine::TimeControl;
use crate::engine_process::command_line::{self, CommandError};
use crate::engine_process::protocol_kind::ProtocolKind;

/// An engine of a match, independent of its colour in a game: `A` is the first, `Z` the last possible one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EngineId(u8);

/// A text that is not the letter of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected an engine letter: A, B, ...")]
pub struct SideError;

impl EngineId {
    /// The maximum number of engines in a match.
    pub const MOST: usize = 26;

    /// The first engine. In a match of two engines, Elo and scores are reported for this side.
    pub const A: EngineId = EngineId(0);

    /// The second engine.
    pub const B: EngineId = EngineId(1);

    /// Both sides of a match between two.
    pub const BOTH: [EngineId; 2] = [EngineId::A, EngineId::B];

    /// Returns the first sides, [`MOST`](Self::MOST) at most.
    pub fn first(count: usize) -> impl Iterator<Item = EngineId> + Clone {
        (0..count.min(EngineId::MOST) as u8).map(EngineId)
    }

    /// Returns the side with a letter, `A` to `Z`, ignoring case.
    ///
    /// # Errors
    /// Returns [`SideError`] if the text is not such a letter.
    pub fn parse(text: &str) -> Result<EngineId, SideError> {
        match text.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                Ok(EngineId(letter.to_ascii_uppercase() - b'A'))
            }
            _ => Err(SideError),
        }
    }

    /// Returns 0 for A, 1 for B and so on.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// `A`, `B` and so on.
impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0))
    }
}

impl From<EngineId> for String {
    fn from(side: EngineId) -> String {
        side.to_string()
    }
}

impl TryFrom<String> for EngineId {
    type Error = SideError;

    fn try_from(text: String) -> Result<EngineId, SideError> {
        EngineId::parse(&text)
    }
}

/// An engine of the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineConfig {
    /// The protocol of the engine.
    pub protocol: ProtocolKind,
    /// The command line as the user wrote it.
    pub line: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The name set by the user; `None` for the name that the engine reports.
    pub name: Option<String>,
    /// Commands before the first move of every game.
    pub init: Vec<String>,
    /// The time control; `None` for an engine without a clock.
    pub limit: Option<TimeControl>,
}

impl EngineConfig {
    /// Creates an engine from a command line. A prefix `wtp:` or `gtp:` selects the protocol; the default is
    /// GTP.
    ///
    /// # Errors
    /// Returns an error if the command line has no program or an unclosed quotation mark.
    pub fn parse(text: &str) -> Result<EngineConfig, CommandError> {
        let (protocol, line) = match (text.strip_prefix("wtp:"), text.strip_prefix("gtp:")) {
            (Some(line), _) => (ProtocolKind::Wtp, line),
            (_, line) => (ProtocolKind::Gtp, line.unwrap_or(text)),
        };
        let command = command_line::parse(line)?;
        let line = text.into();
        Ok(EngineConfig { protocol, line, command, name: None, init: Vec::new(), limit: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_selects_protocol() {
        let of = |text| EngineConfig::parse(text).map(|contender| contender.protocol);
        assert_eq!(of("wtp:tianyuan"), Ok(ProtocolKind::Wtp));
        assert_eq!(of("gtp:tianyuan"), of("tianyuan"));
        assert_eq!(of("wtp: "), Err(CommandError::NoProgram));
    }
}
