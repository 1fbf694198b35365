//! Drafts of processes that were killed before they finished or removed them.
//!
//! A process holds a lock on its draft, which ends with the process. So a draft that can be locked has no
//! owner.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::PoisonError;

use super::draft::SUFFIX;
use super::open::Links;
use super::{Operation, Storage};

impl Storage {
    /// Removes the leftovers in a folder, the first time that something is written there.
    pub(super) fn clear_leftovers(&self, folder: &Path) {
        let mut cleared = self.cleared.lock().unwrap_or_else(PoisonError::into_inner);
        if !cleared.insert(folder.to_path_buf()) {
            return;
        }
        // A leftover that cannot be removed does no harm, so that errors are ignored.
        if let Err(error) = self.clear(folder) {
            log::info!("{}: {error}", folder.display());
        }
    }

    fn clear(&self, folder: &Path) -> io::Result<()> {
        self.ask(&Operation::List(folder))?;
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_draft = path.to_string_lossy().ends_with(SUFFIX);
            if is_draft && self.remove_leftover(&path)? {
                log::warn!("{}: removed, a process left it unfinished", path.display());
            }
        }
        Ok(())
    }

    /// Removes a draft, unless a process is writing it. Returns whether it did.
    fn remove_leftover(&self, path: &Path) -> io::Result<bool> {
        let file = self.open(path, File::options().read(true).write(true), Links::Refused)?;
        // It stays locked while it is removed, so that no process begins to write it.
        if file.try_lock().is_err() {
            return Ok(false);
        }
        self.remove(path).map(|()| true)
    }
}
