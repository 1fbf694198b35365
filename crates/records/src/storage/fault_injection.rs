//! The seam at which a test makes the disk fail.

use std::fs::File;
use std::path::Path;
use std::{fmt, io};

/// An operation on the disk that is about to be done.
#[derive(Debug)]
pub enum Operation<'a> {
    /// A file that there is, or may be, is opened.
    Open(&'a Path),
    /// A new file is made.
    Create(&'a Path),
    /// Some bytes of a file are read.
    Read(&'a Path),
    /// These bytes are written at the present position of the file.
    Write(&'a Path, &'a File, &'a [u8]),
    /// A file or a folder is forced onto the disk.
    Sync(&'a Path),
    /// A file is truncated.
    Truncate(&'a Path),
    /// A file is locked.
    Lock(&'a Path),
    /// A file is renamed.
    Rename(&'a Path),
    /// A file is removed.
    Remove(&'a Path),
    /// A folder is made.
    MakeFolder(&'a Path),
    /// The names in a folder are read.
    List(&'a Path),
}

/// Somebody who is asked before each operation.
pub trait DiskObserver: fmt::Debug + Send + Sync {
    /// Lets an operation be done, or fail. Where [`Operation::Write`] is to fail, some of the bytes may be
    /// written before, as on a full disk.
    ///
    /// # Errors
    /// With what the operation is to fail.
    fn before(&self, operation: &Operation<'_>) -> io::Result<()>;
}
