//! A person against the engine, in a terminal or by a pipe: lines in Chinese or English in, boards and answers out.
//!
//! It opens no terminal and starts nothing: a [`Person`] gives lines and is shown text. The rules,
//! the player and the record are those of the [engine](crate::engine).
//!
//! ```text
//! person      who sits before the engine: gives lines, is shown text
//! command     a line -> what the person wants
//! complaint   why that cannot be done
//! words help  what is said in both languages
//! board       a board as text, in colour
//! count       the count of a position, in 子 or points
//! table       the game as it stands between the two
//! turns agreement advice saving     what the commands do
//! dialogue    the whole: turn by turn to the end
//! ```

mod agreement;
mod board;
mod command;
mod complaint;
mod count;
mod dialogue;
mod saving;
mod table;
mod turns;
mod words;

pub use board::draw;
pub use command::names;
pub use dialogue::{Person, play};
pub use table::{PlaySession, Seat};
