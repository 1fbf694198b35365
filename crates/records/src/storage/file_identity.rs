//! Which names mean the same file.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{self, Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use super::folder_of;

/// How many links may lead from one to the next.
const MOST_LINKS: usize = 40;

/// The path to which a name leads by symbolic links, whether or not a file is there.
///
/// # Errors
/// Where links lead in a circle or cannot be read.
pub fn resolve_symlinks(path: &Path) -> io::Result<PathBuf> {
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
pub struct ClaimedPaths {
    by_name: HashMap<String, PathBuf>,
    by_number: HashMap<(u64, u64), PathBuf>,
    /// The real names of folders, which many files share.
    folders: RwLock<HashMap<PathBuf, PathBuf>>,
}

/// Which file a name means. Two names of one file have the same.
#[derive(Debug, Clone)]
pub struct FileId {
    /// The real name in small letters.
    name: String,
    /// The numbers of the disk and of the file on it, if the file is there.
    number: Option<(u64, u64)>,
}

impl ClaimedPaths {
    /// Claims a file. Returns the name by which it was claimed before, if it was.
    pub fn claim(&mut self, path: &Path) -> Option<PathBuf> {
        self.claim_identity(path, self.identity(path))
    }

    /// Claims a file whose identity is known.
    pub fn claim_identity(&mut self, path: &Path, identity: FileId) -> Option<PathBuf> {
        if let Some(before) = self.find_identity(&identity) {
            return Some(before.into());
        }
        self.by_name.insert(identity.name, path.into());
        self.by_number.extend(identity.number.map(|number| (number, path.into())));
        None
    }

    /// The name by which a file was claimed.
    pub fn find(&self, path: &Path) -> Option<&Path> {
        self.find_identity(&self.identity(path))
    }

    /// The name by which a file was claimed whose identity is known.
    pub fn find_identity(&self, identity: &FileId) -> Option<&Path> {
        let by_number = identity.number.and_then(|number| self.by_number.get(&number));
        self.by_name.get(&identity.name).or(by_number).map(PathBuf::as_path)
    }

    /// The real name of a file that need not be there, in small letters.
    pub fn name(path: &Path) -> String {
        real(&resolve_symlinks(path).unwrap_or_else(|_| path.into()))
            .to_string_lossy()
            .to_lowercase()
    }

    /// Which file a name means. It need not be there.
    pub fn identity(&self, path: &Path) -> FileId {
        let there = fs::symlink_metadata(path).ok();
        let is_link = there.as_ref().is_some_and(Metadata::is_symlink);
        let (target, there) = match is_link {
            true => (resolve_symlinks(path).ok(), fs::metadata(path).ok()),
            false => (None, there),
        };
        let target = target.as_deref().unwrap_or(path);
        let real = match target.file_name() {
            Some(name) => self.real_folder(folder_of(target)).join(name),
            None => real(target),
        };
        let name = real.to_string_lossy().to_lowercase();
        FileId { name, number: there.as_ref().and_then(number) }
    }

    fn real_folder(&self, folder: &Path) -> PathBuf {
        let known =
            self.folders.read().unwrap_or_else(PoisonError::into_inner).get(folder).cloned();
        known.unwrap_or_else(|| {
            let real = real(folder);
            let mut folders = self.folders.write().unwrap_or_else(PoisonError::into_inner);
            folders.insert(folder.into(), real.clone());
            real
        })
    }
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
fn number(there: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    Some((there.dev(), there.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<(u64, u64)> {
    None
}
