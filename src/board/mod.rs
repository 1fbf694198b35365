//! A board for a browser: games against the engine, analysis, teaching and problems, without HTTP.
//!
//! | module | contents |
//! | --- | --- |
//! | `boards` | the sessions of all pages, within a limit |
//! | `session` | one page: its game, its search, and the messages of its page |
//! | `state`, `schedule` | the state of a session; the next task of its worker |
//! | `task`, `worker`, `shared` | tasks; the thread that searches; what it shares with the page's requests |
//! | `game_tree` | a record with its current position |
//! | `game_clock`, `time` | the clocks of a game; when they run, and losses on time |
//! | `command`, `perform` | messages from the page, and what they change |
//! | `view` | messages to the page |
//! | `evaluation` | the result of a search for the page |
//! | `problem_set`, `puzzle`, `practice` | problems from records; their answers; the user's moves in them |
//! | `teaching` | costly moves; strength that follows the results |
//! | `error` | rejected messages, in both languages |
//! | `tests` | tests of sessions |
//!
//! # Messages
//!
//! A page sends one JSON object per command; its field `do` selects a variant of `Command`. A command either changes
//! the state or is rejected with a [`BoardError`], which leaves the state unchanged. The page polls for states: the
//! reply is delayed until the version differs from the version that the page has. `view` lists the fields of a state.
//!
//! Points are indices of cells, row by row from the upper left, and colours are 1 (Black) and 2 (White), as in the
//! data of review pages. Win rates are in 1/10,000 and leads in 1/100 point.

mod boards;
mod command;
mod error;
mod evaluation;
mod game_clock;
mod game_tree;
mod perform;
mod practice;
mod problem_set;
mod puzzle;
mod schedule;
mod session;
mod shared;
mod state;
mod task;
mod teaching;
#[cfg(test)]
mod tests;
mod time;
mod view;
mod worker;

pub use boards::{BoardOptions, Boards};
pub use error::BoardError;
pub use problem_set::ProblemSet;
pub use session::BoardSession;
