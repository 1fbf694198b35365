//! Colour support of streams.

use std::env;
use std::io::IsTerminal;

/// Returns `true` if a stream is a terminal with colours and `NO_COLOR` is not set.
pub(in crate::cli) fn are_colors_wanted(stream: &impl IsTerminal) -> bool {
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !is_unwanted && supports_ansi(stream)
}

/// Returns `true` if a stream is a terminal that interprets escape sequences.
pub(in crate::cli) fn supports_ansi(stream: &impl IsTerminal) -> bool {
    let is_dumb = env::var("TERM").is_ok_and(|name| name == "dumb");
    stream.is_terminal() && !is_dumb && has_sequences()
}

#[cfg(not(windows))]
fn has_sequences() -> bool {
    true
}

/// Enables escape sequences in the console (Windows 10 or later).
#[cfg(windows)]
fn has_sequences() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
}
