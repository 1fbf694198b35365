//! One test at a time, and the memory that it takes.

use std::sync::{Mutex, MutexGuard, PoisonError};

use peak_alloc::PeakAlloc;

/// What is allocated in this process, and the most that there was.
#[global_allocator]
pub static MEMORY: PeakAlloc = PeakAlloc;

static TURN: Mutex<()> = Mutex::new(());

/// Waits for the turn of a test, which lasts as long as the answer lives.
pub fn alone() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}
