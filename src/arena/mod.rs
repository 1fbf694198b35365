//! The arena: matches between engines, which are processes at the ends of pipes.
//!
//! It is a client of both protocols and knows them as text only; it does not know how any engine,
//! this one included, comes by its moves.
//!
//! ```text
//! options -> contest -> referee -> player -> talk -> process -> an engine
//!    match_run <- contest <- referee
//!       standings, ledger, state, report
//! ```
//!
//! - A `contest` plays the `fixture`s, several at a time, each with its `opening`.
//! - The `referee` plays one game: its own board, its own `clock`s, its own judgement of dead stones.
//! - A `player` is a `contender`'s process; `orders` has the words for it, `reading` those
//!   of its answers, `talk` the form of both.
//! - A `process` ends with all that it started (`descendants`).
//! - `standings` add games up, but for `repeats`; `likelihood`, `elo` and `sprt` say what that means.

mod conditions;
mod contender;
mod contest;
mod descendants;
mod effort;
mod elo;
mod ending;
mod fault;
mod fixture;
mod game_record;
mod journal;
mod ledger;
mod likelihood;
mod match_run;
mod opening;
mod options;
mod orders;
mod player;
mod process;
mod reading;
mod referee;
mod repeats;
mod report;
mod sprt;
mod standings;
mod state;
mod talk;

pub use contender::Side;
pub use contest::Contest;
pub use match_run::MatchStatus;
pub use options::MatchOptions;
pub use sprt::Sprt;
