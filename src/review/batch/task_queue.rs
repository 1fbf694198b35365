//! A queue from which several threads take tasks, and which finished tasks may refill.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};

use crate::review::batch::game_job::locked;

/// The queued tasks and the number of running ones.
#[derive(Debug)]
pub(in crate::review) struct Tasks<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<T> {
    waiting: VecDeque<T>,
    under_way: usize,
    is_stopped: bool,
}

/// A task taken by a thread; it counts as running until the guard is dropped.
#[derive(Debug)]
pub(in crate::review) struct TaskGuard<'a, T> {
    tasks: &'a Tasks<T>,
    pub(in crate::review) task: T,
}

impl<T: Copy> Tasks<T> {
    /// Creates a queue with these tasks, in this order.
    pub(in crate::review) fn new(waiting: VecDeque<T>) -> Tasks<T> {
        let state = State { waiting, under_way: 0, is_stopped: false };
        Tasks { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Returns the number of queued tasks.
    pub(in crate::review) fn len(&self) -> usize {
        locked(&self.state).waiting.len()
    }

    /// Takes the first task. Blocks while the queue is empty but a running task may add others. Returns `None` when
    /// no more tasks can arrive.
    pub(in crate::review) fn take(&self) -> Option<TaskGuard<'_, T>> {
        let mut state = locked(&self.state);
        loop {
            if state.is_stopped {
                return None;
            }
            if let Some(task) = state.waiting.pop_front() {
                state.under_way += 1;
                return Some(TaskGuard { tasks: self, task });
            }
            if state.under_way == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Adds tasks at the front of the queue, so that a game is finished before the next one is started.
    pub(in crate::review) fn add_first(&self, tasks: Vec<T>) {
        let mut state = locked(&self.state);
        tasks.into_iter().rev().for_each(|task| state.waiting.push_front(task));
        self.changed.notify_all();
    }

    /// Makes [`take`](Tasks::take) return `None` from now on.
    pub(in crate::review) fn stop(&self) {
        locked(&self.state).is_stopped = true;
        self.changed.notify_all();
    }
}

// Also runs if a thread panics, so that the others do not wait for it.
impl<T> Drop for TaskGuard<'_, T> {
    fn drop(&mut self) {
        locked(&self.tasks.state).under_way -= 1;
        self.tasks.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn take_waits_for_tasks_added_by_running_ones() {
        let tasks = Tasks::new(VecDeque::from([3_usize, 2]));
        let sum = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some(taken) = tasks.take() {
                        sum.fetch_add(1, Ordering::Relaxed);
                        // A task n adds n tasks n - 1.
                        tasks.add_first(vec![taken.task.saturating_sub(1); taken.task]);
                    }
                });
            }
        });
        // 3 adds three 2s, each adds two 1s, each adds a 0: 1 + 3 + 6 + 6, and 1 + 2 + 2 for the 2.
        assert_eq!(sum.into_inner(), 21);
        tasks.add_first(vec![1]);
        tasks.stop();
        assert!(tasks.take().is_none());
    }
}
