//! Text protocols: a line of text in, the text of a response out, in GTP 2 or WTP v22.
//!
//! A [`Protocol`] is data: a table of commands and the few ways in which the two differ in form.
//! There are two of them, [`GTP`] and [`WTP`]; neither knows the other, and what both do alike lies
//! beside them. Nothing here knows bytes, threads or the standard output: a running command reaches
//! its client by a [`Channel`], and files by an [`Environment`].
//!
//! ```text
//! line                a line of text -> id, name, argument
//! command             a protocol, its table of commands, and what a handler is given
//! respond             a line -> the text of its response; greeting: the first line of all
//! reply               what a handler answers -> the text of the response
//! vertex number rule_option          text <-> points, numbers, rules
//! analysis_keys analysis             what is asked of a search -> text of its reports
//! environment files stored_game      files that commands may use, and games in them
//! admin game game_file handicap player score sheet      commands of both protocols
//! gtp/  wtp/                         the two tables, and the commands of one protocol
//! ```
//!
//! | module | contents |
//! | --- | --- |

mod admin;
pub(crate) mod analysis;
pub(crate) mod analysis_keys;
mod command;
mod environment;
mod files;
mod game;
mod game_file;
mod greeting;
mod gtp;
mod line;
pub mod number;
mod player;
mod reply;
mod respond;
pub mod rule_option;
mod score;
mod stored_game;
pub mod vertex;
mod wtp;

pub use command::{Call, Command, Protocol};
pub use environment::{Channel, Environment, NullChannel};
pub use files::{Files, Folder, Forbidden};
pub use greeting::asked_for;
pub use gtp::GTP;
pub use gtp::rules::json as rules_as_json;
pub use line::Line;
pub use reply::{Failure, Reply};
pub use respond::Response;
pub use stored_game::{LoadError, SaveError, game_text};
pub use vertex::Words;
pub use wtp::WTP;
pub use wtp::rule::words as rules_as_words;
#[cfg(feature = "cli")]
pub(crate) use wtp::series::read as read_series;
pub use wtp::zi::{count as count_in_zi, quarters};
