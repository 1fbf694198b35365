//! Hook for simulating disk failures in tests.

use std::fs::File;
use std::path::Path;
use std::{fmt, io};

/// A disk operation that is about to be performed.
#[derive(Debug)]
pub enum Operation<'a> {
    /// Opens a file that exists or may exist.
    Open(&'a Path),
    /// Creates a file.
    Create(&'a Path),
    /// Reads from a file.
    Read(&'a Path),
    /// Writes these bytes at the current position of the file.
    Write(&'a Path, &'a File, &'a [u8]),
    /// Syncs a file or folder to the disk.
    Sync(&'a Path),
    /// Truncates a file.
    Truncate(&'a Path),
    /// Locks a file.
    Lock(&'a Path),
    /// Renames a file.
    Rename(&'a Path),
    /// Removes a file.
    Remove(&'a Path),
    /// Creates a folder.
    MakeFolder(&'a Path),
    /// Lists the names in a folder.
    List(&'a Path),
}

/// Observer that is called before each disk operation.
pub trait DiskObserver: fmt::Debug + Send + Sync {
    /// Allows an operation or makes it fail. For a failing [`Operation::Write`], the observer may write some of the
    /// bytes first, as on a full disk.
    ///
    /// # Errors
    /// Returns the error with which the operation should fail.
    fn before(&self, operation: &Operation<'_>) -> io::Result<()>;
}
