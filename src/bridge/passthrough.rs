//! Commands that both protocols share and that the engine behind the bridge answers itself.

use super::engine_client::{BridgeError, EngineClient, Listener};
use crate::protocol::Channel;

/// Sends the command to the engine and returns the lines of its response. The engine may think for a long time:
/// GNU Go plays a game to the end before it counts.
///
/// # Errors
/// Returns an error if the engine rejects the command or is lost.
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

/// Returns the lines of a response.
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
