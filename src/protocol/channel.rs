//! How a running command reaches the client: pieces of its response go out, and waiting lines may
//! end its search.

/// The client's side of a command that runs.
///
/// A session implements it over bytes and threads; a program that uses the protocol as a library
/// may use [`NullChannel`].
pub trait Channel {
    /// Sends a piece of a response now.
    fn send(&self, piece: &str);

    /// Shows a drawing beside the responses now: GoGui reads it on the standard error.
    fn show(&self, drawing: &str);

    /// Whether a piece of the present response was sent.
    fn has_sent(&self) -> bool;

    /// Whether a line has arrived that [ends thinking](super::Protocol::ends_thinking). A search
    /// asks about every millisecond.
    fn must_move(&self) -> bool;

    /// Whether a line has arrived that [ends an analysis](super::Protocol::ends_analysis), or the
    /// input has ended. A search asks about every millisecond.
    fn must_stop(&self) -> bool;

    /// Whether no line will come after those that wait, or nobody reads the responses.
    fn is_over(&self) -> bool {
        false
    }
}

/// A channel without a client, as at the end of the input: it drops what is sent, lets the engine
/// think about a move, and ends an analysis at once.
#[derive(Debug, Clone, Copy, Default)]
pub struct NullChannel;

impl Channel for NullChannel {
    fn send(&self, _: &str) {}

    fn show(&self, _: &str) {}

    fn has_sent(&self) -> bool {
        false
    }

    fn must_move(&self) -> bool {
        false
    }

    fn must_stop(&self) -> bool {
        true
    }
}
