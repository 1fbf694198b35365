//! What is otherwise where a person sits at a terminal: a greeting, lines that can be edited, a board after each move.
//!
//! The standard output belongs to the protocol: what is said besides goes to the standard error, and the editor to the
//! terminal itself where the standard output is none.
//!
//! ```text
//! mode      the mode of the terminal at the start, to be put back
//! colors    whether a stream is shown in colours
//! editor    one line from a person: edited, with history and completion
//! screen    what is written while a line is being edited
//! input     the lines of a person as the input of a session
//! greeting  the first words
//! ```

mod colors;
mod editor;
mod greeting;
mod input;
pub(super) mod mode;
mod screen;

use std::io::{self, IsTerminal};

pub(super) use colors::{are_colors_wanted, obeys_sequences};
pub(super) use editor::{Entry, LineEditor};
pub(super) use greeting::greeting;
pub(super) use input::EditedInput;
pub(super) use screen::{Screen, ScreenOutput};

/// Whether a person types what the program reads, and sees its standard error.
pub(super) fn is_person_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}
