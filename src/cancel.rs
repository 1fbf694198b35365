//! A cancellation flag shared by all threads of a job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A cancellation flag. Clones share it.
///
/// ```
/// use tianyuan::cancel::Cancellation;
///
/// let cancellation = Cancellation::default();
/// let worker = cancellation.clone();
/// assert!(!worker.is_cancelled());
/// cancellation.cancel();
/// assert!(worker.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Sets the flag. Returns whether it was set already.
    pub fn cancel(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
