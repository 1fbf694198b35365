//! Interrupts of the user, and requests of the system to end.

use std::process::exit;

use crate::cancel::Cancellation;

/// The exit status of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Makes the first interrupt cancel a job; a second one ends the program at once. Engines that a
/// match started end with their input then.
pub fn cancel_on_interrupt(cancellation: &Cancellation) {
    let cancellation = cancellation.clone();
    let set = ctrlc::set_handler(move || {
        if cancellation.cancel() {
            exit(INTERRUPTED);
        }
    });
    if let Err(error) = set {
        log::warn!("interrupts will end the program at once: {error}");
    }
}
