//! The results of a match: JSON lines and records of games, totals in game order, and the report.
//!
//! - `resource_report` prints time, CPU time, memory and open files of each engine.
//! - `game_file` is the match file with a JSON line per game.
//! - `game_entry` is the JSON line of a game.
//! - `game_record` converts a game to a record.
//! - `merge` combines the games of several files.
//! - `record_folder` writes game records to a directory.
//! - `report` prints the report and the state of a running match.
//! - `in_order` counts games in game order.
//! - `match_config` has the settings shared by all games of a match.
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
