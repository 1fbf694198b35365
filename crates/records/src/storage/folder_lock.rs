//! Exclusive and shared locks on folders.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use super::{Operation, Storage};

/// The other locks that a lock permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// No other process may lock the folder.
    Alone,
    /// Other processes may lock the folder in the same way.
    Shared,
}

/// A lock of a folder, which ends with this value or with the process.
#[derive(Debug)]
pub struct FolderLock {
    _folder: File,
}

impl Storage {
    /// Locks a folder for this process. Returns `None` if the system or the file system does not support folder
    /// locks.
    ///
    /// # Errors
    /// Returns [`WouldBlock`](io::ErrorKind::WouldBlock) if another process holds a lock that excludes this one, or
    /// the error with which the folder cannot be opened.
    pub fn lock_folder(&self, path: &Path, sharing: Sharing) -> io::Result<Option<FolderLock>> {
        if !cfg!(unix) {
            return Ok(None);
        }
        self.ask(&Operation::Lock(path))?;
        let folder = File::open(path)?;
        let locked = match sharing {
            Sharing::Alone => folder.try_lock(),
            Sharing::Shared => folder.try_lock_shared(),
        };
        match locked {
            Ok(()) => Ok(Some(FolderLock { _folder: folder })),
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
            Err(TryLockError::Error(error)) => {
                log::warn!("{}: cannot lock: {error}", path.display());
                Ok(None)
            }
        }
    }
}
