//! A cancellation flag shared by all threads of a job.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// A cancellation flag. Clones share it.
///
/// ```
/// use tianyuan::cancellation::Cancellation;
///
/// let cancellation = Cancellation::default();
/// let worker = cancellation.clone();
/// assert!(!worker.is_cancelled());
/// cancellation.cancel();
/// assert!(worker.is_cancelled());
/// worker.wait();
/// ```
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_set: AtomicBool,
    /// Held while the flag is set, so that no waiting thread misses the notification.
    setting: Mutex<()>,
    was_set: Condvar,
}

impl Cancellation {
    /// Sets the flag. Returns `true` if it was already set.
    pub fn cancel(&self) -> bool {
        let _setting = self.0.setting.lock().unwrap_or_else(PoisonError::into_inner);
        let was_set = self.0.is_set.swap(true, Ordering::Relaxed);
        self.0.was_set.notify_all();
        was_set
    }

    /// Returns `true` if the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
    }

    /// Returns the flag, for code that polls it.
    pub fn flag(&self) -> &AtomicBool {
        &self.0.is_set
    }

    /// Waits until the flag is set.
    pub fn wait(&self) {
        let setting = self.0.setting.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.0.was_set.wait_while(setting, |()| !self.is_cancelled());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}
