//! The results of a match: the line of a game, the files, totals in the order of games, the report.
//!
//! - `resource_report` prints time, CPU time, memory and files of each engine.
//! - `game_file` is the file of a match, a line of JSON for each game.
//! - `game_entry` is the line of a game.
//! - `game_record` converts a game to a record.
//! - `merge` combines the games of several files.
//! - `record_folder` writes records of games to a folder.
//! - `report` prints the report, and the state of a running match.
//! - `in_order` counts games in the order of their numbers.
//! - `match_config` is what all games of a match have in common.
//! - `totals` has the totals of a match.

pub(super) mod resource_report;
pub(super) mod game_file;
pub(super) mod game_entry;
mod game_record;
pub(super) mod merge;
pub(super) mod record_folder;
pub(super) mod report;
pub(super) mod in_order;
pub(super) mod match_config;
mod totals;
