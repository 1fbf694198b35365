//! The interactive terminal: greeting, line editing, and a board after each move.
//!
//! Standard output is reserved for the protocol. Other text goes to standard error, and the editor uses the terminal
//! itself if standard output is redirected.
//!
//! | module | contents |
//! | --- | --- |
//! | `raw_mode` | the initial mode of the terminal and its restoration |
//! | `colors` | colour support of a stream |
//! | `line_editor` | a line with editing, history and completion |
//! | `screen` | output while a line is being edited |
//! | `input` | edited lines as the input of a session |
//! | `banner` | the greeting |

mod colors;
mod line_editor;
mod banner;
mod input;
pub(super) mod raw_mode;
mod screen;

use std::io::{self, IsTerminal};

pub(super) use banner::greeting;
pub(super) use colors::{are_colors_wanted, supports_ansi};
pub(super) use input::EditedInput;
pub(super) use line_editor::{Entry, LineEditor};
pub(super) use screen::{Screen, ScreenOutput};

/// Returns `true` if both standard input and standard error are terminals.
pub(super) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}
