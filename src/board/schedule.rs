//! The next task of a session's worker.

use super::state::{Phase, State};
use super::task::{LONG, Task};

impl State {
    /// Returns the task that the state requires without a request: the engine's turn, dead stones, or the analysis.
    pub(super) fn due_task(&self) -> Option<Task> {
        match self.phase() {
            Phase::Playing if self.is_engine_due && self.is_engines_turn() => Some(Task::Move),
            Phase::Agreeing if self.dead().is_none() => Some(Task::Judge),
            _ if self.is_analyzing && !self.is_paused && !self.is_analyzed() => {
                Some(Task::Analyze(LONG))
            }
            _ => None,
        }
    }

    /// Returns `true` if the analysis of the current node has ended.
    fn is_analyzed(&self) -> bool {
        let here = self.evaluation.as_ref().filter(|(node, _)| *node == self.tree.node());
        here.is_some_and(|(_, evaluation)| evaluation.done)
    }
}
