//! The screen shared by a session and a line editor: output during an edit appears above the edited line.
//!
//! A session signals when it waits for a line. Before that, the editor is delayed for a moment, so that in a simple
//! exchange of commands and responses no output arrives during an edit. While the engine thinks, a line can be
//! edited.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::line_editor::InputLine;

/// The maximum delay of the editor while the session has not yet responded.
const PATIENCE: Duration = Duration::from_millis(100);

/// Escape sequences that erase the current line, save the cursor and restore it.
const ERASE: &str = "\r\u{1b}[K";
const KEEP_CURSOR: &str = "\u{1b}7";
const BACK_TO_CURSOR: &str = "\u{1b}8";

/// The screen of a session and an editor. Clones share it.
#[derive(Clone, Default)]
pub(in crate::cli) struct Screen(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The typed text of the edited line.
    typed: InputLine,
    /// Whether the session waits for a line.
    is_ready: bool,
    is_editing: bool,
}

impl Screen {
    /// Signals that the session waits for the next line.
    pub(in crate::cli) fn install(&self) {
        self.state().is_ready = true;
        self.0.changed.notify_all();
    }

    /// Runs `edit` when the session is ready, or after a short delay.
    pub(super) fn while_editing<T>(&self, edit: impl FnOnce() -> T) -> T {
        let wait =
            self.0.changed.wait_timeout_while(self.state(), PATIENCE, |state| !state.is_ready);
        let (mut state, _) = wait.unwrap_or_else(PoisonError::into_inner);
        state.is_editing = true;
        drop(state);
        let edited = edit();
        let mut state = self.state();
        (state.is_editing, state.is_ready) = (false, false);
        edited
    }

    /// Sets the source of the typed text.
    pub(super) fn set_typed(&self, typed: InputLine) {
        self.state().typed = typed;
    }

    /// Writes whole lines to a terminal stream, above the edited line if there is one.
    pub(in crate::cli) fn write(&self, text: &[u8], mut stream: impl Write) -> io::Result<()> {
        // Under the lock, so that no edit starts in between.
        let state = self.state();
        let (before, behind) =
            if state.is_editing { state.typed.parts() } else { Default::default() };
        if before.is_empty() && behind.is_empty() {
            stream.write_all(text)?;
            return stream.flush();
        }
        // The typed line is erased and redrawn below, with the same cursor position.
        let again = format!("{before}{KEEP_CURSOR}{behind}{BACK_TO_CURSOR}");
        stream.write_all(&[ERASE.as_bytes(), text, again.as_bytes()].concat())?;
        stream.flush()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The standard output of a session on a screen; each flush writes the complete lines.
pub(in crate::cli) struct ScreenOutput<W> {
    screen: Screen,
    stream: W,
    pending: Vec<u8>,
}

impl<W: Write> ScreenOutput<W> {
    /// Creates an output to a stream of the screen.
    pub(in crate::cli) fn new(screen: Screen, stream: W) -> ScreenOutput<W> {
        ScreenOutput { screen, stream, pending: Vec::new() }
    }
}

impl<W: Write> Write for ScreenOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let end = self.pending.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let lines: Vec<u8> = self.pending.drain(..end).collect();
        if lines.is_empty() { Ok(()) } else { self.screen.write(&lines, &mut self.stream) }
    }
}
