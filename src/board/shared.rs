//! The part of a session that its worker and the requests of its page share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::state::State;
use super::task::Task;
use crate::cancellation::Cancellation;
use crate::engine::{Clock, HumanProfile, Level};
use crate::go::{Color, Game};
use crate::records::record::{NodeId, Record};

/// How long an analysis continues without a poll of the page.
const PATIENCE: Duration = Duration::from_secs(15);

/// The interval in which a cancelled job is noticed.
const CHECK: Duration = Duration::from_millis(50);

/// A task with everything that it needs from the state.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) generation: u64,
    pub(super) task: Task,
    pub(super) node: NodeId,
    pub(super) game: Game,
    /// The settings of the game.
    pub(super) level: Level,
    pub(super) profile: Option<HumanProfile>,
    pub(super) time: Duration,
    /// The clock of the player to move; `None` without time limits.
    pub(super) clock: Option<Clock>,
    pub(super) teaching: Option<i32>,
    /// The record of a review.
    pub(super) record: Option<Record>,
    /// The first position of the problem, and the user's colour.
    pub(super) problem: Option<(Game, Color)>,
}

/// The part of a session that its worker shares.
#[derive(Debug)]
pub(super) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// Counts the changes that end the current task.
    generation: AtomicU64,
    /// The time of the last message from the page.
    seen: Mutex<Instant>,
}

impl Shared {
    pub(super) fn new(state: State) -> Shared {
        Shared {
            state: Mutex::new(state),
            changed: Condvar::new(),
            generation: AtomicU64::new(0),
            seen: Mutex::new(Instant::now()),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the worker and the polls after a change of the state.
    pub(super) fn notify(&self) {
        self.changed.notify_all();
    }

    /// Ends the current task: its results are ignored.
    pub(super) fn end_task(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits until the state differs from a version, or for the longest time.
    pub(super) fn wait_for_change<'a>(
        &'a self,
        state: MutexGuard<'a, State>,
        version: u64,
        longest: Duration,
    ) -> MutexGuard<'a, State> {
        let is_same = |state: &mut State| state.version == version && !state.is_closed;
        let waited = self.changed.wait_timeout_while(state, longest, is_same);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Returns the time since the last message of the page.
    pub(super) fn idle(&self) -> Duration {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Ends the analysis as if the page had not polled for a while.
    pub(super) fn abandon(&self) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        *seen = Instant::now().checked_sub(PATIENCE * 2).unwrap_or(*seen);
    }

    /// Notes a message of the page before it changes the state. The user's clock does not count an absence of the page.
    pub(super) fn welcome_page(&self, state: &mut State) {
        let seen = *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.elapsed() > PATIENCE {
            state.stop_users_clock(seen);
        }
        self.note_page();
        state.is_away = false;
        self.note_time(state);
        state.run_clock(Instant::now());
    }

    /// Ends the game if the time of the player to move is over. Returns whether it is.
    pub(super) fn note_time(&self, state: &mut State) -> bool {
        let is_lost = state.lose_on_time(Instant::now());
        if is_lost {
            state.version += 1;
            state.tree_version = state.version;
            (state.task, state.busy) = (None, None);
            self.end_task();
            self.notify();
        }
        is_lost
    }

    /// Notes a message of the page.
    pub(super) fn note_page(&self) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns `true` if the page has not polled for a while.
    pub(super) fn is_abandoned(&self) -> bool {
        self.idle() > PATIENCE
    }

    pub(super) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Relaxed)
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        state.version += 1;
        self.changed.notify_all();
    }

    /// Waits for the next task. Returns `None` when the session is closed.
    pub(super) fn next_job(&self) -> Option<Job> {
        let state = self.lock();
        let is_idle = |state: &mut State| state.task.is_none() && !state.is_closed;
        let waited = self.changed.wait_while(state, is_idle);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        let task = state.task.take().filter(|_| !state.is_closed)?;
        state.busy = Some(task.busy());
        let record = matches!(task, Task::Review).then(|| state.tree.record().clone());
        Some(Job {
            generation: self.generation(),
            task,
            node: state.tree.node(),
            game: state.tree.game().clone(),
            level: state.level,
            profile: state.profile,
            time: state.time,
            clock: state.clock_to_play(Instant::now()),
            teaching: state.teaching,
            record,
            problem: state.problem_start(),
        })
    }

    /// Applies an intermediate result of a task, unless the task has ended.
    pub(super) fn update(&self, generation: u64, change: impl FnOnce(&mut State)) {
        self.change_if_current(generation, |state| {
            change(state);
        });
    }

    /// Applies the result of a task and starts the next one, unless the task has ended.
    pub(super) fn finish(&self, generation: u64, change: impl FnOnce(&mut State)) {
        self.change_if_current(generation, |state| {
            change(state);
            state.task = state.due_task();
            state.busy = state.task.as_ref().map(Task::busy);
        });
    }

    fn change_if_current(&self, generation: u64, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        // Under the lock, no command of the page can end the task.
        if self.generation() == generation && !self.note_time(&mut state) {
            change(&mut state);
            state.run_clock(Instant::now());
            state.version += 1;
            self.changed.notify_all();
        }
    }

    /// Runs an action, and cancels it when its task has ended.
    pub(super) fn until_stale<T>(
        &self,
        generation: u64,
        cancellation: &Cancellation,
        action: impl FnOnce() -> T,
    ) -> T {
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) && self.generation() == generation {
                    thread::sleep(CHECK);
                }
                cancellation.cancel();
            });
            let _done = SetOnDrop(&is_done);
            action()
        })
    }
}

/// Sets a flag even if an action panics.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
