//! What the scheduler tells a search that is under way.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

/// Flags that a search looks at about every millisecond.
#[derive(Debug)]
pub(super) struct Control {
    threads: AtomicUsize,
    is_suspended: AtomicBool,
    is_terminated: AtomicBool,
}

impl Control {
    /// Those of a search that begins with so many threads.
    pub(super) fn new(threads: usize) -> Control {
        Control {
            threads: AtomicUsize::new(threads),
            is_suspended: AtomicBool::new(false),
            is_terminated: AtomicBool::new(false),
        }
    }

    /// How many threads the search is to have.
    pub(super) fn threads(&self) -> usize {
        self.threads.load(Relaxed)
    }

    pub(super) fn set_threads(&self, threads: usize) {
        self.threads.store(threads, Relaxed);
    }

    /// Whether a more urgent position needs the place.
    pub(super) fn is_suspended(&self) -> bool {
        self.is_suspended.load(Relaxed)
    }

    pub(super) fn suspend(&self) {
        self.is_suspended.store(true, Relaxed);
    }

    /// Whether it has to answer with what it has.
    pub(super) fn is_terminated(&self) -> bool {
        self.is_terminated.load(Relaxed)
    }

    pub(super) fn terminate(&self) {
        self.is_terminated.store(true, Relaxed);
    }
}
