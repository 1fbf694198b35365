//! Commands that the engine behind the bridge answers by itself, since both protocols have them.

use super::engine_client::{BridgeError, EngineClient, Listener};
use crate::protocol::Channel;

/// Asks the engine, and answers its lines. It may think for long: GNU Go plays a game to its end before it
/// counts.
///
/// # Errors
/// Where it refuses, or is lost.
pub(super) fn forward(
    remote: &mut EngineClient,
    name: &str,
    argument: &str,
    channel: &dyn Channel,
) -> Result<Vec<String>, BridgeError> {
    let command = if argument.is_empty() { name.into() } else { format!("{name} {argument}") };
    let mut answer = Answer { lines: Vec::new(), channel };
    remote.command_cancellable(&command, None, &mut answer)?;
    Ok(answer.lines)
}

/// The lines of an answer.
struct Answer<'a> {
    lines: Vec<String>,
    channel: &'a dyn Channel,
}

impl Listener for Answer<'_> {
    fn is_stream(&self) -> bool {
        false
    }

    fn hear(&mut self, line: &str) {
        self.lines.push(line.into());
    }

    fn must_end(&mut self) -> bool {
        false
    }

    fn is_over(&self) -> bool {
        self.channel.is_over()
    }
}
