//! The status of a job on game records.

/// The status of a job on game records, which becomes the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// No record has errors.
    Clean,
    /// A record has errors, or cannot be read or written.
    Faulty,
}

impl Status {
    /// The status of two parts of a job together.
    pub fn and(self, other: Status) -> Status {
        if self == Status::Clean { other } else { self }
    }
}
