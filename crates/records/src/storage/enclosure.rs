//! Folders that confine file access.
//!
//! On Unix an enclosure holds a handle of its folder, and files are opened relative to it. While a path is resolved,
//! no folder of it can be replaced by a link that leads out. On other systems files are opened by their paths.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
#[cfg(all(unix, feature = "system-files"))]
use std::sync::Arc;

#[cfg(all(unix, feature = "system-files"))]
use cap_std::{ambient_authority, fs::Dir};

#[cfg(all(unix, feature = "system-files"))]
use super::Operation;
use super::Storage;
use super::open::Links;
#[cfg(all(unix, feature = "system-files"))]
use super::open::open_in;

/// A folder that confines file access. Clones share its handle.
#[derive(Debug, Clone)]
pub struct Enclosure {
    path: PathBuf,
    #[cfg(all(unix, feature = "system-files"))]
    handle: Arc<Dir>,
}

/// The location of a file.
#[derive(Debug, Clone)]
pub enum Location {
    /// At a path.
    Anywhere(PathBuf),
    /// In an enclosure, at a path relative to it that has no `..`.
    Inside(Enclosure, PathBuf),
}

impl Enclosure {
    /// Opens a folder by its path without symbolic links.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be opened.
    pub fn open(path: PathBuf) -> io::Result<Enclosure> {
        Ok(Enclosure {
            #[cfg(all(unix, feature = "system-files"))]
            handle: Arc::new(Dir::open_ambient_dir(&path, ambient_authority())?),
            path,
        })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Two enclosures are equal if they were opened by the same path.
impl PartialEq for Enclosure {
    fn eq(&self, other: &Enclosure) -> bool {
        self.path == other.path
    }
}

impl Eq for Enclosure {}

impl Location {
    /// Returns the path of the file.
    pub fn path(&self) -> PathBuf {
        match self {
            Location::Anywhere(path) => path.clone(),
            Location::Inside(enclosure, path) => enclosure.path.join(path),
        }
    }

    /// Returns `true` if a folder, a pipe or a device exists there.
    pub fn is_not_regular(&self) -> bool {
        match self {
            #[cfg(all(unix, feature = "system-files"))]
            Location::Inside(enclosure, path) => {
                enclosure.handle.metadata(path).is_ok_and(|there| !there.is_file())
            }
            _ => fs::metadata(self.path()).is_ok_and(|there| !there.is_file()),
        }
    }
}

impl Storage {
    /// Reads a regular file as [`read`](Storage::read) does.
    ///
    /// Returns an error if the file cannot be read, is not regular, or a link leads out of its enclosure.
    pub fn read_at(&self, location: &Location, most: usize) -> io::Result<Vec<u8>> {
        let path = location.path();
        let file = match location {
            #[cfg(all(unix, feature = "system-files"))]
            Location::Inside(enclosure, inside) => {
                self.ask(&Operation::Open(&path))?;
                open_in(&enclosure.handle, inside, cap_std::fs::OpenOptions::new().read(true))?
            }
            _ => self.open(&path, File::options().read(true), Links::Followed)?,
        };
        self.read_open(&path, &file, most)
    }

    /// Writes a file as [`write`](Storage::write) does.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or a link leads out of its enclosure. An existing file is then
    /// unchanged.
    pub fn write_at(&self, location: &Location, bytes: &[u8]) -> io::Result<()> {
        match location {
            #[cfg(all(unix, feature = "system-files"))]
            Location::Inside(enclosure, inside) => self.write_inside(enclosure, inside, bytes),
            _ => self.write(&location.path(), bytes),
        }
    }

    #[cfg(all(unix, feature = "system-files"))]
    fn write_inside(&self, enclosure: &Enclosure, path: &Path, bytes: &[u8]) -> io::Result<()> {
        use std::io::Write;

        use super::directory::Directory;
        use super::folder_of;
        use super::regular_file::Existing;

        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let folder = folder_of(path);
        let handle = Arc::new(enclosure.handle.open_dir(folder)?);
        // A link at this path was already resolved; one created since then is replaced, not followed.
        let there = match handle.symlink_metadata(name) {
            Ok(there) if there.is_symlink() => None,
            Ok(there) => Some(Existing::of_held(&there)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let folder = Directory::Held(handle, enclosure.path.join(folder));
        let mut draft = self.begin_in(folder, name, there)?;
        draft.write_all(bytes)?;
        draft.finish()
    }
}
