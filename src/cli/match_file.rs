//! TOML files with match options, as an alternative to long command lines; keys are option names.

use std::ffi::OsString;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use toml::{Table, Value};

use crate::job_error::JobError;
use crate::records::storage::Storage;

/// The maximum file size, in bytes.
const MOST: usize = 1 << 20;

/// Returns the options of a file as command-line arguments, without those given on the command line, which take
/// precedence.
///
/// # Errors
/// Returns [`JobError`] if the file cannot be read or has an invalid option.
pub(super) fn words(
    file: &Path,
    job: &Command,
    given: &ArgMatches,
) -> Result<Vec<OsString>, JobError> {
    let invalid = JobError::invalid(file);
    let text = Storage::default().read_text(file, MOST).map_err(JobError::file(file))?;
    let table: Table = text.parse().map_err(JobError::invalid(file))?;
    let mut words = Vec::new();
    for (key, value) in &table {
        let has_name = |argument: &&Arg| {
            let aliases = argument.get_all_aliases().unwrap_or_default();
            argument.get_long() == Some(key) || aliases.contains(&key.as_str())
        };
        let argument = job.get_arguments().find(has_name);
        let argument = argument.ok_or_else(|| invalid(format!("unknown option {key}")))?;
        if given.value_source(argument.get_id().as_str()) != Some(ValueSource::CommandLine) {
            let option = option(argument, key, value);
            words.extend(option.map_err(|error| invalid(format!("{key}: {error}")))?);
        }
    }
    Ok(words)
}

/// The reason why a value does not fit an option.
#[derive(Debug, thiserror::Error)]
enum ValueError {
    #[error("expected true or false")]
    Flag,
    #[error("expected a string, a number, or a list of them")]
    Type,
}

/// Returns an option with its value, or repeated with each value of an array.
fn option(argument: &Arg, key: &str, value: &Value) -> Result<Vec<OsString>, ValueError> {
    let takes_values = argument.get_action().takes_values();
    let at_once = argument.get_num_args().is_some_and(|range| range.min_values() > 1);
    match value {
        Value::Boolean(is_set) if !takes_values => {
            Ok(is_set.then(|| format!("--{key}").into()).into_iter().collect())
        }
        _ if !takes_values => Err(ValueError::Flag),
        Value::Array(values) if at_once => {
            let values = values.iter().map(word).collect::<Result<Vec<_>, _>>()?;
            let option = std::iter::once(format!("--{key}"));
            Ok(option.chain(values).map(OsString::from).collect())
        }
        Value::Array(values) => {
            let option = |value| Ok(format!("--{key}={}", word(value)?).into());
            values.iter().map(option).collect()
        }
        value => Ok(vec![format!("--{key}={}", word(value)?).into()]),
    }
}

/// Returns a value as a command-line argument.
fn word(value: &Value) -> Result<String, ValueError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => Err(ValueError::Type),
    }
}
