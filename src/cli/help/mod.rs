//! Help in Chinese: what clap answers to a command line, in the language of the locale.
//!
//! A command line is read by the same definitions whatever the language. Only the answer to one that asks for help,
//! or is wrong, is made again in Chinese. [`chinese`] has the texts, a table for each command; [`clap_words`] has
//! the words that clap itself puts around them.

mod chinese;
mod clap_words;

use std::ffi::OsString;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

/// The help of a command in Chinese.
#[derive(Debug)]
struct Help {
    /// The names of the command behind that of the program, as `match merge`; nothing for the program itself.
    command: &'static str,
    /// What it does, in one sentence.
    about: &'static str,
    /// What `--help` adds to that, or nothing.
    more: &'static str,
    /// What each argument is, by its key.
    arguments: &'static [(&'static str, &'static str)],
}

/// What is told in Chinese to someone whose command line clap did not take; `command` is that of the program.
pub(super) fn answer(command: Command, words: &[OsString], answer: &clap::Error) -> String {
    let is_help = |kind| {
        let kinds = [ErrorKind::DisplayHelp, ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand];
        kinds.contains(&kind)
    };
    if !is_help(answer.kind()) {
        return clap_words::error(answer);
    }
    let again = in_chinese(command, "").try_get_matches_from(words).err();
    let again = again.filter(|again| is_help(again.kind()));
    clap_words::replaced(&again.as_ref().unwrap_or(answer).render().to_string())
}

/// A command with the same arguments, whose help is in Chinese. It is for help alone: values that are described have
/// another type.
fn in_chinese(command: Command, path: &str) -> Command {
    let Some(help) = chinese::help(path) else { return command };
    let has_more = command.get_long_about().is_some();
    let command = command.about(help.about).mut_args(|argument| described(argument, path));
    let command = match has_more {
        true => command.long_about(format!("{}\n\n{}", help.about, help.more)),
        false => command,
    };
    command.mut_subcommands(|job| {
        let path = path_of(path, &job);
        in_chinese(job, &path)
    })
}

/// The names of a command of a command.
fn path_of(path: &str, job: &Command) -> String {
    format!("{path} {}", job.get_name()).trim_start().into()
}

/// The key of an argument in the table of its command: its long name, or that of a positional one in the code.
fn key(argument: &Arg) -> &str {
    argument.get_long().unwrap_or(argument.get_id().as_str())
}

/// The key of a value that is described.
fn key_of_value(argument: &Arg, value: &PossibleValue) -> String {
    format!("{}={}", key(argument), value.get_name())
}

/// The values of an argument, if any of them is described.
fn described_values(argument: &Arg) -> Vec<PossibleValue> {
    let values = argument.get_possible_values();
    let are_described = values.iter().any(|value| value.get_help().is_some());
    if are_described { values } else { Vec::new() }
}

/// An argument of a command with Chinese help.
fn described(argument: Arg, path: &str) -> Arg {
    let Some(text) = chinese::argument(path, key(&argument)) else { return argument };
    let values = described_values(&argument);
    let in_chinese = |value: PossibleValue| {
        let text = chinese::argument(path, &key_of_value(&argument, &value));
        text.into_iter().fold(value, PossibleValue::help)
    };
    if values.is_empty() {
        return argument.help(text);
    }
    let values: Vec<PossibleValue> = values.into_iter().map(in_chinese).collect();
    argument.help(text).value_parser(PossibleValuesParser::new(values))
}

#[cfg(test)]
mod tests;
