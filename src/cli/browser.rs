//! Opens pages in the user's browser.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};

use super::language::localized;
use crate::stdio::print_error;

/// The command that opens a page or an address on this system, with its first arguments.
const OPENER: (&str, &[&str]) = if cfg!(target_os = "macos") {
    ("open", &[])
} else if cfg!(windows) {
    // Unlike `cmd /c start`, it does not interpret special characters.
    ("rundll32", &["url.dll,FileProtocolHandler"])
} else {
    ("xdg-open", &[])
};

/// Opens an absolute path or an address in the browser without waiting for it. Prints a warning if this fails, since
/// the user can open it by hand.
pub(super) fn open_in_browser(target: &OsStr) {
    if let Err(error) = start(target) {
        let (program, target) = (OPENER.0, target.display());
        print_error(&localized(&format!(
            "tianyuan review: cannot open {target} with {program}: {error}"
        )));
    }
}

fn start(target: &OsStr) -> io::Result<()> {
    let (program, arguments) = OPENER;
    let mut command = Command::new(program);
    command.args(arguments).arg(target);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}
