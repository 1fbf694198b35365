//! Interrupts by the user, and requests of the system to end.

use std::process::exit;

use crate::arena::end_engines_with_this_process;
use crate::cancel::Cancellation;
use crate::storage;

use super::exit_status::INTERRUPTED;
use super::terminal::mode;

/// Makes the first interrupt cancel a job; a second one ends the program at once.
///
/// Engines of a match end then because their input ends.
pub(super) fn cancel_on_interrupt(cancellation: &Cancellation) {
    let cancellation = cancellation.clone();
    let set = ctrlc::set_handler(move || {
        if cancellation.cancel() {
            exit(INTERRUPTED.into());
        }
    });
    if let Err(error) = set {
        log::warn!("interrupts will end the program at once: {error}");
    }
}

/// Makes an interrupt end the program at once; of files that are being written nothing is left.
pub(super) fn exit_on_interrupt() {
    let set = ctrlc::set_handler(|| end_now());
    if let Err(error) = set {
        log::warn!(target: "tianyuan", "an interrupt may leave a file unfinished: {error}");
    }
}

/// Ends the program as an interrupt does: of files that are being written nothing is left, and the terminal is as
/// it was.
pub(super) fn end_now() -> ! {
    let _settled = storage::settle();
    mode::restore();
    exit(INTERRUPTED.into());
}

/// Makes an interrupt end the program at once, with all engines that it started.
pub(super) fn end_engines_on_interrupt() {
    let end_engines = end_engines_with_this_process();
    let set = ctrlc::set_handler(move || {
        end_engines();
        exit(INTERRUPTED.into());
    });
    if let Err(error) = set {
        log::warn!("an interrupt may leave an engine behind: {error}");
    }
}
