//! Games between the user and the engine, on a terminal or through pipes, in Chinese or English.
//!
//! Input and output go through [`UserIo`]. Rules, search and record are those of the [engine](crate::engine).
//!
//! | module | contents |
//! | --- | --- |
//! | `game_loop` | alternates turns until the game ends; input and output of the user |
//! | `command` | parses commands; the help text |
//! | `session` | the state of a game |
//! | `moves`, `dead_stones`, `save` | the commands; hints |
//! | `messages`, `error` | texts and errors in both languages |
//! | `board`, `score_text` | the board and the score as text |

mod dead_stones;
mod board;
mod command;
mod error;
mod score_text;
mod game_loop;
mod save;
mod session;
mod moves;
mod messages;

pub use board::draw;
pub use command::names;
pub use game_loop::{UserIo, play};
#[cfg(feature = "cli")]
pub(crate) use score_text::score_lines;
pub use session::{PlaySession, PlayerOptions};
