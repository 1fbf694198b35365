//! State of a session's commands in addition to the engine: files, and drawings for the client.

use std::time::Duration;

use super::file_access::Files;
use crate::records::storage::Storage;
use crate::wall_clock::WallClock;

/// The resources of a session's commands in addition to the engine: files, and drawings for the client.
///
/// By default the program runs on its user's machine: all files are accessible, and no drawings are shown.
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
/// assert_eq!(text, "? cannot load file: file access is disabled\n\n");
/// ```
#[derive(Debug, Clone)]
pub struct ProtocolContext {
    /// The response to `name`. Some clients enable features for engines whose name they know.
    pub name: String,
    /// The files that commands may read and write. No command can change this.
    pub files: Files,
    /// The storage for loading and saving games.
    pub storage: Storage,
    /// The clock for game dates.
    pub calendar: WallClock,
    /// `true` if the best line is shown to a GoGui client during thinking. The parameter `liveGraphics` sets it.
    pub live_graphics: bool,
    /// The time limit of `tianyuan-solve`; 60 s by default.
    pub solve_time: Duration,
}

impl Default for ProtocolContext {
    fn default() -> Self {
        ProtocolContext {
            name: "Tianyuan".into(),
            files: Files::default(),
            storage: Storage::default(),
            calendar: WallClock::default(),
            live_graphics: false,
            solve_time: Duration::from_secs(60),
        }
    }
}

/// The connection to the client during a command.
///
/// Sessions implement it with streams and threads. Programs that use the protocol as a library may use
/// [`NullChannel`].
pub trait Channel {
    /// Sends a part of a response immediately.
    fn send(&self, piece: &str);

    /// Shows a drawing outside the response immediately. GoGui reads it from standard error.
    fn show(&self, drawing: &str);

    /// Returns `true` if a part of the current response was sent.
    fn has_sent(&self) -> bool;

    /// Returns `true` if a line that [ends thinking](super::Protocol::ends_thinking) has arrived. A search polls this
    /// about every millisecond.
    fn must_move(&self) -> bool;

    /// Returns `true` if a line that [ends an analysis](super::Protocol::ends_analysis) has arrived, or the input has
    /// ended. A search polls this about every millisecond.
    fn must_stop(&self) -> bool;

    /// Returns `true` if no lines will follow the waiting ones, or the client no longer reads responses.
    fn is_over(&self) -> bool {
        false
    }
}

/// A channel without a client, used after the end of the input. It drops output, lets the engine finish thinking about
/// a move, and ends an analysis immediately.
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
