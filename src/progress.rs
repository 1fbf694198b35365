//! Progress of long jobs.

/// Receives the progress of a job. The default methods do nothing.
pub trait Progress: Sync {
    /// Starts the display for `total` steps, of which `done` were completed by an earlier run.
    fn begin(&self, _total: u64, _done: u64) {}

    /// Counts a completed step.
    fn advance(&self) {
        self.advance_by(1);
    }

    /// Counts several completed steps.
    fn advance_by(&self, _steps: u64) {}

    /// Replaces the status text.
    fn describe(&self, _state: &str) {}

    /// Shows a message on its own line.
    fn message(&self, _line: &str) {}

    /// Calls a function that prints, with the display hidden.
    fn while_hidden(&self, print: &mut dyn FnMut()) {
        print();
    }

    /// Ends the display.
    fn end(&self) {}
}

/// Ignores all progress.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl Progress for NoProgress {}
