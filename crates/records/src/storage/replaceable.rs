//! Checks that a file may be replaced or appended to, and was not named by mistake.

use std::path::Path;
use std::{fs, io};

use super::Storage;

/// The number of bytes that are read to recognise a file.
const HEAD: usize = 1 << 16;

impl Storage {
    /// Checks that a job may replace a file or append to it. The file must not exist, be empty, be a pipe or a
    /// device, or `is_own` must recognise its first bytes as output of the same kind.
    ///
    /// # Errors
    /// Returns [`AlreadyExists`](io::ErrorKind::AlreadyExists) for any other file, or the error that occurred while
    /// reading it.
    pub fn check_replaceable(
        &self,
        path: &Path,
        is_own: impl FnOnce(&[u8]) -> bool,
    ) -> io::Result<()> {
        let is_regular = fs::metadata(path).is_ok_and(|there| there.is_file());
        if !is_regular {
            return Ok(());
        }
        let head = self.read(path, HEAD)?;
        if head.is_empty() || is_own(&head) {
            return Ok(());
        }
        let reason = "the file exists with other content; choose another name or remove it";
        Err(io::Error::new(io::ErrorKind::AlreadyExists, reason))
    }
}
