//! Which files commands may touch: any, those in one folder, or none.
//!
//! It does not know what is in them. The user says it once, at the start; no command can change it.
//! A name is resolved before it is opened: its `..` without asking the disk, so that nobody learns
//! what is outside, then its symbolic links.

use std::io;
use std::path::{self, Component, Path, PathBuf};

/// The files that commands of a protocol may read and write.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Files {
    /// Whatever the user may: who writes the commands has started the program.
    #[default]
    All,
    /// Those in a folder and below, where relative names begin.
    Inside(Folder),
    /// None.
    None,
}

/// A folder that there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// By the name that the user knows it by, from the root of the disk on.
    named: PathBuf,
    /// By its real name.
    real: PathBuf,
}

/// Why a file is left alone.
#[derive(Debug, thiserror::Error)]
pub enum Forbidden {
    /// No command may touch any.
    #[error("commands may touch no files")]
    NoFiles,
    /// It is not in the folder, or a link leads out of it.
    #[error("it is outside of the folder that commands may use")]
    Outside,
    /// The folder that it would be in cannot be reached.
    #[error("it cannot be reached: {}", .0.kind())]
    Unreachable(io::Error),
}

impl Folder {
    /// The folder of a name.
    ///
    /// # Errors
    /// Where there is none.
    pub fn open(name: &Path) -> io::Result<Folder> {
        let real = name.canonicalize()?;
        if !real.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Folder { named: without_dots(&path::absolute(name)?), real })
    }

    /// Where a name leads but for links; nowhere where it climbs out.
    fn place(&self, name: &Path) -> Option<PathBuf> {
        let place = without_dots(&self.real.join(name));
        if place.starts_with(&self.real) {
            return Some(place);
        }
        place.strip_prefix(&self.named).ok().map(|inside| self.real.join(inside))
    }

    /// Where a place in it really is.
    fn real(&self, place: &Path) -> Result<PathBuf, Forbidden> {
        let real = place.canonicalize().map_err(Forbidden::Unreachable)?;
        if real.starts_with(&self.real) { Ok(real) } else { Err(Forbidden::Outside) }
    }
}

/// A path from the root on without `.` and `..`, by its text alone.
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
    /// The real place of a file that is to be read.
    ///
    /// # Errors
    /// Where it is out of bounds or not there.
    pub fn to_read(&self, name: &Path) -> Result<PathBuf, Forbidden> {
        let Some((folder, place)) = self.within(name)? else { return Ok(name.into()) };
        folder.real(&place)
    }

    /// The real place of a file that is to be written, which need not be there.
    ///
    /// # Errors
    /// Where it is out of bounds, or its folder is not there.
    pub fn to_write(&self, name: &Path) -> Result<PathBuf, Forbidden> {
        let Some((folder, place)) = self.within(name)? else { return Ok(name.into()) };
        let (Some(above), Some(file)) = (place.parent(), place.file_name()) else {
            return Err(Forbidden::Outside);
        };
        let file = folder.real(above)?.join(file);
        let is_link = file.symlink_metadata().is_ok_and(|there| there.is_symlink());
        if is_link { folder.real(&file) } else { Ok(file) }
    }

    /// The folder that bounds, if one does, and where the name leads in it.
    fn within(&self, name: &Path) -> Result<Option<(&Folder, PathBuf)>, Forbidden> {
        match self {
            Files::All => Ok(None),
            Files::None => Err(Forbidden::NoFiles),
            Files::Inside(folder) => {
                let place = folder.place(name).ok_or(Forbidden::Outside)?;
                Ok(Some((folder, place)))
            }
        }
    }
}
