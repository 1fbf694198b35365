//! What the commands of a session use beside the engine: files, and drawings for the client.

use super::file_access::Files;
use crate::records::storage::Storage;
use crate::wall_clock::WallClock;

/// The means of a session's commands beside the engine: files, and drawings for the client.
///
/// The default is a program on its user's own machine: every file may be used, and no drawings are
/// shown.
///
/// ```
/// use tianyuan::engine::{Engine, Settings};
/// use tianyuan::go::{BoardSize, Rules};
/// use tianyuan::protocol::{ProtocolContext, Files, GTP, NullChannel};
///
/// let settings = Settings { memory: 16, ..Settings::default() };
/// let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
/// let mut environment = ProtocolContext { files: Files::None, ..ProtocolContext::default() };
/// let response = GTP.respond("loadsgf a.sgf", &mut engine, &mut environment, &NullChannel);
/// let text = response.expect("it is a command").text;
/// assert_eq!(text, "? cannot load file: commands may touch no files\n\n");
/// ```
#[derive(Debug, Clone)]
pub struct ProtocolContext {
    /// The name that the command `name` answers: some clients show more to engines of a name they know.
    pub name: String,
    /// The files that commands may read and write. No command can change this.
    pub files: Files,
    /// The file system that games are loaded from and saved to.
    pub storage: Storage,
    /// The clock that dates the games.
    pub calendar: WallClock,
    /// Whether a GoGui client is shown the best line while the engine thinks. The parameter
    /// `liveGraphics` changes it.
    pub live_graphics: bool,
}

impl Default for ProtocolContext {
    fn default() -> Self {
        ProtocolContext {
            name: "Tianyuan".into(),
            files: Files::default(),
            storage: Storage::default(),
            calendar: WallClock::default(),
            live_graphics: false,
        }
    }
}

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
