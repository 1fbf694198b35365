//! Serialisation of tests, and measurement of their memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

use peak_alloc::PeakAlloc;

/// The allocated memory of this process, and its peak.
#[global_allocator]
pub static MEMORY: PeakAlloc = PeakAlloc;

static TURN: Mutex<()> = Mutex::new(());

/// Waits for the turn of a test, which lasts as long as the returned guard.
pub fn alone() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}
