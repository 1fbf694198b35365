//! The exit statuses of the program.

use crate::job_error::JobError;
use crate::tournament::MatchStatus;

/// All went well.
pub const SUCCESS: u8 = 0;

/// Something is wrong with the input, or part of the job failed.
pub const FAILURE: u8 = 1;

/// With `--strict`: a record was not converted without loss, or has warnings.
pub const LOSSES: u8 = 1;

/// A game record has errors, or cannot be read or written.
pub const FAULTY_RECORDS: u8 = 2;

/// The job cannot be done as the command line asks; also that of a wrong command line.
pub const USAGE_ERROR: u8 = 2;

/// The user interrupted the program: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// The exit status of a job that ends with an error.
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

/// The exit status of a job on game records.
pub fn of_records(status: Status) -> u8 {
    match status {
        Status::Clean => SUCCESS,
        Status::Lossy => LOSSES,
        Status::Faulty => FAULTY_RECORDS,
    }
}

/// The exit status of a review.
pub fn of_review(status: Status) -> u8 {
    if status == Status::Clean { SUCCESS } else { FAILURE }
}

/// The exit status of a match.
pub fn of_match(status: MatchStatus) -> u8 {
    match status {
        MatchStatus::Clean => SUCCESS,
        MatchStatus::Faulty => FAILURE,
        MatchStatus::Interrupted => INTERRUPTED,
    }
}

/// The status of a job on game records, which becomes the exit status; the worst of its parts comes last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All is as it should be.
    Clean,
    /// Something is lost or unusual, where that was asked for.
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
