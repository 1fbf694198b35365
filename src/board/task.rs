//! Tasks of a session's worker.

use std::time::Duration;

use serde::Serialize;

use crate::local_problem::ProblemRequest;

/// The limits of an analysis that stays on.
pub(super) const LONG: Duration = Duration::from_secs(600);

/// The limit of an analysis on request.
pub(super) const SHORT: Duration = Duration::from_secs(2);

/// A task of the worker for the current node.
#[derive(Debug, Clone)]
pub(super) enum Task {
    /// Chooses the engine's move.
    Move,
    /// Judges dead stones.
    Judge,
    /// Analyses the position for at most this time.
    Analyze(Duration),
    /// Compares the user's last move with the engine's choice.
    Check,
    /// Reviews the main line.
    Review,
    /// Solves a problem.
    Solve(ProblemRequest),
    /// Judges the user's last move in a problem with the solver.
    Judgement,
}

/// The kind of the current task, for the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Busy {
    Thinking,
    Judging,
    Analyzing,
    Checking,
    Reviewing,
    Solving,
}

impl Task {
    /// Returns the name of the task for the page.
    pub(super) fn busy(&self) -> Busy {
        match self {
            Task::Move => Busy::Thinking,
            Task::Judge => Busy::Judging,
            Task::Analyze(_) => Busy::Analyzing,
            Task::Check => Busy::Checking,
            Task::Review => Busy::Reviewing,
            Task::Solve(_) | Task::Judgement => Busy::Solving,
        }
    }
}
