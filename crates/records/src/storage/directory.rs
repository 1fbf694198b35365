//! Folder of a draft, by path or by a handle that remains valid if the path changes.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
#[cfg(all(unix, feature = "system-files"))]
use std::sync::Arc;

#[cfg(all(unix, feature = "system-files"))]
use cap_std::fs::Dir;

#[cfg(all(unix, feature = "system-files"))]
use super::open::open_in;
use super::open::{Links, open_at_once};
use super::regular_file::Existing;
use super::{Operation, Storage};

/// A folder in which files are created, renamed and removed by name.
#[derive(Debug, Clone)]
pub(super) enum Directory {
    /// By its path.
    Named(PathBuf),
    /// By handle; the path is used only in messages.
    #[cfg(all(unix, feature = "system-files"))]
    Held(Arc<Dir>, PathBuf),
}

impl Directory {
    /// Returns its path.
    pub(super) fn path(&self) -> &Path {
        match self {
            Directory::Named(path) => path,
            #[cfg(all(unix, feature = "system-files"))]
            Directory::Held(_, path) => path,
        }
    }

    /// Creates a file that only its owner may access, unless `like` permits more.
    pub(super) fn create(&self, name: &OsStr, like: Option<&Existing>) -> io::Result<File> {
        match self {
            Directory::Named(path) => {
                let mut options = File::options();
                options.write(true).create_new(true);
                #[cfg(unix)]
                if let Some(like) = like {
                    std::os::unix::fs::OpenOptionsExt::mode(&mut options, like.draft_mode());
                }
                #[cfg(not(unix))]
                let _ = like;
                options.open(path.join(name))
            }
            #[cfg(all(unix, feature = "system-files"))]
            Directory::Held(handle, _) => {
                use cap_std::fs::{OpenOptions, OpenOptionsExt};
                let mut options = OpenOptions::new();
                options.write(true).create_new(true);
                if let Some(like) = like {
                    options.mode(like.draft_mode());
                }
                Ok(handle.open_with(name, &options)?.into_std())
            }
        }
    }

    /// Opens a regular file for reading and writing.
    pub(super) fn open(&self, name: &OsStr) -> io::Result<File> {
        match self {
            Directory::Named(path) => {
                let mut options = File::options();
                open_at_once(&path.join(name), options.read(true).write(true), Links::Refused)
            }
            #[cfg(all(unix, feature = "system-files"))]
            Directory::Held(handle, _) => {
                let mut options = cap_std::fs::OpenOptions::new();
                open_in(handle, Path::new(name), options.read(true).write(true))
            }
        }
    }

    /// Renames a file, replacing an existing file with that name.
    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        match self {
            Directory::Named(path) => fs::rename(path.join(from), path.join(to)),
            #[cfg(all(unix, feature = "system-files"))]
            Directory::Held(handle, _) => handle.rename(from, handle, to),
        }
    }

    /// Removes a file.
    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        match self {
            Directory::Named(path) => fs::remove_file(path.join(name)),
            #[cfg(all(unix, feature = "system-files"))]
            Directory::Held(handle, _) => handle.remove_file(name),
        }
    }

    /// Returns the names in the folder.
    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        match self {
            Directory::Named(path) => {
                fs::read_dir(path)?.map(|entry| Ok(entry?.file_name())).collect()
            }
            #[cfg(all(unix, feature = "system-files"))]
            Directory::Held(handle, _) => {
                handle.entries()?.map(|entry| Ok(entry?.file_name())).collect()
            }
        }
    }

    /// Syncs the folder to the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        match self {
            Directory::Named(path) => File::open(path)?.sync_all(),
            #[cfg(all(unix, feature = "system-files"))]
            Directory::Held(handle, _) => handle.open(".")?.into_std().sync_all(),
        }
    }
}

impl Storage {
    /// Removes a file from a folder.
    pub(super) fn remove_in(&self, folder: &Directory, name: &OsStr) -> io::Result<()> {
        self.ask(&Operation::Remove(&folder.path().join(name)))?;
        folder.remove(name)
    }

    /// Syncs a folder to the disk, if the system supports it.
    pub(super) fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.sync_directory(&Directory::Named(folder.into()))
    }

    pub(super) fn sync_directory(&self, folder: &Directory) -> io::Result<()> {
        if !cfg!(unix) {
            return Ok(());
        }
        self.ask(&Operation::Sync(folder.path()))?;
        match folder.sync() {
            // Some file systems do not support this for folders.
            Err(error) if is_unknown(&error) => Ok(()),
            synced => synced,
        }
    }
}

/// Returns `true` if an operation failed because the file system does not support it.
fn is_unknown(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
}
