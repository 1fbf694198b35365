//! Many files that are forced onto the disk at once: a loss of power finds each of them whole, as with
//! one at a time, but the disk is waited for only once.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{io, mem};

use super::{AtomicFile, Storage};

/// The fewest drafts for which all that a file system has to write is written; fewer are forced onto the
/// disk one by one, so that they need not wait for the files of others.
#[cfg(all(target_os = "linux", feature = "system-files"))]
const FEWEST_AT_ONCE: usize = 4;

/// Drafts that get their names together.
#[derive(Debug)]
pub struct Batch<'s> {
    storage: &'s Storage,
    drafts: Vec<AtomicFile<'s>>,
    /// The folders in which names were given that may not be on the disk yet.
    folders: BTreeSet<PathBuf>,
}

impl<'s> Batch<'s> {
    /// A batch without drafts.
    pub fn new(storage: &'s Storage) -> Batch<'s> {
        Batch { storage, drafts: Vec::new(), folders: BTreeSet::new() }
    }

    /// Adds a draft that is written.
    pub fn add(&mut self, draft: AtomicFile<'s>) {
        self.drafts.push(draft);
    }

    /// The number of drafts.
    pub fn len(&self) -> usize {
        self.drafts.len()
    }

    /// Whether there is no draft.
    pub fn is_empty(&self) -> bool {
        self.drafts.is_empty()
    }

    /// Forces the content of all drafts onto the disk, then gives them their names: what became of each, in
    /// the order in which they were added. The names reach the disk later, with [`finish`](Batch::finish).
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

    /// Forces the names that were given onto the disk.
    ///
    /// # Errors
    /// The folder for which that fails, and why. The files have their names and are whole all the same.
    pub fn finish(self) -> Result<(), (PathBuf, io::Error)> {
        for folder in self.folders {
            if let Err(error) = self.storage.sync_folder(&folder) {
                return Err((folder, error));
            }
        }
        Ok(())
    }
}

/// Forces the content of each draft onto the disk for which nothing failed yet.
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
        // Where the file system failed at once, each file says for itself whether it is on the disk.
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
