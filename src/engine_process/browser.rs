//! Opens pages in the user's browser.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};

/// The command that opens a page or an address on this system, with its first arguments.
const OPENER: (&str, &[&str]) = if cfg!(target_os = "macos") {
    ("open", &[])
} else if cfg!(windows) {
    // Unlike `cmd /c start`, it does not interpret special characters.
    ("rundll32", &["url.dll,FileProtocolHandler"])
} else {
    ("xdg-open", &[])
};

/// Opens an absolute path or an address in the browser without waiting for it.
///
/// # Errors
/// Returns an error with the name of the system's command if the command cannot be started.
pub(crate) fn open_in_browser(target: &OsStr) -> io::Result<()> {
    let (program, arguments) = OPENER;
    let mut command = Command::new(program);
    command.args(arguments).arg(target);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{program}: {error}"));
    command.spawn().map(drop).map_err(named)
}
