//! Batches of files that are synced together. Each file is atomic, but the disk is synced only once.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{io, mem};

use super::{AtomicFile, Storage};

/// The minimum number of drafts for a sync of the whole file system. Smaller batches sync each file, so that they do
/// not wait for unrelated data.
#[cfg(all(target_os = "linux", feature = "system-files"))]
const FEWEST_AT_ONCE: usize = 4;

/// Drafts that are renamed together.
#[derive(Debug)]
pub struct Batch<'s> {
    storage: &'s Storage,
    drafts: Vec<AtomicFile<'s>>,
    /// The folders with renames that may not be synced yet.
    folders: BTreeSet<PathBuf>,
}

impl<'s> Batch<'s> {
    /// Creates an empty batch.
    pub fn new(storage: &'s Storage) -> Batch<'s> {
        Batch { storage, drafts: Vec::new(), folders: BTreeSet::new() }
    }

    /// Adds a completely written draft.
    pub fn add(&mut self, draft: AtomicFile<'s>) {
        self.drafts.push(draft);
    }

    /// Returns the number of drafts.
    pub fn len(&self) -> usize {
        self.drafts.len()
    }

    /// Returns `true` if there are no drafts.
    pub fn is_empty(&self) -> bool {
        self.drafts.is_empty()
    }

    /// Syncs the content of all drafts, then renames them. Returns the result of each in insertion order.
    /// The renames themselves are synced by [`finish`](Batch::finish).
    pub fn commit(&mut self) -> Vec<io::Result<()>> {
        let drafts = mem::take(&mut self.drafts);
        let mut done: Vec<io::Result<()>> = drafts.iter().map(AtomicFile::prepare).collect();
        sync(&drafts, &mut done);
        for (draft, done) in drafts.into_iter().zip(&mut done) {
            if done.is_ok() {
                *done = draft.rename().map(|folder| {
                    self.folders.insert(folder.path().to_path_buf());
                });
            }
        }
        done
    }

    /// Syncs the renames to the disk.
    ///
    /// # Errors
    /// Returns the folder that could not be synced, with the error. The files have their final names and are complete.
    pub fn finish(self) -> Result<(), (PathBuf, io::Error)> {
        for folder in self.folders {
            if let Err(error) = self.storage.sync_folder(&folder) {
                return Err((folder, error));
            }
        }
        Ok(())
    }
}

/// Syncs the content of each draft that has not failed yet.
#[cfg(all(target_os = "linux", feature = "system-files"))]
fn sync(drafts: &[AtomicFile<'_>], done: &mut [io::Result<()>]) {
    use std::collections::HashMap;
    use std::os::unix::fs::MetadataExt;

    use nix::unistd::syncfs;

    let mut synced: HashMap<u64, bool> = HashMap::new();
    for (draft, done) in drafts.iter().zip(done).filter(|(_, done)| done.is_ok()) {
        let file = draft.file();
        let is_synced = drafts.len() >= FEWEST_AT_ONCE
            && file.metadata().is_ok_and(|file_now| {
                *synced.entry(file_now.dev()).or_insert_with(|| syncfs(file).is_ok())
            });
        // If the file system sync failed, each file is synced individually.
        if !is_synced {
            *done = file.sync_all();
        }
    }
}

#[cfg(not(all(target_os = "linux", feature = "system-files")))]
fn sync(drafts: &[AtomicFile<'_>], done: &mut [io::Result<()>]) {
    for (draft, done) in drafts.iter().zip(done).filter(|(_, done)| done.is_ok()) {
        *done = draft.file().sync_all();
    }
}
