//! User-edited lines as the byte input of a session.

use std::io::{self, Read};

use super::line_editor::{Entry, LineEditor};
use super::screen::Screen;
use crate::cli::signals::end_now;

/// An input whose lines the user edits.
pub(in crate::cli) struct EditedInput {
    editor: LineEditor,
    screen: Screen,
    /// The unread rest of the last line.
    pending: io::Cursor<Vec<u8>>,
}

impl EditedInput {
    /// Creates an input from an editor that shares a screen with the session.
    pub(in crate::cli) fn new(editor: LineEditor, screen: Screen) -> EditedInput {
        screen.set_typed(editor.typed());
        EditedInput { editor, screen, pending: io::Cursor::default() }
    }
}

impl Read for EditedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.pending.position() == self.pending.get_ref().len() as u64 {
            match self.screen.while_editing(|| self.editor.line("")) {
                Entry::Line(line) => self.pending = io::Cursor::new((line + "\n").into_bytes()),
                Entry::Interrupt => end_now(),
                Entry::End => return Ok(0),
            }
        }
        self.pending.read(buffer)
    }
}
