//! Whether a stream is shown in colours.

use std::env;
use std::io::IsTerminal;

/// Whether a stream is a terminal that shows colours, and the user has nothing against them (`NO_COLOR`).
pub(in crate::cli) fn are_colors_wanted(stream: &impl IsTerminal) -> bool {
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !is_unwanted && supports_ansi(stream)
}

/// Whether a stream is a terminal that obeys escape sequences.
pub(in crate::cli) fn supports_ansi(stream: &impl IsTerminal) -> bool {
    let is_dumb = env::var("TERM").is_ok_and(|name| name == "dumb");
    stream.is_terminal() && !is_dumb && has_sequences()
}

#[cfg(not(windows))]
fn has_sequences() -> bool {
    true
}

/// The console of Windows 10 and later does, once it is told to.
#[cfg(windows)]
fn has_sequences() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
}
