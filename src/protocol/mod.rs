//! Text protocols GTP 2 and WTP v22: convert a line of text to the text of a response.
//!
//! A [`Protocol`] is data: a table of commands and a few syntactic differences. [`GTP`] and [`WTP`] are independent
//! of each other; their common parts are in the parent module.
//!
//! Bytes, threads and standard output are not used here. A running command accesses the client through a [`Channel`],
//! and files through a [`ProtocolContext`].
//!
//! | module | contents |
//! | --- | --- |
//! | `line` | parses a line to id, name and arguments |
//! | `command` | protocols, command tables, the context of a handler |
//! | `dispatch`, `greeting` | a line to its response; detection of the protocol by the first line |
//! | `response` | formats the result of a handler as a response |
//! | `vertex`, `parse_number`, `rule_option` | points, numbers and rules as text |
//! | `analysis_keys`, `analysis` | options and reports of analyses |
//! | `position_text` | a position in sentences |
//! | `context`, `file_access`, `stored_game` | files that commands may use, and the games in them |
//! | `admin`, `game`, `game_file`, `player`, `score`, `solve` | commands of both protocols |
//! | `gtp`, `wtp` | the command tables, and the commands of one protocol |

mod admin;
pub(crate) mod analysis;
pub(crate) mod analysis_keys;
mod command;
mod context;
mod file_access;
mod game;
mod game_file;
mod greeting;
mod gtp;
mod line;
pub mod parse_number;
mod player;
mod response;
mod dispatch;
pub mod position_text;
pub mod rule_option;
mod score;
mod solve;
mod stored_game;
pub mod vertex;
mod wtp;

pub use command::{Command, CommandContext, Protocol};
pub use context::{Channel, NullChannel, ProtocolContext};
pub use dispatch::Response;
pub use file_access::{Files, Folder, Forbidden};
pub use greeting::detect_protocol;
pub use gtp::GTP;
pub use gtp::params::set_parameter;
pub use gtp::rules::json as rules_as_json;
pub use line::Line;
pub use response::{CommandResponse, Failure};
#[cfg(feature = "cli")]
pub(crate) use stored_game::record_text;
pub use stored_game::{LoadError, SaveError, game_text};
pub use vertex::MoveKeywords;
pub use wtp::WTP;
#[cfg(feature = "cli")]
pub(crate) use wtp::move_sequence::read as read_series;
pub use wtp::rule::words as rules_as_words;
pub use wtp::stone_count::{count as count_in_zi, quarters};
