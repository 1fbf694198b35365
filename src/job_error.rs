//! The errors of jobs: matches, reviews, labels, training, conformance checks, bridges and conversions.

use std::fmt::Display;
use std::io;
use std::path::Path;

use crate::records::storage::io_message;

/// The reason why a job ends without a result. The program maps it to an exit status.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// Options that contradict each other, or that do not fit the input or the processor.
    #[error("{0}")]
    Usage(String),
    /// Input with invalid content: a file, a record, a net or a database entry.
    #[error("{0}")]
    Input(String),
    /// A file, folder, port or stream that cannot be read or written.
    #[error("{subject}: {}", io_message(error))]
    Io {
        /// The path, or what failed.
        subject: String,
        /// The error of the system.
        error: io::Error,
    },
    /// An engine that cannot be started, refuses a required command or violates its protocol.
    #[error("{0}")]
    Engine(String),
    /// A database or a group of ranks that cannot be used.
    #[error("{0}")]
    Distributed(String),
    /// The user interrupted the job.
    #[error("{0}")]
    Interrupted(String),
}

impl JobError {
    /// Returns a function that converts the reason why the file at `path` is invalid, for `map_err`.
    pub fn invalid<T: Display>(path: &Path) -> impl Fn(T) -> JobError {
        move |reason| JobError::Input(format!("{}: {reason}", path.display()))
    }

    /// Returns a function that converts an I/O error on `path`, for `map_err`.
    pub fn file(path: &Path) -> impl Fn(io::Error) -> JobError {
        JobError::io(path.display().to_string())
    }

    /// Returns a function that converts an I/O error on `subject`, for `map_err`.
    pub fn io(subject: impl Into<String>) -> impl Fn(io::Error) -> JobError {
        let subject = subject.into();
        move |error| JobError::Io { subject: subject.clone(), error }
    }
}
