//! Handling of interrupts and termination signals.

use std::process::exit;
use std::time::Duration;
use std::{io, thread};

use crate::cancellation::Cancellation;
use crate::engine_process::child_processes::end_engines_with_this_process;
use crate::records::storage;
use crate::stdio::{is_unread, wait_until_unread};

use super::exit_status::{INTERRUPTED, SUCCESS};
use super::terminal::raw_mode;

/// The time for the program to exit by itself after the reader of its standard output has gone.
const GRACE: Duration = Duration::from_secs(1);

/// Exits soon after the reader of standard output has gone, even during a search.
///
/// For commands that serve a client or only print; unfinished files are removed.
pub(super) fn exit_when_unread() {
    end_when_unread(|| {});
}

/// Exits like [`exit_when_unread`], and stops all engines started after this call.
pub(super) fn end_engines_when_unread() {
    end_when_unread(end_engines_with_this_process());
}

fn end_when_unread(end_engines: impl Fn() + Send + 'static) {
    thread::spawn(move || {
        while wait_until_unread(&io::stdout()) {
            thread::sleep(GRACE);
            // A named pipe may have another reader by now.
            if is_unread(&io::stdout()) {
                end_engines();
                end_with(SUCCESS)
            }
        }
    });
}

/// Makes the first interrupt cancel a job; a second one exits at once.
///
/// The engines of a match then exit because their input ends.
pub(super) fn cancel_on_interrupt(cancellation: &Cancellation) {
    let cancellation = cancellation.clone();
    let set = ctrlc::set_handler(move || {
        if cancellation.cancel() {
            exit(INTERRUPTED.into());
        }
    });
    if let Err(error) = set {
        log::warn!("interrupts will terminate the program immediately: {error}");
    }
}

/// Makes an interrupt exit the program at once and remove unfinished files.
pub(super) fn exit_on_interrupt() {
    let set = ctrlc::set_handler(|| end_now());
    if let Err(error) = set {
        log::warn!(target: "tianyuan", "an interrupt may leave an incomplete file: {error}");
    }
}

/// Exits as on an interrupt: removes unfinished files and restores the terminal.
pub(super) fn end_now() -> ! {
    end_with(INTERRUPTED)
}

fn end_with(status: u8) -> ! {
    let _settled = storage::remove_all();
    raw_mode::restore();
    exit(status.into());
}

/// Makes an interrupt exit the program at once with all engines that it started. Returns the flag that is set before
/// the engines are stopped.
pub(super) fn end_engines_on_interrupt() -> Cancellation {
    let end_engines = end_engines_with_this_process();
    let interrupted = Cancellation::default();
    let flag = interrupted.clone();
    let set = ctrlc::set_handler(move || {
        flag.cancel();
        end_engines();
        exit(INTERRUPTED.into());
    });
    if let Err(error) = set {
        log::warn!("an interrupt may leave an engine running: {error}");
    }
    interrupted
}
