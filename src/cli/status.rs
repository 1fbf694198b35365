//! The status of a job on game records.

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
