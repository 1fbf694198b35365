//! The queue of life-and-death problems. One thread solves them in the order of arrival.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::json_fields::FieldError;
use super::output::Output;
use super::request::{RequestError, Termination};
use super::scheduler::Scheduler;
use super::solve_query::SolveQuery;
use crate::local_problem::{Answer, solve_until};
use crate::solver::Solver;

/// The waiting queries and the query that is being solved.
#[derive(Debug, Default)]
pub(super) struct SolverQueue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<SolveQuery>,
    /// The id and the flag of the query that is being solved.
    current: Option<(String, Arc<AtomicBool>)>,
    is_closed: bool,
}

impl SolverQueue {
    /// Adds a query.
    pub(super) fn add(&self, query: SolveQuery) {
        self.lock().waiting.push_back(query);
        self.changed.notify_all();
    }

    /// Ends [`run`](Self::run) after the waiting queries.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Terminates queries by id. They are answered with what is known.
    pub(super) fn terminate(&self, termination: &Termination) {
        let state = self.lock();
        let waiting = state.waiting.iter().map(|query| (&query.id, &query.is_terminated));
        let current = state.current.iter().map(|(id, flag)| (id, flag));
        for (id, flag) in waiting.chain(current) {
            if termination.has_no_turns() && termination.is_about(id, 0) {
                flag.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Solves queries and writes their answers until the queue is closed, or the scheduler has stopped.
    /// `memory` is the size of the transposition table in bytes.
    pub(super) fn run(&self, output: &Output, scheduler: &Scheduler, memory: usize) {
        while let Some(query) = self.take() {
            if scheduler.is_stopped() {
                return;
            }
            let id = query.id.clone();
            let solved = catch_unwind(AssertUnwindSafe(|| solve(query, output, scheduler, memory)));
            if solved.is_err() {
                // The panic hook has logged the error.
                let fault = FieldError::new("", "Internal error during the analysis");
                output.refusal(&RequestError { id: Some(id), fault });
            }
        }
    }

    fn take(&self) -> Option<SolveQuery> {
        let mut state = self.lock();
        state.current = None;
        loop {
            if let Some(query) = state.waiting.pop_front() {
                state.current = Some((query.id.clone(), query.is_terminated.clone()));
                return Some(query);
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Solves a query and writes its answer.
fn solve(query: SolveQuery, output: &Output, scheduler: &Scheduler, memory: usize) {
    let SolveQuery { id, problem, limits, is_terminated } = query;
    let mut solver = Solver::new(problem, memory);
    let mut is_over = || is_terminated.load(Ordering::Relaxed) || scheduler.is_stopped();
    let solution = solve_until(&mut solver, &limits, &mut is_over);
    if scheduler.is_stopped() {
        return;
    }
    let mut object = Answer { problem: solver.problem(), solution: &solution }.json();
    object.insert("id".into(), id.into());
    object.insert("action".into(), "solve".into());
    output.line(&object);
}
