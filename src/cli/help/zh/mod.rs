//! The texts of help in Chinese, by command and argument.
//!
//! An argument has the key of its long name, a positional one that of its field in the code; `keep=all` is a value of
//! `--keep`. What several commands have in common stands once, in [`common`].
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

/// The tables of all commands.
pub(super) fn all() -> impl Iterator<Item = &'static Help> {
    let files = [play::HELP, protocols::HELP, games::HELP, records::HELP, nets::HELP];
    files.into_iter().flatten()
}

/// The table of a command.
pub(super) fn help(path: &str) -> Option<&'static Help> {
    all().find(|help| help.command == path)
}

/// What an argument of a command is.
pub(super) fn argument(path: &str, key: &str) -> Option<&'static str> {
    let own = help(path)?.arguments;
    let all = own.iter().chain(common::ARGUMENTS);
    all.copied().find_map(|(name, text)| (name == key).then_some(text))
}

/// The arguments that several commands have.
#[cfg(test)]
pub(super) fn in_common() -> &'static [(&'static str, &'static str)] {
    common::ARGUMENTS
}
