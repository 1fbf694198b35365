//! Tasks that several threads take one by one, and that may bring others when they are done.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};

use crate::review::batch::game_job::locked;

/// The tasks that wait, and how many are under way.
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

/// A task that a thread has taken; it is under way until this is dropped.
#[derive(Debug)]
pub(in crate::review) struct TaskGuard<'a, T> {
    tasks: &'a Tasks<T>,
    pub(in crate::review) task: T,
}

impl<T: Copy> Tasks<T> {
    /// These tasks, in their order.
    pub(in crate::review) fn new(waiting: VecDeque<T>) -> Tasks<T> {
        let state = State { waiting, under_way: 0, is_stopped: false };
        Tasks { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// How many wait.
    pub(in crate::review) fn len(&self) -> usize {
        locked(&self.state).waiting.len()
    }

    /// Takes the first task. Waits while there is none but one that is under way may bring others; `None`
    /// when no more come.
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

    /// Adds tasks before all that wait: a game is finished before the next one is begun.
    pub(in crate::review) fn add_first(&self, tasks: Vec<T>) {
        let mut state = locked(&self.state);
        tasks.into_iter().rev().for_each(|task| state.waiting.push_front(task));
        self.changed.notify_all();
    }

    /// Nothing more is to be taken.
    pub(in crate::review) fn stop(&self) {
        locked(&self.state).is_stopped = true;
        self.changed.notify_all();
    }
}

// Also where a thread panics: the others must not wait for it.
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
                        // Each task brings as many as it says, of which each brings one less.
                        tasks.add_first(vec![taken.task.saturating_sub(1); taken.task]);
                    }
                });
            }
        });
        // 3 brings three 2s, each two 1s, each a 0: 1 + 3 + 6 + 6, and 1 + 2 + 2 for the 2.
        assert_eq!(sum.into_inner(), 21);
        tasks.add_first(vec![1]);
        tasks.stop();
        assert!(tasks.take().is_none());
    }
}
