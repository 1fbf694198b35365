//! Command-line errors: reasons that state the expected value, and suggestions of similar names.

use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

/// Returns an error with this program's reason and suggestion instead of the parser's. `command` is the program's
/// command, `words` the command line.
pub(crate) fn improved(
    mut error: clap::Error,
    command: &Command,
    words: &[OsString],
) -> clap::Error {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let names: Vec<String> =
                command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
            suggest(
                &mut error,
                ContextKind::InvalidSubcommand,
                ContextKind::SuggestedSubcommand,
                &names,
            );
        }
        ErrorKind::UnknownArgument => {
            let used = deepest(command, words);
            let long = |argument: &Arg| argument.get_long().map(|name| format!("--{name}"));
            let names: Vec<String> = used.get_arguments().filter_map(long).collect();
            suggest(&mut error, ContextKind::InvalidArg, ContextKind::SuggestedArg, &names);
        }
        _ => {}
    }
    error
}

/// Returns the reason why a value is invalid, in English, or `None` if the error has none.
pub(crate) fn reason(error: &clap::Error) -> Option<String> {
    let source = std::error::Error::source(error)?;
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        let is_large = *error.kind() == IntErrorKind::PosOverflow;
        return Some(
            if is_large { "the number is too large" } else { "expected an integer" }.into(),
        );
    }
    if source.is::<ParseFloatError>() {
        return Some("expected a number".into());
    }
    if source.is::<log::ParseLevelError>() {
        return Some("expected off, error, warn, info, debug or trace".into());
    }
    Some(source.to_string())
}

/// Returns the message about an invalid value, in English.
pub(crate) fn invalid_value(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    };
    let (value, argument) = (text(ContextKind::InvalidValue)?, text(ContextKind::InvalidArg)?);
    let reason = reason(error)?;
    Some(format!(
        "error: invalid value '{value}' for '{argument}': {reason}\n\nFor more information, try '--help'.\n"
    ))
}

/// Returns the subcommand that a command line selects.
fn deepest<'c>(command: &'c Command, words: &[OsString]) -> &'c Command {
    let mut used = command;
    for word in words.iter().skip(1).filter_map(|word| word.to_str()) {
        used = used.find_subcommand(word).unwrap_or(used);
    }
    used
}

/// Replaces an error's suggestion by the most similar name, if any is similar enough.
fn suggest(error: &mut clap::Error, wrong: ContextKind, suggested: ContextKind, names: &[String]) {
    let Some(ContextValue::String(wrong)) = error.get(wrong).cloned() else { return };
    error.remove(suggested);
    error.remove(ContextKind::Suggested);
    let distance = |name: &&String| strsim::damerau_levenshtein(&wrong, name);
    let nearest = names.iter().min_by_key(distance);
    let is_similar = |name: &&String| distance(name) <= (name.len() / 3).max(2);
    if let Some(name) = nearest.filter(is_similar) {
        let value = match suggested {
            ContextKind::SuggestedSubcommand => ContextValue::Strings(vec![name.clone()]),
            _ => ContextValue::String(name.clone()),
        };
        error.insert(suggested, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::Arguments;

    /// Returns the error message of a command line.
    fn message(line: &str) -> String {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let error = Arguments::of(words).expect_err("an invalid command line");
        match error.kind() {
            ErrorKind::ValueValidation => invalid_value(&error).expect("an invalid value"),
            _ => error.render().to_string(),
        }
    }

    #[test]
    fn invalid_value_names_expected_form() {
        for (line, expected) in [
            (
                "tianyuan --playouts abc",
                "invalid value 'abc' for '--playouts <N>': expected an integer\n",
            ),
            ("tianyuan --seed 99999999999999999999", ": the number is too large\n"),
            ("tianyuan --log loud", ": expected off, error, warn, info, debug or trace\n"),
            ("tianyuan --threads 0", ": expected an integer from 1 to 1024\n"),
            ("tianyuan --rules japanes", ": unknown rules 'japanes' (did you mean 'japanese'?)\n"),
        ] {
            let message = message(line);
            assert!(message.contains(expected), "{line}: {message}");
        }
    }

    #[test]
    fn similar_name_is_suggested() {
        assert!(message("tianyuan play --lvl 3").contains("--level"));
        assert!(message("tianyuan mach").contains("'match'"));
        assert!(!message("tianyuan selfplay").contains("tip"));
    }
}
