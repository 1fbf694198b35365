//! Regular files, as opposed to pipes, devices, sockets and folders.

use std::fs::Metadata;
use std::io;

/// A pipe, a device or a socket stands where a file is wanted: it may keep the reader waiting or never end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is no regular file; a pipe is read from the standard input, as -")]
pub struct NotRegular;

/// Whether this is why a file was not opened.
pub fn is_not_regular(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<NotRegular>())
}

/// Fails unless a file is regular.
pub(super) fn regular(there: &Metadata) -> io::Result<()> {
    regular_kind(there.is_file(), there.is_dir())
}

/// Fails unless a file of this kind is regular.
pub(super) fn regular_kind(is_file: bool, is_folder: bool) -> io::Result<()> {
    if is_file {
        Ok(())
    } else if is_folder {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, NotRegular))
    }
}
