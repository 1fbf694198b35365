//! The offer to review a game record that is given instead of a subcommand.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::path::Path;

use clap::error::ErrorKind;

use super::exit_status::{SUCCESS, USAGE_ERROR};
use super::language::language;
use crate::sanitize::printable_line;
use crate::stdio::print_error;

/// The extensions of game records.
const EXTENSIONS: [&str; 2] = ["sgf", "wei7"];

/// Returns the game record of a command line such as `tianyuan game.sgf`, whose parsing failed with `error`.
pub(super) fn record_of<'w>(words: &'w [OsString], error: &clap::Error) -> Option<&'w OsStr> {
    let [_, word] = words else { return None };
    let extension = Path::new(word).extension()?.to_str()?;
    let is_record = EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension));
    let is_known = error.kind() == ErrorKind::InvalidSubcommand;
    (is_known && is_record && Path::new(word).is_file()).then_some(word)
}

/// Offers to review a record if the user can answer; otherwise prints the command. Returns the command line to run, or
/// the exit status.
pub(super) fn offer(record: &OsStr) -> Result<Vec<OsString>, u8> {
    let name = record.to_string_lossy();
    let name = printable_line(&name);
    let language = language(None);
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        print_error(&language.choose(
            format!("error: '{name}' is a game record, not a command\n\nTo review it: tianyuan review '{name}'"),
            format!("错误：“{name}”是棋谱，不是子命令\n\n要复盘请用：tianyuan review '{name}'"),
        ));
        return Err(USAGE_ERROR);
    }
    print_error(&language.choose(
        format!(
            "'{name}' is a game record. Review it into the folder 'review' and open the page? [Y/n]"
        ),
        format!("“{name}”是棋谱。是否复盘到文件夹 review 并打开网页？[Y/n]"),
    ));
    let mut answer = String::new();
    if !matches!(io::stdin().read_line(&mut answer), Ok(1..)) || !is_yes(&answer) {
        return Err(SUCCESS);
    }
    let words = ["tianyuan", "review", "--open", "--"].map(OsString::from);
    Ok(words.into_iter().chain([record.to_owned()]).collect())
}

/// Returns `true` for an empty line and for a yes in English or Chinese.
fn is_yes(answer: &str) -> bool {
    ["", "y", "yes", "是"].contains(&answer.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_yes_and_empty_line_are_yes() {
        assert!(["\n", "y\n", " YES \r\n", "是\n"].into_iter().all(is_yes));
        assert!(
            ["n\n", "no\n", "q", "否\n", "yesterday\n"].into_iter().all(|answer| !is_yes(answer))
        );
    }
}
