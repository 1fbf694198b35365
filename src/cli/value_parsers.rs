//! Parsers for option values shared by several commands: bounded numbers, levels, rules.

use crate::engine::{Level, ParseLevelError};
use crate::go::{BoardSize, Komi, Rules};
use crate::protocol::{Files, Folder, rule_option};
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

/// Parses rules; returns them with their name as given.
pub(super) fn rules(text: &str) -> Result<(String, Rules), String> {
    let komi = Komi::default();
    let rules = rule_option::rules(text, komi).map_err(|error| match &error {
        rule_option::RulesError::UnknownName(name) => match nearest_rules(name) {
            Some(nearest) => format!("{error} (did you mean '{nearest}'?)"),
            None => error.to_string(),
        },
        rule_option::RulesError::Button | rule_option::RulesError::Option { .. } => {
            error.to_string()
        }
    })?;
    let has_komi = rules.komi != komi;
    if has_komi {
        Err("komi is set by its own command".into())
    } else {
        let name = text.split(',').next().unwrap_or_default().trim();
        Ok((name.into(), rules))
    }
}

/// Returns the rules name most similar to an unknown one.
fn nearest_rules(name: &str) -> Option<String> {
    let distance = |known: &String| strsim::damerau_levenshtein(&name.to_lowercase(), known);
    Rules::names().min_by_key(distance).filter(|known| distance(known) <= 2)
}

/// Parses a board size in lines.
pub(super) fn board_size(text: &str) -> Result<BoardSize, String> {
    let size = text.parse().ok().and_then(BoardSize::new);
    size.ok_or_else(|| String::from("expected a board size from 2 to 25"))
}

/// Parses a number of search threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    within(text, 1..=1024)
}

/// Parses a level.
pub(super) fn level(text: &str) -> Result<Level, ParseLevelError> {
    text.parse()
}

/// Parses an integer within bounds.
pub(super) fn within(text: &str, range: RangeInclusive<usize>) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected an integer from {} to {}", range.start(), range.end()))
}

/// Returns the files that commands may use: those in a directory, none, or all.
pub(super) fn files(folder: Option<&Folder>, are_forbidden: bool) -> Files {
    match (folder, are_forbidden) {
        (Some(folder), _) => Files::Inside(folder.clone()),
        (None, true) => Files::None,
        (None, false) => Files::All,
    }
}

/// Opens the directory given by an option.
pub(super) fn folder(text: &str) -> io::Result<Folder> {
    Folder::open(Path::new(text))
}
