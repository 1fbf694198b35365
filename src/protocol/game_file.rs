//! Commands for game records, in both protocols.

use std::path::Path;

use super::command::{Answer, CommandContext};
use super::response::{CommandResponse, Failure};
use super::stored_game::game_text;
use crate::records::format::Format;

/// `load_game`: loads the first game of a file, whose name may contain spaces. An optional number stops before that
/// move.
pub(super) fn load_game(call: &mut CommandContext) -> Answer {
    let (file, before) = file_and_number(call.argument);
    if file.is_empty() {
        return Err(Failure::Syntax);
    }
    let loaded =
        call.environment.load_game(call.engine, Path::new(file), &call.protocol.sizes, before);
    loaded.map_err(|reason| Failure::CannotLoad(reason.to_string()))?;
    Ok(CommandResponse::Done)
}

/// `save_game`: saves the game to a file.
pub(super) fn save_game(call: &mut CommandContext) -> Answer {
    if call.argument.is_empty() {
        return Err(Failure::Syntax);
    }
    save(call, call.argument)
}

/// `print_game`: returns the game as a record, in wei7 3.0 unless the argument specifies another format.
pub(super) fn print_game(call: &mut CommandContext) -> Answer {
    let format = match call.args()[..] {
        [] => Format::Wei7,
        [name] => name.parse().map_err(|_| Failure::Syntax)?,
        _ => return Err(Failure::Syntax),
    };
    print(call, format)
}

/// `printsgf`: returns the game as SGF (without an argument, or with `-`), or saves it to an SGF file.
pub(super) fn print_sgf(call: &mut CommandContext) -> Answer {
    match call.argument {
        "" | "-" => print(call, Format::Sgf),
        file if file.to_ascii_lowercase().ends_with(".sgf") => save(call, file),
        _ => Err(Failure::CannotSave("the file name must end with .sgf".into())),
    }
}

fn print(call: &mut CommandContext, format: Format) -> Answer {
    let text = game_text(call.engine, format, call.protocol.charset);
    if text.is_empty() {
        return Err(Failure::Size);
    }
    Ok(match format {
        // In a response `#` would begin a comment. In JSON it occurs only in strings.
        Format::Wei7 => CommandResponse::Text(text.replace('#', "\\u0023")),
        Format::Wei7Xml => CommandResponse::Text(text),
        Format::Sgf => CommandResponse::Lines(text.lines().map(sgf_line).collect()),
    })
}

/// Returns a line of SGF for a response. A blank line would end the response, so its first space is escaped; SGF
/// readers still treat it as blank.
fn sgf_line(line: &str) -> String {
    let line: String = line.chars().filter(|c| !c.is_control()).collect();
    if line.trim().is_empty() { format!("\\ {line}") } else { line }
}

fn save(call: &CommandContext, file: &str) -> Answer {
    let saved = call.environment.save_game(call.engine, Path::new(file));
    saved.map_err(|reason| Failure::CannotSave(reason.to_string()))?;
    Ok(CommandResponse::Done)
}

/// Splits an argument into a file name and an optional number.
fn file_and_number(argument: &str) -> (&str, Option<u32>) {
    let parts = argument.rsplit_once(' ');
    let numbered = parts.and_then(|(file, last)| Some((file.trim_end(), last.parse().ok()?)));
    match numbered {
        Some((file, number)) => (file, Some(number)),
        None => (argument, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_may_contain_spaces() {
        assert_eq!(file_and_number("a b.sgf"), ("a b.sgf", None));
        assert_eq!(file_and_number("a b.sgf  12"), ("a b.sgf", Some(12)));
        assert_eq!(file_and_number("12"), ("12", None));
        assert_eq!(file_and_number(""), ("", None));
    }
}
