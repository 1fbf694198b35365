//! The coordination of several threads that search the same problem with one table.
//!
//! Each thread runs the complete search. A position that other threads are searching looks harder than it is, so that
//! the threads choose different moves (virtual proof numbers; compare Kaneko, "Parallel depth first proof number
//! search", 2010). The table contains only proved results, so the answer does not depend on the threads.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The number of counters of searched positions, a power of two.
const COUNTERS: usize = 1 << 14;

/// The coordination of threads.
#[derive(Debug)]
pub(crate) struct Team {
    pub(crate) threads: usize,
    is_finished: AtomicBool,
    /// The numbers of threads below positions, by key. Different positions may share a counter.
    busy: Vec<AtomicU8>,
}

impl Team {
    pub(crate) fn new(threads: usize) -> Team {
        let busy = (0..COUNTERS).map(|_| AtomicU8::new(0)).collect();
        Team { threads, is_finished: AtomicBool::new(false), busy }
    }

    /// Returns `true` if a thread has ended its search.
    pub(crate) fn is_finished(&self) -> bool {
        self.is_finished.load(Ordering::Relaxed)
    }

    /// Sets whether a thread has ended its search.
    pub(crate) fn set_finished(&self, is_finished: bool) {
        self.is_finished.store(is_finished, Ordering::Relaxed);
    }

    /// Counts the threads below a position.
    pub(crate) fn mark(&self, key: u64, is_entered: bool) {
        let counter = &self.busy[key as usize % COUNTERS];
        if is_entered {
            counter.fetch_add(1, Ordering::Relaxed);
        } else {
            counter.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Returns the number of threads below a position.
    pub(crate) fn searching(&self, key: u64) -> u32 {
        self.busy[key as usize % COUNTERS].load(Ordering::Relaxed).into()
    }
}
