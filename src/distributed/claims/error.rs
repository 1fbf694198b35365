//! Why a database of claims cannot be used.

use crate::job_error::JobError;

/// Why a unit cannot be taken, finished or read. The texts name the server, and never a password.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The text is no address of a database. It may hold a password, and so is not shown.
    #[error("the address of the database has another form than postgres://USER@HOST:PORT/DATABASE")]
    Address,
    /// The server cannot be reached, or does not come back.
    #[error("{server} cannot be reached: {reason}")]
    Away {
        /// The database and its server.
        server: String,
        /// What the connection met.
        reason: String,
    },
    /// The server refuses a question.
    #[error("{server} refuses: {reason}")]
    Refused {
        /// The database and its server.
        server: String,
        /// What the server says.
        reason: String,
    },
    /// The database has no run of this name.
    #[error("there is no run {0} in the database")]
    NoRun(String),
    /// The run of this name has other terms.
    #[error("the run {run} has other terms: {found}")]
    OtherTerms {
        /// The name of the run.
        run: String,
        /// Its terms.
        found: String,
    },
    /// The run of this name has another number of units.
    #[error("the run {run} has {found} units, not {due}")]
    OtherUnits {
        /// The name of the run.
        run: String,
        /// Its units.
        found: usize,
        /// The units that were asked for.
        due: usize,
    },
}

impl From<ClaimError> for JobError {
    fn from(error: ClaimError) -> JobError {
        let message = error.to_string();
        match error {
            ClaimError::Away { .. } | ClaimError::Refused { .. } => JobError::Distributed(message),
            ClaimError::Address
            | ClaimError::NoRun(_)
            | ClaimError::OtherTerms { .. }
            | ClaimError::OtherUnits { .. } => JobError::Usage(message),
        }
    }
}
