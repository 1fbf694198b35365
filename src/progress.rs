//! Progress of long jobs: what a job reports, whoever shows it.

/// Receives the progress of a job. Every method does nothing unless it is implemented.
pub trait Progress: Sync {
    /// The job begins: it has `total` steps, of which `done` were done by an earlier run.
    fn begin(&self, _total: u64, _done: u64) {}

    /// One more step is done.
    fn advance(&self) {}

    /// The state of the job in a few words, in place of the last one.
    fn describe(&self, _state: &str) {}

    /// A message for the user, on a line of its own.
    fn message(&self, _line: &str) {}

    /// Runs something that prints, with the display out of its way.
    fn while_hidden(&self, print: &mut dyn FnMut()) {
        print();
    }

    /// The job has ended.
    fn end(&self) {}
}

/// Shows nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl Progress for NoProgress {}
