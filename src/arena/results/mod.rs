//! The results of a match: the line of a game, the files, totals in the order of games, the report.
//!
//! - `costs` prints time, CPU time, memory and files of each engine.
//! - `game_file` is the file of a match, a line of JSON for each game.
//! - `game_line` is the line of a game.
//! - `game_record` converts a game to a record.
//! - `merge` combines the games of several files.
//! - `record_folder` writes records of games to a folder.
//! - `report` prints the report, and the state of a running match.
//! - `tally` counts games in the order of their numbers.
//! - `terms` is what all games of a match have in common.
//! - `totals` has the totals of a match.

pub(super) mod costs;
pub(super) mod game_file;
pub(super) mod game_line;
mod game_record;
pub(super) mod merge;
pub(super) mod record_folder;
pub(super) mod report;
pub(super) mod tally;
pub(super) mod terms;
mod totals;
