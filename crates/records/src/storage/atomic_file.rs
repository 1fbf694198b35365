//! Files that are written whole or not at all: under a temporary name first, then renamed.

use super::directory::Directory;
use super::regular_file::Existing;
use super::{Operation, Storage, folder_of, resolve_symlinks};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::{fs, io, process};

/// The end of the name of a draft. No other files are called so, therefore what is left of them may be
/// removed.
const SUFFIX: &str = ".tianyuan-part";

/// Returns `true` if `name` ends like the name of a draft.
pub fn is_draft(name: &str) -> bool {
    name.ends_with(SUFFIX)
}

/// The most bytes of the real name that a draft's has: with a number and the suffix no name is too long.
const LONGEST: usize = 200;

/// The number of names that are tried.
const MOST_TRIES: u32 = 100;

impl Storage {
    /// Writes a file whole or not at all, and onto the disk. Where a file is there already, what was in it
    /// stays until then, and its mode and owner for good; where a link is, its target is written.
    ///
    /// Pipes and devices are written into as they are.
    ///
    /// # Errors
    /// Where that fails. What was there before is still there then.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        // A draft that takes the name of a pipe or a device would replace it.
        if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            self.ask(&Operation::Open(path))?;
            return fs::write(path, bytes);
        }
        let mut draft = self.begin(path)?;
        draft.write_all(bytes)?;
        draft.finish()
    }

    /// Begins a file that takes the place of what is there when it is finished. Where it is not, nothing is
    /// left of it.
    ///
    /// # Errors
    /// Where it cannot be begun.
    pub fn begin(&self, path: &Path) -> io::Result<AtomicFile<'_>> {
        let (target, there) = target_of(path)?;
        let name = target.file_name();
        let name =
            name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it names no file"))?;
        self.begin_in(Directory::Named(folder_of(&target).into()), name, there)
    }

    /// Begins a file of a folder, in the place of `there`.
    pub(super) fn begin_in(
        &self,
        folder: Directory,
        name: &OsStr,
        there: Option<Existing>,
    ) -> io::Result<AtomicFile<'_>> {
        self.remove_stale_files(&folder);
        for number in 0..MOST_TRIES {
            let draft = draft_name(name, number);
            let path = folder.path().join(&draft);
            self.ask(&Operation::Create(&path))?;
            let naming = Naming::begin();
            match created(&folder, &draft, there.as_ref()) {
                Ok(Some(file)) => {
                    naming.add(&path, &folder);
                    let target = name.to_os_string();
                    let storage = self;
                    let is_done = false;
                    return Ok(AtomicFile { storage, file, folder, draft, target, there, is_done });
                }
                Ok(None) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "too many unfinished files stand beside it",
        ))
    }
}

/// The file that a name means, by links if need be, and what is there.
fn target_of(path: &Path) -> io::Result<(PathBuf, Option<Existing>)> {
    let target = resolve_symlinks(path)?;
    let there = fs::symlink_metadata(&target).ok();
    let there = there.as_ref().map(Existing::of).transpose()?;
    Ok((target, there))
}

/// A new file, locked as long as it is written; `None` where another process took it for a leftover.
fn created(folder: &Directory, name: &OsStr, like: Option<&Existing>) -> io::Result<Option<File>> {
    let file = folder.create(name, like)?;
    let path = folder.path().join(name);
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(None),
        // Another process may have removed it before it was locked. A file system without locks is no
        // reason not to write.
        _ => Ok(Some(file).filter(|file| has_name(file, &path))),
    }
}

/// Whether an open file still has its name.
fn has_name(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    if file.metadata().is_ok_and(|now| std::os::unix::fs::MetadataExt::nlink(&now) > 0) {
        return true;
    }
    #[cfg(not(unix))]
    let _ = file;
    path.exists()
}

fn draft_name(name: &OsStr, number: u32) -> OsString {
    let id = process::id();
    let mut draft = match name.len() > LONGEST {
        false => name.to_os_string(),
        // A character has at most four bytes.
        true => name.to_string_lossy().chars().take(LONGEST / 4).collect::<String>().into(),
    };
    draft.push(format!(".{id}-{number}{SUFFIX}"));
    draft
}

/// A file that is being written. Dropped before it is finished, it is gone.
#[derive(Debug)]
pub struct AtomicFile<'s> {
    storage: &'s Storage,
    file: File,
    folder: Directory,
    /// Its name in the folder until it is finished.
    draft: OsString,
    /// Its name in the folder then.
    target: OsString,
    /// The file that it takes the place of.
    there: Option<Existing>,
    is_done: bool,
}

impl AtomicFile<'_> {
    /// Gives the file its name, when it is on the disk.
    ///
    /// # Errors
    /// Where that fails. What was there before is still there then, unless only the folder could not be
    /// forced onto the disk.
    pub fn finish(self) -> io::Result<()> {
        self.prepare()?;
        // The content reaches the disk before the name does: after a loss of power the name has all of the
        // old content or all of the new.
        self.file.sync_all()?;
        let storage = self.storage;
        storage.sync_directory(&self.rename()?)
    }

    /// Makes the file ready to be forced onto the disk.
    pub(super) fn prepare(&self) -> io::Result<()> {
        self.storage.ask(&Operation::Sync(&self.path()))?;
        #[cfg(unix)]
        if let Some(there) = &self.there {
            keep_owner_and_mode(&self.file, there, &self.folder.path().join(&self.target))?;
        }
        #[cfg(not(unix))]
        let _ = &self.there;
        Ok(())
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// The path that it has until it is finished.
    fn path(&self) -> PathBuf {
        self.folder.path().join(&self.draft)
    }

    /// Gives the file its name, which is in the folder that is answered.
    pub(super) fn rename(mut self) -> io::Result<Directory> {
        self.storage.ask(&Operation::Rename(&self.folder.path().join(&self.target)))?;
        let naming = Naming::begin();
        self.folder.rename(&self.draft, &self.target)?;
        naming.remove(&self.path());
        self.is_done = true;
        Ok(self.folder.clone())
    }
}

/// Gives a file the owner and permissions of another.
#[cfg(unix)]
fn keep_owner_and_mode(file: &File, like: &Existing, name: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let mine = file.metadata()?;
    let (user, group) = like.owner;
    let mut mode = like.mode & 0o7777;
    if (mine.uid(), mine.gid()) != like.owner && fchown(file, Some(user), Some(group)).is_err() {
        log::warn!("{}: its owner cannot be kept", name.display());
        // What was for a group or a user need not be for another.
        mode &= if fchown(file, None, Some(group)).is_ok() { 0o777 } else { 0o707 };
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

impl Write for AtomicFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.storage.ask(&Operation::Write(&self.path(), &self.file, bytes))?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for AtomicFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Drop for AtomicFile<'_> {
    fn drop(&mut self) {
        if self.is_done {
            return;
        }
        let (naming, path) = (Naming::begin(), self.path());
        if let Err(error) = self.storage.remove_in(&self.folder, &self.draft) {
            log::warn!("{}: it is left unfinished: {error}", path.display());
        }
        naming.remove(&path);
    }
}

impl Storage {
    /// Removes the leftovers in a folder, the first time that something is written there.
    pub(super) fn remove_stale_files(&self, folder: &Directory) {
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
pub fn remove_all() -> Settled {
    let mut drafts = DRAFTS.write().unwrap_or_else(PoisonError::into_inner);
    let unfinished = drafts.get_mut().unwrap_or_else(PoisonError::into_inner).take();
    for (draft, folder) in unfinished.into_iter().flatten() {
        // What cannot be removed now is a leftover for the next run.
        let _ = draft.file_name().map(|name| folder.remove(name));
    }
    Settled { _drafts: drafts }
}
