//! The Chinese help texts, by command and argument.
//!
//! The key of an argument is its long name, or the field name of a positional argument; `preserve=all` is a value of
//! `--preserve`. [`common`] holds the texts shared by several commands.
//!
//! | module | contents |
//! | --- | --- |
//! | `play`, `games` | the program, matches |
//! | `nets`, `records` | nets and training data, game records and reviews |
//! | `protocols` | analysis engine, bridge, conformance kit |

mod common;
mod games;
mod nets;
mod play;
mod protocols;
mod records;

use crate::cli::help::table::Help;

/// Returns the tables of all commands.
pub(super) fn all() -> impl Iterator<Item = &'static Help> {
    let files = [play::HELP, protocols::HELP, games::HELP, records::HELP, nets::HELP];
    files.into_iter().flatten()
}

/// Returns the table of a command.
pub(super) fn help(path: &str) -> Option<&'static Help> {
    all().find(|help| help.command == path)
}

/// Returns the description of a command's argument.
pub(super) fn argument(path: &str, key: &str) -> Option<&'static str> {
    let own = help(path)?.arguments;
    let all = own.iter().chain(common::ARGUMENTS);
    all.copied().find_map(|(name, text)| (name == key).then_some(text))
}

/// Returns the arguments shared by several commands.
#[cfg(test)]
pub(super) fn in_common() -> &'static [(&'static str, &'static str)] {
    common::ARGUMENTS
}
