//! Matches between engines, which run as processes and speak GTP or WTP.
//!
//! Engines are known only by what they write: this engine is treated as any other. `engine_process` drives them.
//!
//! ```text
//! match_run -> results -> contest -> game -> engine_process
//!                 |
//!              statistics
//! ```
//!
//! - `claimed` plays the pairs that it claims from a database, and prints the report of all (feature `postgres`).
//! - `contest` plays the scheduled games, several at a time.
//! - `game` has one game: the referee with its own board, clocks and judgement of dead stones; the
//!   players; openings; what the game cost.
//! - `match_run` plays a match and prints the report.
//! - `options` has [`MatchOptions`].
//! - `results` writes games to files, JSON lines by the words of GTP, game records by way of
//!   [`format`](crate::records::format), and adds them up, those that were played and those of files in one way.
//! - [`statistics`] says what the results mean: Elo, its interval, SPRT.

#[cfg(feature = "postgres")]
mod claimed;
mod contest;
mod game;
mod match_run;
mod options;
mod results;
pub mod statistics;

pub use contest::Contest;
pub use game::conditions::Adjudication;
pub use game::contender::{Side, SideError};
pub use game::schedule::Pairing;
pub use match_run::MatchStatus;
pub use options::MatchOptions;
