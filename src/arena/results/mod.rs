//! The results of a match: totals, the report, and the files of the games.

mod game_record;
pub(super) mod game_writer;
mod repeats;
pub(super) mod report;
pub(super) mod summary;
pub(super) mod totals;
