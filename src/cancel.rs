//! The wish that a long job end now, seen by everybody who works on it or waits.
//!
//! It does not know the job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Clones share the wish.
#[derive(Debug, Clone, Default)]
pub struct Halt(Arc<AtomicBool>);

impl Halt {
    /// Wishes it; answers whether somebody had already.
    pub fn wish(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether anybody wishes it.
    pub fn is_wished(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Wishes it when the user interrupts the program or the system asks it to end; a second time
    /// ends the program on the spot. Engines that it started end with their input then.
    pub fn on_interrupt(&self) {
        const INTERRUPTED: i32 = 130;
        let halt = self.clone();
        let set = ctrlc::set_handler(move || {
            if halt.wish() {
                std::process::exit(INTERRUPTED);
            }
        });
        if let Err(error) = set {
            log::warn!("interrupts will end the program on the spot: {error}");
        }
    }
}
