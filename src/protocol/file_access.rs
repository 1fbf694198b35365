//! File confinement: which files commands may use. Any, those in one folder, or none.
//!
//! It does not know what is in them. The user decides at the start; no command can change it. A name is
//! resolved before it is opened: first its `..`, without the disk, so that no client learns what is
//! outside; then its symbolic links. The storage opens it through a handle of the folder, so that a link
//! that another program puts there meanwhile does not lead out.

use std::io;
use std::path::{self, Component, Path, PathBuf};

use crate::records::storage::{Enclosure, Location};

/// The files that commands of a protocol may read and write.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Files {
    /// All files that the user of the program may use: the client is the user too.
    #[default]
    All,
    /// The files in a folder and below. Relative names begin there.
    Inside(Folder),
    /// No files.
    None,
}

/// A folder that exists, to which commands are confined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// Its absolute path as the user wrote it, without `.` and `..`.
    named: PathBuf,
    /// The folder by its absolute path without symbolic links.
    real: Enclosure,
}

/// The reason why a command may not use a file.
#[derive(Debug, thiserror::Error)]
pub enum Forbidden {
    /// Commands may use no files at all.
    #[error("commands may touch no files")]
    NoFiles,
    /// The file is outside of the folder, or a symbolic link leads out of it.
    #[error("it is outside of the folder that commands may use")]
    Outside,
    /// The file, or the folder of a file to be written, cannot be found.
    #[error("it cannot be reached: {}", .0.kind())]
    Unreachable(io::Error),
}

impl Folder {
    /// The folder of a name, relative to the working directory.
    ///
    /// # Errors
    /// Where the folder does not exist, or the name belongs to something else.
    pub fn open(name: &Path) -> io::Result<Folder> {
        let real = name.canonicalize()?;
        if !real.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let named = without_dots(&path::absolute(name)?);
        Ok(Folder { named, real: Enclosure::open(real)? })
    }

    /// The path of a name in the folder, before links are resolved; `None` where it leads out.
    fn inside(&self, name: &Path) -> Option<PathBuf> {
        let real = self.real.path();
        let path = without_dots(&real.join(name));
        if path.starts_with(real) {
            return Some(path);
        }
        // An absolute name that begins with the folder as the user wrote it.
        path.strip_prefix(&self.named).ok().map(|inside| real.join(inside))
    }

    /// A path in the folder with its links resolved.
    fn real(&self, path: &Path) -> Result<PathBuf, Forbidden> {
        let real = path.canonicalize().map_err(Forbidden::Unreachable)?;
        if real.starts_with(self.real.path()) { Ok(real) } else { Err(Forbidden::Outside) }
    }

    /// The location of a path in the folder.
    fn location(&self, real: &Path) -> Result<Location, Forbidden> {
        let inside = real.strip_prefix(self.real.path()).map_err(|_| Forbidden::Outside)?;
        Ok(Location::Inside(self.real.clone(), inside.into()))
    }
}

/// An absolute path without `.` and `..`, by its text alone: the disk is not asked.
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
    /// The location of a file of this name for reading.
    ///
    /// # Errors
    /// Where commands may not use the file, or it does not exist.
    pub fn to_read(&self, name: &Path) -> Result<Location, Forbidden> {
        let Some((folder, path)) = self.within(name)? else {
            return Ok(Location::Anywhere(name.into()));
        };
        folder.location(&folder.real(&path)?)
    }

    /// The location of a file of this name for writing. The file need not exist.
    ///
    /// # Errors
    /// Where commands may not use the file, or its folder does not exist.
    pub fn to_write(&self, name: &Path) -> Result<Location, Forbidden> {
        let Some((folder, path)) = self.within(name)? else {
            return Ok(Location::Anywhere(name.into()));
        };
        let (Some(above), Some(file)) = (path.parent(), path.file_name()) else {
            return Err(Forbidden::Outside);
        };
        let file = folder.real(above)?.join(file);
        // A link may lead out of the folder even where its target does not exist yet.
        let is_link = file.symlink_metadata().is_ok_and(|there| there.is_symlink());
        folder.location(&if is_link { folder.real(&file)? } else { file })
    }

    /// The folder of the confinement, if there is one, and the path of a name in it.
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
