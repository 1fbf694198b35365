//! The other end of a dialogue: whatever takes bytes and gives lines.

use std::time::Instant;

/// The reason why there is no line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoLine {
    /// The output has ended.
    Ended,
    /// The line was too long to be kept.
    TooLong,
    /// The deadline has passed.
    Late,
}

/// An engine as a dialogue sees it.
pub trait Wire {
    /// Sends bytes in one write. An engine that has ended does not hear them.
    fn send(&mut self, bytes: &[u8]);

    /// Ends the input of the engine.
    fn close(&mut self);

    /// Waits for the next line, which comes without its LF.
    ///
    /// # Errors
    /// The reason why there is no line.
    fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, NoLine>;
}
