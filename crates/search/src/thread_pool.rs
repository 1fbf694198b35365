//! A thread pool for the helper threads of searches.
//!
//! Threads are reused by later searches: on busy cores, a new thread may be scheduled only after a short search has
//! ended.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::memory_check;

/// Address space per thread in bytes: its stack and, with glibc, its arena.
const THREAD_BYTES: usize = 136 << 20;

/// A job of a thread.
type Job = Box<dyn FnOnce() + Send>;

/// Threads that wait for jobs. Clones share them; they exit with the last clone.
#[derive(Debug, Clone, Default)]
pub(super) struct Pool {
    /// The queue of each thread.
    threads: Arc<Mutex<Vec<Sender<Job>>>>,
}

impl Pool {
    /// Queues a job for a number of threads, numbered from 0, without waiting.
    ///
    /// Returns the number of threads that received a job: fewer if the system cannot start more.
    pub(super) fn spawn_on_workers<J: FnOnce() + Send + 'static>(
        &self,
        count: usize,
        job: impl Fn(usize) -> J,
    ) -> usize {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        while threads.len() < count {
            match start_thread() {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    log::warn!("only {} of {count} helper threads started: {error}", threads.len());
                    break;
                }
            }
        }
        for (number, thread) in threads.iter().take(count).enumerate() {
            let sent = thread.send(Box::new(job(number)));
            sent.expect("a thread receives jobs until the pool is dropped");
        }
        threads.len().min(count)
    }
}

/// Starts a thread that runs the jobs of its queue.
fn start_thread() -> io::Result<Sender<Job>> {
    if !memory_check::can_allocate(THREAD_BYTES) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let (sender, jobs) = channel::<Job>();
    Builder::new().name("search".into()).spawn(move || {
        for job in jobs {
            // The panic hook reports it, and the caller handles it.
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    })?;
    Ok(sender)
}

/// Counts the threads that take part in a search, so that none is waited for before it has started.
#[derive(Debug, Default)]
pub(super) struct WorkerGuard {
    state: Mutex<State>,
    left: Condvar,
}

#[derive(Debug, Default)]
struct State {
    present: usize,
    has_lost_one: bool,
    is_closed: bool,
}

/// The guard of a participating thread, until drop.
#[derive(Debug)]
pub(super) struct Present<'a>(&'a WorkerGuard);

impl WorkerGuard {
    /// Registers this thread. Returns `None` if it is too late.
    pub(super) fn enter(&self) -> Option<Present<'_>> {
        let mut state = self.lock();
        if state.is_closed {
            return None;
        }
        state.present += 1;
        Some(Present(self))
    }

    /// Waits until a thread has left, at most `most`. Returns `true` if one has left.
    pub(super) fn wait_for_leaving(&self, most: Duration) -> bool {
        let is_waited_for = |state: &mut State| !state.has_lost_one;
        let waited = self.left.wait_timeout_while(self.lock(), most, is_waited_for);
        waited.unwrap_or_else(PoisonError::into_inner).0.has_lost_one
    }

    /// Rejects further threads, and waits for participating ones up to a deadline.
    pub(super) fn close(&self, deadline: Option<Instant>) {
        let mut state = self.lock();
        state.is_closed = true;
        while state.present > 0 {
            state = match deadline.map(|time| time.saturating_duration_since(Instant::now())) {
                None => self.left.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(left) if left.is_zero() => return,
                Some(left) => {
                    let waited = self.left.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Present<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.present -= 1;
        state.has_lost_one = true;
        drop(state);
        self.0.left.notify_all();
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::thread::{self, ThreadId};

    /// Returns the threads that run jobs for these numbers.
    fn workers(pool: &Pool, count: usize) -> BTreeSet<(usize, String)> {
        let (sender, ids) = channel::<(usize, ThreadId)>();
        pool.spawn_on_workers(count, |number| {
            let sender = sender.clone();
            move || sender.send((number, thread::current().id())).expect("somebody listens")
        });
        drop(sender);
        ids.into_iter().map(|(number, id)| (number, format!("{id:?}"))).collect()
    }

    #[test]
    fn threads_are_reused_and_survive_panics() {
        let pool = Pool::default();
        let first = workers(&pool, 3);
        assert_eq!(first.len(), 3);
        pool.spawn_on_workers(3, |_| || panic!("expected panic"));
        assert_eq!(workers(&pool.clone(), 3), first);
        let fewer = workers(&pool, 1);
        assert!(fewer.len() == 1 && fewer.is_subset(&first));
        assert_eq!(workers(&pool, 3), first);
    }

    #[test]
    fn close_waits_only_for_present_threads_until_deadline() {
        let attendance = Arc::new(WorkerGuard::default());
        attendance.close(None);
        assert!(attendance.enter().is_none(), "too late");
        let attendance = Arc::new(WorkerGuard::default());
        let present = attendance.enter().expect("in time");
        attendance.close(Some(Instant::now() + Duration::from_millis(5)));
        assert!(!attendance.wait_for_leaving(Duration::from_millis(5)));
        let leaving = Instant::now() + Duration::from_millis(20);
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(20));
                drop(present);
            });
            attendance.close(None);
        });
        assert!(Instant::now() >= leaving);
        assert!(attendance.wait_for_leaving(Duration::from_secs(60)), "at once");
    }
}
