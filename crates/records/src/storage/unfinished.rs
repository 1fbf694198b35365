//! The drafts of this process, so that an interrupt leaves none of them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::directory::Directory;

/// The paths of drafts, each with its folder.
type Drafts = Mutex<Option<HashMap<PathBuf, Directory>>>;

/// The drafts that have a name on the disk. The outer lock is held while one is made, renamed or removed.
static DRAFTS: RwLock<Drafts> = RwLock::new(Mutex::new(None));

/// The right to give drafts their names and to take them away.
pub(super) struct Naming(RwLockReadGuard<'static, Drafts>);

impl Naming {
    pub(super) fn begin() -> Naming {
        Naming(DRAFTS.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// A draft has been made.
    pub(super) fn add(&self, draft: &Path, folder: &Directory) {
        let mut drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.get_or_insert_default().insert(draft.to_path_buf(), folder.clone());
    }

    /// A draft has been renamed or removed.
    pub(super) fn remove(&self, draft: &Path) {
        let mut drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.get_or_insert_default().remove(draft);
    }
}

/// While it lives no draft is made, and none gets its name.
#[must_use]
pub struct Settled {
    _drafts: RwLockWriteGuard<'static, Drafts>,
}

/// Removes every draft: the program is about to end. Each file is whole then, the old one or the new one.
pub fn settle() -> Settled {
    let mut drafts = DRAFTS.write().unwrap_or_else(PoisonError::into_inner);
    let unfinished = drafts.get_mut().unwrap_or_else(PoisonError::into_inner).take();
    for (draft, folder) in unfinished.into_iter().flatten() {
        // What cannot be removed now is a leftover for the next run.
        let _ = draft.file_name().map(|name| folder.remove(name));
    }
    Settled { _drafts: drafts }
}
