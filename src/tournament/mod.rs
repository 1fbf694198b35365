//! Matches between engines, which run as processes and speak GTP or WTP.
//!
//! Engines are known only by what they write: this engine is treated as any other. `engine_process` drives them.
//!
//! ```text
//! run -> results -> runner -> game -> engine_process
//!                 |
//!              statistics
//! ```
//!
//! - `distributed` plays the pairs that it claims from a database, and prints the report of all (feature `postgres`).
//! - `runner` plays the scheduled games, several at a time.
//! - `game` has one game: the referee with its own board, clocks and judgement of dead stones; the
//!   players; openings; what the game cost.
//! - `run` plays a match and prints the report.
//! - `options` has [`MatchOptions`].
//! - `results` writes games to files, JSON lines by the words of GTP, game records by way of
//!   [`format`](crate::records::format), and adds them up, those that were played and those of files in one way.
//! - [`statistics`] says what the results mean: Elo, its interval, SPRT.

#[cfg(feature = "postgres")]
mod distributed;
mod runner;
mod game;
mod run;
mod options;
mod results;
pub mod statistics;

pub use game::engine_config::{EngineId, SideError};
pub use game::schedule::Pairing;
pub use game::settings::Adjudication;
pub use options::MatchOptions;
pub use run::MatchStatus;
pub use runner::MatchRunner;
