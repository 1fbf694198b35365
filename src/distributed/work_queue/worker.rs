//! A worker process: claims units until none is left, and stops at the first error of the database.

use std::sync::{Mutex, PoisonError};

use super::connection::QueueError;
use super::job::{LeasedUnit, QueueJob, RunOptions};
use crate::cancellation::Cancellation;
use crate::progress::Progress;

/// A worker of a job, shared by its threads.
pub struct Worker<'a> {
    run: QueueJob,
    cancellation: &'a Cancellation,
    progress: &'a dyn Progress,
    /// The first error of the database.
    failure: Mutex<Option<QueueError>>,
}

impl<'a> Worker<'a> {
    /// Opens or creates a job, as [`QueueJob::open`] does.
    ///
    /// # Errors
    /// Returns [`QueueError`] if the database is unavailable, or has a job of this name with a different
    /// configuration.
    pub fn open(
        options: &RunOptions,
        terms: &str,
        units: usize,
        cancellation: &'a Cancellation,
        progress: &'a dyn Progress,
    ) -> Result<Worker<'a>, QueueError> {
        let run = QueueJob::open(options, terms, units, cancellation)?;
        Ok(Worker { run, cancellation, progress, failure: Mutex::default() })
    }

    /// Claims the next unit. Waits while other workers hold all units that are left.
    ///
    /// Returns `None` if no unit is left, after a cancellation, or after an error of the database.
    pub fn claim(&self) -> Option<LeasedUnit> {
        self.run.take().unwrap_or_else(|error| {
            self.fail(error);
            None
        })
    }

    /// Stores the result of a unit. Returns `true` if it is stored.
    ///
    /// Otherwise another worker has claimed the unit meanwhile, which is reported with the unit's `name`, or the
    /// database failed.
    pub fn finish(&self, claim: &LeasedUnit, result: &str, name: &str) -> bool {
        match self.run.finish(claim, result) {
            Ok(true) => return true,
            Ok(false) => {
                self.progress.message(&format!("{name} dropped: another worker holds the lease"));
            }
            Err(error) => self.fail(error),
        }
        false
    }

    /// Releases the claim on an unfinished unit. Only a release with a `failure` counts as an attempt.
    pub fn release(&self, claim: &LeasedUnit, failure: Option<&str>, name: &str) {
        if let Err(error) = self.run.release(claim, failure) {
            log::warn!(
                "cannot release {name}, which stays claimed until its lease expires: {error}"
            );
        }
    }

    /// Ends the work.
    ///
    /// # Errors
    /// Returns the first error of the database.
    pub fn end(&self) -> Result<(), QueueError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// Stops all threads because of an error of the database.
    fn fail(&self, error: QueueError) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.cancellation.cancel();
    }
}
