//! The exit statuses of the program.

use crate::job_error::JobError;
use crate::tournament::MatchStatus;

/// Success.
pub const SUCCESS: u8 = 0;

/// The input has errors, or part of the job failed.
pub const FAILURE: u8 = 1;

/// With `--strict`: a record was converted with losses or has warnings.
pub const LOSSES: u8 = 1;

/// A game record has errors, or cannot be read or written.
pub const FAULTY_RECORDS: u8 = 2;

/// The command line is invalid, or the job cannot be done with it.
pub const USAGE_ERROR: u8 = 2;

/// The user interrupted the program: 128 plus the signal number.
pub const INTERRUPTED: u8 = 130;

/// Returns the exit status of a job's error.
pub fn of_error(error: &JobError) -> u8 {
    match error {
        JobError::Interrupted(_) => INTERRUPTED,
        JobError::Usage(_)
        | JobError::Input(_)
        | JobError::Io { .. }
        | JobError::Engine(_)
        | JobError::Distributed(_) => USAGE_ERROR,
    }
}

/// Returns the exit status of a job on game records, which includes reviews.
pub fn of_records(status: Status) -> u8 {
    match status {
        Status::Clean => SUCCESS,
        Status::Lossy => LOSSES,
        Status::Faulty => FAULTY_RECORDS,
    }
}

/// Returns the exit status of a match.
pub fn of_match(status: MatchStatus) -> u8 {
    match status {
        MatchStatus::Clean => SUCCESS,
        MatchStatus::Faulty => FAILURE,
        MatchStatus::Interrupted => INTERRUPTED,
    }
}

/// The status of a job on game records, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// No losses or errors.
    Clean,
    /// Some data is lost or unusual, and the options ask to report this.
    Lossy,
    /// A record has errors, or cannot be read or written.
    Faulty,
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn error_status_is_130_only_after_an_interrupt() {
        let text = || String::from("text");
        let errors = [
            JobError::Usage(text()),
            JobError::Input(text()),
            JobError::io(text())(io::ErrorKind::NotFound.into()),
            JobError::Engine(text()),
            JobError::Distributed(text()),
        ];
        assert_eq!(errors.each_ref().map(of_error), [2; 5]);
        assert_eq!(of_error(&JobError::Interrupted(text())), 130);
    }
}
