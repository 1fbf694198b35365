//! Atomic file writes: content goes to a temporary file, which is then renamed.

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

/// The suffix of draft names. It is unique to drafts, so leftover files with it may be removed.
const SUFFIX: &str = ".tianyuan-part";

/// Returns `true` if `name` has the suffix of a draft.
pub fn is_draft(name: &str) -> bool {
    name.ends_with(SUFFIX)
}

/// The maximum number of bytes of the target name in a draft name, so that number and suffix still fit.
const LONGEST: usize = 200;

/// The maximum number of names that are tried.
const MOST_TRIES: u32 = 100;

impl Storage {
    /// Writes a file atomically and syncs it to the disk.
    ///
    /// An existing file keeps its content until the rename, and its mode and owner are preserved. For a symbolic
    /// link, the target is written. Pipes and devices are written directly.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The previous content is then unchanged.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        // Renaming a draft over a pipe or device would replace it.
        if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            self.ask(&Operation::Open(path))?;
            return fs::write(path, bytes);
        }
        let mut draft = self.begin(path)?;
        draft.write_all(bytes)?;
        draft.finish()
    }

    /// Begins a file that replaces the existing one when it is finished. An unfinished file is removed.
    ///
    /// # Errors
    /// Returns an error if the draft cannot be created.
    pub fn begin(&self, path: &Path) -> io::Result<AtomicFile<'_>> {
        let (target, there) = target_of(path)?;
        let name = target.file_name();
        let name =
            name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
        self.begin_in(Directory::Named(folder_of(&target).into()), name, there)
    }

    /// Begins a file in a folder that replaces `there`.
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
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many temporary files in its folder"))
    }
}

/// Returns the target of a path after symbolic links, and the existing file there.
fn target_of(path: &Path) -> io::Result<(PathBuf, Option<Existing>)> {
    let target = resolve_symlinks(path)?;
    let there = fs::symlink_metadata(&target).ok();
    let there = there.as_ref().map(Existing::of).transpose()?;
    Ok((target, there))
}

/// Creates a file that is locked while it is written. Returns `None` if another process removed it as a leftover.
fn created(folder: &Directory, name: &OsStr, like: Option<&Existing>) -> io::Result<Option<File>> {
    let file = folder.create(name, like)?;
    let path = folder.path().join(name);
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(None),
        // Another process may have removed it before it was locked. Missing lock support does not prevent writing.
        _ => Ok(Some(file).filter(|file| has_name(file, &path))),
    }
}

/// Returns `true` if an open file still exists under its name.
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

/// A file that is being written. It is removed if it is dropped before it is finished.
#[derive(Debug)]
pub struct AtomicFile<'s> {
    storage: &'s Storage,
    file: File,
    folder: Directory,
    /// The temporary name in the folder.
    draft: OsString,
    /// The final name in the folder.
    target: OsString,
    /// The file to be replaced.
    there: Option<Existing>,
    is_done: bool,
}

impl AtomicFile<'_> {
    /// Syncs the file to the disk and renames it to its final name.
    ///
    /// # Errors
    /// Returns an error if this fails. The previous content is then unchanged, unless only the sync of the folder
    /// failed.
    pub fn finish(self) -> io::Result<()> {
        self.prepare()?;
        // The content is synced before the rename, so that after a power loss the file has either its old or its new
        // content.
        self.file.sync_all()?;
        let storage = self.storage;
        storage.sync_directory(&self.rename()?)
    }

    /// Prepares the file for syncing to the disk.
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

    /// Returns the path of the draft.
    fn path(&self) -> PathBuf {
        self.folder.path().join(&self.draft)
    }

    /// Renames the draft to its final name, and returns its folder.
    pub(super) fn rename(mut self) -> io::Result<Directory> {
        self.storage.ask(&Operation::Rename(&self.folder.path().join(&self.target)))?;
        let naming = Naming::begin();
        self.folder.rename(&self.draft, &self.target)?;
        naming.remove(&self.path());
        self.is_done = true;
        Ok(self.folder.clone())
    }
}

/// Copies the owner and permissions of another file.
#[cfg(unix)]
fn keep_owner_and_mode(file: &File, like: &Existing, name: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let mine = file.metadata()?;
    let (user, group) = like.owner;
    let mut mode = like.mode & 0o7777;
    if (mine.uid(), mine.gid()) != like.owner && fchown(file, Some(user), Some(group)).is_err() {
        log::warn!("{}: cannot preserve the owner", name.display());
        // Permissions for the original group or owner must not apply to a different one.
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
            log::warn!("{}: temporary file not removed: {error}", path.display());
        }
        naming.remove(&path);
    }
}

impl Storage {
    /// Removes leftover drafts from a folder on the first write to it.
    pub(super) fn remove_stale_files(&self, folder: &Directory) {
        let mut cleared = self.cleared.lock().unwrap_or_else(PoisonError::into_inner);
        if !cleared.insert(folder.path().to_path_buf()) {
            return;
        }
        // A leftover that cannot be removed is harmless, so errors are ignored.
        if let Err(error) = self.clear(folder) {
            log::info!("{}: {error}", folder.path().display());
        }
    }

    fn clear(&self, folder: &Directory) -> io::Result<()> {
        self.ask(&Operation::List(folder.path()))?;
        for name in folder.names()? {
            if is_draft(&name.to_string_lossy()) && self.remove_leftover(folder, &name)? {
                let path = folder.path().join(name);
                log::warn!("{}: removed a stale temporary file", path.display());
            }
        }
        Ok(())
    }

    /// Removes a draft unless a process is writing it. Returns `true` if it was removed.
    fn remove_leftover(&self, folder: &Directory, name: &OsStr) -> io::Result<bool> {
        self.ask(&Operation::Open(&folder.path().join(name)))?;
        let file = folder.open(name)?;
        // The lock is held during removal, so that no other process starts writing it.
        if file.try_lock().is_err() {
            return Ok(false);
        }
        self.remove_in(folder, name).map(|()| true)
    }
}

/// The paths of drafts, each with its folder.
type Drafts = Mutex<Option<HashMap<PathBuf, Directory>>>;

/// The drafts that exist on the disk. The outer lock is held while one is created, renamed or removed.
static DRAFTS: RwLock<Drafts> = RwLock::new(Mutex::new(None));

/// Guard for creating, renaming and removing drafts.
pub(super) struct Naming(RwLockReadGuard<'static, Drafts>);

impl Naming {
    pub(super) fn begin() -> Naming {
        Naming(DRAFTS.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Registers a new draft.
    pub(super) fn add(&self, draft: &Path, folder: &Directory) {
        let mut drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.get_or_insert_default().insert(draft.to_path_buf(), folder.clone());
    }

    /// Unregisters a draft that was renamed or removed.
    pub(super) fn remove(&self, draft: &Path) {
        let mut drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.get_or_insert_default().remove(draft);
    }
}

/// Guard that prevents drafts from being created or renamed while it exists.
#[must_use]
pub struct Settled {
    _drafts: RwLockWriteGuard<'static, Drafts>,
}

/// Removes all drafts before the program exits. Each target file then has either its old or its new content.
pub fn remove_all() -> Settled {
    let mut drafts = DRAFTS.write().unwrap_or_else(PoisonError::into_inner);
    let unfinished = drafts.get_mut().unwrap_or_else(PoisonError::into_inner).take();
    for (draft, folder) in unfinished.into_iter().flatten() {
        // A draft that cannot be removed now is cleaned up by the next run.
        let _ = draft.file_name().map(|name| folder.remove(name));
    }
    Settled { _drafts: drafts }
}
