//! Signals from the scheduler to an active search.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

/// Flags that a search polls about every millisecond.
#[derive(Debug)]
pub(super) struct Control {
    threads: AtomicUsize,
    is_suspended: AtomicBool,
    is_terminated: AtomicBool,
}

impl Control {
    /// Creates the flags of a search that starts with the given number of threads.
    pub(super) fn new(threads: usize) -> Control {
        Control {
            threads: AtomicUsize::new(threads),
            is_suspended: AtomicBool::new(false),
            is_terminated: AtomicBool::new(false),
        }
    }

    /// Returns the number of threads that the search should use.
    pub(super) fn threads(&self) -> usize {
        self.threads.load(Relaxed)
    }

    pub(super) fn set_threads(&self, threads: usize) {
        self.threads.store(threads, Relaxed);
    }

    /// Returns `true` if a more urgent position needs the slot.
    pub(super) fn is_suspended(&self) -> bool {
        self.is_suspended.load(Relaxed)
    }

    pub(super) fn suspend(&self) {
        self.is_suspended.store(true, Relaxed);
    }

    /// Returns `true` if the search must stop and respond with its current results.
    pub(super) fn is_terminated(&self) -> bool {
        self.is_terminated.load(Relaxed)
    }

    pub(super) fn terminate(&self) {
        self.is_terminated.store(true, Relaxed);
    }
}
