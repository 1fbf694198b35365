//! Which names mean the same file.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};

use super::folder_of;

/// How many links may lead from one to the next.
const MOST_LINKS: usize = 40;

/// The path to which a name leads by symbolic links, whether or not a file is there.
///
/// # Errors
/// Where links lead in a circle or cannot be read.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&at).is_ok_and(|there| there.is_symlink()) {
            return Ok(at);
        }
        let target = fs::read_link(&at)?;
        at = folder_of(&at).join(target);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "its links lead in a circle"))
}

/// Files that are spoken for, each by the name that it has there. Two names of one file count as one: links
/// of both kinds, other ways to the same folder, and, since some disks do not tell them apart, capitals.
#[derive(Debug, Default)]
pub struct Claims {
    by_name: HashMap<String, PathBuf>,
    by_number: HashMap<(u64, u64), PathBuf>,
}

impl Claims {
    /// Claims a file. Returns the name by which it was claimed before, if it was.
    pub fn claim(&mut self, path: &Path) -> Option<PathBuf> {
        let before = self.find(path).map(Path::to_path_buf);
        if before.is_none() {
            self.by_name.insert(name(path), path.into());
            self.by_number.extend(number(path).map(|number| (number, path.into())));
        }
        before
    }

    /// The name by which a file was claimed.
    pub fn find(&self, path: &Path) -> Option<&Path> {
        let by_number = || self.by_number.get(&number(path)?);
        self.by_name.get(&name(path)).or_else(by_number).map(PathBuf::as_path)
    }
}

/// The real name of a file that need not be there, in small letters.
fn name(path: &Path) -> String {
    let target = followed(path).unwrap_or_else(|_| path.into());
    real(&target).to_string_lossy().to_lowercase()
}

/// The real name of as much of a path as is there, and the rest.
fn real(path: &Path) -> PathBuf {
    match (path.canonicalize(), path.file_name()) {
        (Ok(real), _) => real,
        (Err(_), Some(name)) => real(folder_of(path)).join(name),
        (Err(_), None) => path::absolute(path).unwrap_or_else(|_| path.into()),
    }
}

/// The numbers of the disk and of the file on it.
#[cfg(unix)]
fn number(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    let there = fs::metadata(path).ok()?;
    Some((there.dev(), there.ino()))
}

#[cfg(not(unix))]
fn number(_: &Path) -> Option<(u64, u64)> {
    None
}
