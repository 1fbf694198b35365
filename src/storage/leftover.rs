//! Drafts that a process could not finish nor remove: it was killed.
//!
//! Whoever writes a draft holds a lock on it, which goes with the process. So a draft that can be locked is
//! nobody's.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::PoisonError;

use super::draft::SUFFIX;
use super::open::Links;
use super::{Operation, Storage};

impl Storage {
    /// Removes what is left in a folder, the first time that something is written there.
    pub(super) fn clear_leftovers(&self, folder: &Path) {
        let mut cleared = self.cleared.lock().unwrap_or_else(PoisonError::into_inner);
        if !cleared.insert(folder.to_path_buf()) {
            return;
        }
        // What cannot be listed or removed is only in the way of nobody.
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

    /// Removes a draft, unless somebody writes it; answers whether it did.
    fn remove_leftover(&self, path: &Path) -> io::Result<bool> {
        let file = self.open(path, File::options().read(true).write(true), Links::Refused)?;
        // It stays locked while it is removed, so that nobody begins to write it.
        if file.try_lock().is_err() {
            return Ok(false);
        }
        self.remove(path).map(|()| true)
    }
}
