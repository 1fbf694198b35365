//! The life-and-death problem that a page requested last, with its answer.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// The prefix of the ids of problems.
const PREFIX: &str = "problem-";

/// The last requested problem and its answer.
#[derive(Debug, Default)]
pub(super) struct PendingProblem {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The number of the problem, from 1.
    number: u64,
    answer: Option<Vec<u8>>,
}

impl PendingProblem {
    /// Starts the next problem and returns its number.
    pub(super) fn begin(&self) -> u64 {
        let mut state = locked(&self.state);
        *state = State { number: state.number + 1, answer: None };
        state.number
    }

    /// Returns the number of the current problem, 0 if there is none.
    pub(super) fn number(&self) -> u64 {
        locked(&self.state).number
    }

    /// Stores the answer or error of a problem, unless another one has been requested since.
    pub(super) fn keep(&self, number: u64, answer: Vec<u8>) {
        // A warning about a field is not the answer.
        let is_warning = serde_json::from_slice::<Value>(&answer)
            .is_ok_and(|answer| answer.get("warning").is_some());
        let mut state = locked(&self.state);
        if state.number == number && !is_warning {
            state.answer = Some(answer);
        }
    }

    /// Returns the answer to the current problem.
    pub(super) fn answer(&self) -> Option<Vec<u8>> {
        locked(&self.state).answer.clone()
    }
}

/// Returns the id of a problem in requests to the engine.
pub(super) fn problem_id(number: u64) -> String {
    format!("{PREFIX}{number}")
}

/// Returns the number of a problem from the id of a response, or `None` if it is about a position.
pub(super) fn problem_number(id: &str) -> Option<u64> {
    id.strip_prefix(PREFIX)?.parse().ok()
}

/// Locks a mutex, ignoring poisoning.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
