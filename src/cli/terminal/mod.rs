//! What is otherwise where a person sits at a terminal: a greeting, lines that can be edited, a board after each move.
//!
//! The standard output belongs to the protocol: what is said besides goes to the standard error, and the editor to the
//! terminal itself where the standard output is none.
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

/// Whether a person types what the program reads, and sees its standard error.
pub(super) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}
