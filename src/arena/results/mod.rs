//! The results of a match: the line of a game, the files, totals in the order of games, the report.

pub(super) mod costs;
pub(super) mod game_file;
pub(super) mod game_line;
mod game_record;
pub(super) mod merge;
pub(super) mod record_folder;
mod repeats;
pub(super) mod report;
pub(super) mod summary;
pub(super) mod tally;
pub(super) mod terms;
mod totals;
