//! Confinement of file access by commands: all files, one folder, or none.
//!
//! The user sets it at startup, and no command can change it. A name is resolved before the file is opened. First
//! `..` is resolved without disk access, so that clients learn nothing about files outside. Then symbolic links are
//! resolved.
//!
//! The storage opens the file relative to a handle of the folder, so links that another program creates in the
//! meantime cannot lead out. This module does not interpret file contents.

use std::io;
use std::path::{self, Component, Path, PathBuf};

use crate::records::storage::{Enclosure, Location, io_message};

/// The files that commands of a protocol may read and write.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Files {
    /// All files that the user may access, since the client acts for the user.
    #[default]
    All,
    /// The files in a folder and its subfolders. Relative names are resolved against it.
    Inside(Folder),
    /// No files.
    None,
}

/// An existing folder to which commands are confined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// The absolute path as specified by the user, without `.` and `..`.
    named: PathBuf,
    /// The folder by its absolute path without symbolic links.
    real: Enclosure,
}

/// The reason why a command may not use a file.
#[derive(Debug, thiserror::Error)]
pub enum Forbidden {
    /// No files are accessible.
    #[error("file access is disabled")]
    NoFiles,
    /// The file is outside the folder, or a symbolic link leads out of it.
    #[error("outside of the folder that commands may access")]
    Outside,
    /// The file, or the folder of a file to be written, does not exist.
    #[error("cannot be accessed: {}", io_message(.0))]
    Unreachable(io::Error),
}

impl Folder {
    /// Opens a folder by its name relative to the working directory.
    ///
    /// # Errors
    /// Returns an error if the folder does not exist or is not a folder.
    pub fn open(name: &Path) -> io::Result<Folder> {
        let real = name.canonicalize()?;
        if !real.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let named = without_dots(&path::absolute(name)?);
        Ok(Folder { named, real: Enclosure::open(real)? })
    }

    /// Returns the path of a name in the folder before links are resolved. Returns `None` if it leads out.
    fn inside(&self, name: &Path) -> Option<PathBuf> {
        let real = self.real.path();
        let path = without_dots(&real.join(name));
        if path.starts_with(real) {
            return Some(path);
        }
        // An absolute name that begins with the folder as specified by the user.
        path.strip_prefix(&self.named).ok().map(|inside| real.join(inside))
    }

    /// Resolves the links of a path in the folder.
    fn real(&self, path: &Path) -> Result<PathBuf, Forbidden> {
        let real = path.canonicalize().map_err(Forbidden::Unreachable)?;
        if real.starts_with(self.real.path()) { Ok(real) } else { Err(Forbidden::Outside) }
    }

    /// Returns the location of a path in the folder.
    fn location(&self, real: &Path) -> Result<Location, Forbidden> {
        let inside = real.strip_prefix(self.real.path()).map_err(|_| Forbidden::Outside)?;
        Ok(Location::Inside(self.real.clone(), inside.into()))
    }
}

/// Returns an absolute path without `.` and `..`, without disk access.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => _ = plain.pop(),
            other => plain.push(other),
        }
    }
    plain
}

impl Files {
    /// Returns the location of a file for reading.
    ///
    /// # Errors
    /// Returns an error if commands may not use the file, or it does not exist.
    pub fn to_read(&self, name: &Path) -> Result<Location, Forbidden> {
        let Some((folder, path)) = self.within(name)? else {
            return Ok(Location::Anywhere(name.into()));
        };
        folder.location(&folder.real(&path)?)
    }

    /// Returns the location of a file for writing. The file need not exist.
    ///
    /// # Errors
    /// Returns an error if commands may not use the file, or its folder does not exist.
    pub fn to_write(&self, name: &Path) -> Result<Location, Forbidden> {
        let Some((folder, path)) = self.within(name)? else {
            return Ok(Location::Anywhere(name.into()));
        };
        let (Some(above), Some(file)) = (path.parent(), path.file_name()) else {
            return Err(Forbidden::Outside);
        };
        let file = folder.real(above)?.join(file);
        // A link may lead out of the folder even if its target does not exist yet.
        let is_link = file.symlink_metadata().is_ok_and(|there| there.is_symlink());
        folder.location(&if is_link { folder.real(&file)? } else { file })
    }

    /// Returns the folder of the confinement and the path of a name in it. Returns `None` if all files are
    /// accessible.
    fn within(&self, name: &Path) -> Result<Option<(&Folder, PathBuf)>, Forbidden> {
        match self {
            Files::All => Ok(None),
            Files::None => Err(Forbidden::NoFiles),
            Files::Inside(folder) => {
                let path = folder.inside(name).ok_or(Forbidden::Outside)?;
                Ok(Some((folder, path)))
            }
        }
    }
}
