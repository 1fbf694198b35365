//! Drafts of processes that were killed before they finished or removed them.
//!
//! A process holds a lock on its draft, which ends with the process. So a draft that can be locked has no
//! owner.

use std::ffi::OsStr;
use std::io;
use std::sync::PoisonError;

use super::directory::Directory;
use super::draft::is_draft;
use super::{Operation, Storage};

impl Storage {
    /// Removes the leftovers in a folder, the first time that something is written there.
    pub(super) fn clear_leftovers(&self, folder: &Directory) {
        let mut cleared = self.cleared.lock().unwrap_or_else(PoisonError::into_inner);
        if !cleared.insert(folder.path().to_path_buf()) {
            return;
        }
        // A leftover that cannot be removed does no harm, so that errors are ignored.
        if let Err(error) = self.clear(folder) {
            log::info!("{}: {error}", folder.path().display());
        }
    }

    fn clear(&self, folder: &Directory) -> io::Result<()> {
        self.ask(&Operation::List(folder.path()))?;
        for name in folder.names()? {
            if is_draft(&name.to_string_lossy()) && self.remove_leftover(folder, &name)? {
                let path = folder.path().join(name);
                log::warn!("{}: removed, a process left it unfinished", path.display());
            }
        }
        Ok(())
    }

    /// Removes a draft, unless a process is writing it. Returns whether it did.
    fn remove_leftover(&self, folder: &Directory, name: &OsStr) -> io::Result<bool> {
        self.ask(&Operation::Open(&folder.path().join(name)))?;
        let file = folder.open(name)?;
        // It stays locked while it is removed, so that no process begins to write it.
        if file.try_lock().is_err() {
            return Ok(false);
        }
        self.remove_in(folder, name).map(|()| true)
    }
}
