//! Help and errors of the command line, in the language of the locale.
//!
//! The command line is always parsed by the English definitions. Help and errors are then rendered again in Chinese.
//!
//! - [`zh`] has the Chinese texts, a table for each command.
//! - [`clap_translations`] translates the text that clap adds.
//! - [`error_translations`] translates error messages.
//! - [`groups`] lists the commands in groups.
//! - `reference_tests` compares the manual's page on the command line with the definitions.
//! - [`usage_error`] adds expected values and suggestions to errors.

mod zh;
mod clap_translations;
pub(super) mod error_translations;
mod groups;
// Features add options, such as `--database`.
#[cfg(all(test, not(any(feature = "postgres", feature = "mpi"))))]
mod reference_tests;
pub(super) mod usage_error;
mod table;

use std::ffi::OsString;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

pub(super) use groups::grouped;

/// Returns the Chinese text for a help request or error from clap; `command` is the program's command.
pub(super) fn answer(command: Command, words: &[OsString], answer: &clap::Error) -> String {
    let is_help = |kind| {
        let kinds = [ErrorKind::DisplayHelp, ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand];
        kinds.contains(&kind)
    };
    if !is_help(answer.kind()) {
        return clap_translations::error(answer);
    }
    let again = groups::grouped(in_chinese(command, ""), true);
    let again = again.try_get_matches_from(words).err();
    let again = again.filter(|again| is_help(again.kind()));
    clap_translations::replaced(&again.as_ref().unwrap_or(answer).render().to_string())
}

/// Returns the same command with Chinese help. It can only be used for help, since values with descriptions have
/// another type.
fn in_chinese(command: Command, path: &str) -> Command {
    let Some(help) = zh::help(path) else { return command };
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

/// Returns the path of a subcommand.
fn path_of(path: &str, job: &Command) -> String {
    format!("{path} {}", job.get_name()).trim_start().into()
}

/// Returns an argument's key in its command's table: the long name, or the field name of a positional argument.
fn key(argument: &Arg) -> &str {
    argument.get_long().unwrap_or(argument.get_id().as_str())
}

/// Returns the key of a value with a description.
fn key_of_value(argument: &Arg, value: &PossibleValue) -> String {
    format!("{}={}", key(argument), value.get_name())
}

/// Returns the values of an argument, if any of them has a description.
fn described_values(argument: &Arg) -> Vec<PossibleValue> {
    let values = argument.get_possible_values();
    let are_described = values.iter().any(|value| value.get_help().is_some());
    if are_described { values } else { Vec::new() }
}

/// Returns an argument with Chinese help.
fn described(argument: Arg, path: &str) -> Arg {
    let Some(text) = zh::argument(path, key(&argument)) else { return argument };
    let values = described_values(&argument);
    let in_chinese = |value: PossibleValue| {
        let text = zh::argument(path, &key_of_value(&argument, &value));
        text.into_iter().fold(value, PossibleValue::help)
    };
    if values.is_empty() {
        return argument.help(text);
    }
    let values: Vec<PossibleValue> = values.into_iter().map(in_chinese).collect();
    argument.help(text).value_parser(PossibleValuesParser::new(values))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::arguments::Arguments;

    /// Returns a command with its path, followed by its subcommands.
    fn commands(command: Command, path: &str) -> Vec<(String, Command)> {
        let jobs = command.get_subcommands().cloned();
        let below = jobs.flat_map(|job| {
            let path = path_of(path, &job);
            commands(job, &path)
        });
        let below: Vec<_> = below.collect();
        std::iter::once((path.into(), command)).chain(below).collect()
    }

    /// Returns the keys of everything with a description: arguments and values.
    fn keys(command: &Command) -> Vec<String> {
        let of_argument = |argument: &Arg| {
            let values = described_values(argument);
            let values: Vec<_> = values.iter().map(|value| key_of_value(argument, value)).collect();
            std::iter::once(key(argument).to_owned()).chain(values)
        };
        command.get_arguments().flat_map(of_argument).collect()
    }

    fn is_chinese(text: &str) -> bool {
        text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
    }

    /// Returns the missing entries of the tables.
    fn missing(program: Command) -> Vec<String> {
        let mut missing = Vec::new();
        for (path, command) in commands(program, "") {
            let Some(help) = zh::help(&path) else {
                missing.push(format!("tianyuan {path}: no help in Chinese"));
                continue;
            };
            if command.get_long_about().is_some() != is_chinese(help.more) {
                missing.push(format!("tianyuan {path}: more is told in one language only"));
            }
            let keys = keys(&command).into_iter();
            let without = keys.filter(|key| !zh::argument(&path, key).is_some_and(is_chinese));
            missing.extend(
                without.map(|key| format!("tianyuan {path}: no help in Chinese for {key}")),
            );
            // A second paragraph would be dropped.
            let long =
                command.get_arguments().filter(|argument| argument.get_long_help().is_some());
            missing.extend(long.map(|it| format!("tianyuan {path}: {} has long help", key(it))));
        }
        missing
    }

    #[test]
    fn every_argument_has_chinese_help() {
        assert_eq!(missing(Arguments::command()), [""; 0]);
    }

    #[test]
    fn chinese_help_has_no_unused_entries() {
        let commands = commands(Arguments::command(), "");
        let mut used_in_common = BTreeSet::new();
        for help in zh::all() {
            let (_, command) = commands
                .iter()
                .find(|(path, _)| path == help.command)
                .unwrap_or_else(|| panic!("there is no command {}", help.command));
            let keys = keys(command);
            for (name, _) in help.arguments {
                assert!(keys.iter().any(|key| key == name), "{}: no {name}", help.command);
            }
            let is_own = |key: &String| help.arguments.iter().any(|(name, _)| name == key);
            used_in_common.extend(keys.into_iter().filter(|key| !is_own(key)));
        }
        for (name, _) in zh::in_common() {
            assert!(used_in_common.contains(*name), "no command takes the common text of {name}");
        }
    }

    #[test]
    fn missing_chinese_help_is_detected() {
        let new = || Command::new("new").arg(Arg::new("x").long("x"));
        let program = Arguments::command().subcommand(new());
        assert_eq!(missing(program), ["tianyuan new: no help in Chinese"]);
        let program =
            Arguments::command().arg(Arg::new("x").long("x")).mut_subcommand("show", |show| {
                show.arg(Arg::new("y").long("y").value_parser([PossibleValue::new("z").help("it")]))
            });
        let due = [": no help in Chinese for x", "show: no help in Chinese for y"];
        let due = due.map(|end| format!("tianyuan {end}"));
        let also = "tianyuan show: no help in Chinese for y=z".into();
        assert_eq!(missing(program), [due.to_vec(), vec![also]].concat());
    }

    /// Returns the Chinese output for a command line.
    fn told(line: &str) -> String {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let error = Arguments::of(words.clone()).expect_err("help or an error");
        answer(Arguments::command(), &words, &error)
    }

    /// Returns the English words in a line of help, outside code.
    fn english_words(line: &str) -> Vec<String> {
        let outside_code = line.split('`').step_by(2).collect::<String>();
        let words = outside_code.split(|c: char| !c.is_ascii_alphabetic());
        words.filter(|word| word.len() > 1).map(String::from).collect()
    }

    #[test]
    fn chinese_help_contains_no_english_phrases() {
        for (path, _) in commands(Arguments::command(), "") {
            for option in ["-h", "--help"] {
                let help = told(&format!("tianyuan {path} {option}").replace("  ", " "));
                assert!(help.contains("用法：") && help.contains("选项："), "{help}");
                let articles = ["the", "of", "Print", "Usage", "Options", "default", "possible"];
                for line in help.lines() {
                    let found =
                        english_words(line).into_iter().find(|it| articles.contains(&&**it));
                    let is_name = line.contains("--");
                    assert!(found.is_none() || is_name, "{path} {option}: {found:?} in {line}");
                }
            }
        }
    }

    #[test]
    fn old_option_names_are_hidden_aliases() {
        for words in [
            "match --engine a --engine b --patience 4 --margin 1",
            "bridge --talk log engine",
            "conform --client --remarks file",
            "convert --keep all in.sgf out.wei7",
        ] {
            let words = std::iter::once("tianyuan").chain(words.split(' '));
            let parsed = Arguments::command().try_get_matches_from(words.clone());
            assert!(parsed.is_ok(), "{words:?}: {parsed:?}");
        }
        let help = Arguments::command().render_long_help().to_string();
        assert!(!help.contains("--patience"));
    }

    #[test]
    fn errors_are_translated_to_chinese() {
        let cases = [
            ("tianyuan --treads 1", "错误：没有参数“--treads”\n\n  提示：相近的有 --threads\n"),
            ("tianyuan mach", "错误：没有子命令“mach”\n\n  提示：相近的有 match"),
            (
                "tianyuan --level 11",
                "错误：--level <LEVEL> 的值“11”无效：应为 1 至 10，或 25k 至 5d",
            ),
            (
                "tianyuan --protocol x",
                "错误：--protocol <PROTOCOL> 的值“x”无效\n  [可选值：auto, wtp, gtp]",
            ),
            ("tianyuan --level", "错误：“--level <LEVEL>”要有一个值"),
            ("tianyuan check", "错误：缺少参数：<FILE>..."),
            ("tianyuan --level 1 --level 2", "错误：“--level <LEVEL>”不能重复"),
            ("tianyuan check --json --fix x", "不能与此同用：--"),
            ("tianyuan match --sprt 1 --engine x", "错误：“--sprt <ELO0> <ELO1>”的值个数不对"),
        ];
        for (line, due) in cases {
            let told = told(line);
            assert!(told.contains(due) && told.ends_with("详见 --help。\n"), "{line}: {told}");
        }
    }
}
