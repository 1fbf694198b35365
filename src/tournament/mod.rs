//! Matches between engine processes over GTP or WTP.
//!
//! All engines are treated the same, including this one; `engine_process` communicates with them.
//!
//! ```text
//! run -> results -> runner -> game -> engine_process
//!                 |
//!              statistics
//! ```
//!
//! - `distributed` plays pairs claimed from a database, and prints the report over all games (feature `postgres`).
//! - `runner` plays the scheduled games, several in parallel.
//! - `game` plays one game: the referee with its own board and clocks, dead stones, players, openings, resource
//!   usage.
//! - `run` runs a match and prints the report.
//! - `options` has [`MatchOptions`].
//! - `results` writes games as JSON lines and, through [`format`](crate::records::format), as game records. It
//!   computes totals in the same way for games just played and games read from files.
//! - [`statistics`] has Elo estimates with intervals, and the SPRT.

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
