//! Detection of different names for the same file.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{self, Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use super::folder_of;

/// The maximum number of consecutive symbolic links.
const MOST_LINKS: usize = 40;

/// Resolves the symbolic links of a path, whether or not the file exists.
///
/// # Errors
/// Returns an error if the links form a cycle or cannot be read.
pub fn resolve_symlinks(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&at).is_ok_and(|there| there.is_symlink()) {
            return Ok(at);
        }
        let target = fs::read_link(&at)?;
        at = folder_of(&at).join(target);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "circular symbolic links"))
}

/// Set of claimed files, each with the name used for the claim. Different names of a file are recognized: symbolic and
/// hard links, other paths to the same folder, and different case, since some file systems ignore it.
#[derive(Debug, Default)]
pub struct ClaimedPaths {
    by_name: HashMap<String, PathBuf>,
    by_number: HashMap<(u64, u64), PathBuf>,
    /// The canonical paths of folders, cached because many files share them.
    folders: RwLock<HashMap<PathBuf, PathBuf>>,
}

/// Identity of a file. All names of a file have the same identity.
#[derive(Debug, Clone)]
pub struct FileId {
    /// The canonical name in lowercase.
    name: String,
    /// The device and inode numbers, if the file exists.
    number: Option<(u64, u64)>,
}

impl ClaimedPaths {
    /// Claims a file. Returns the name of an earlier claim, if any.
    pub fn claim(&mut self, path: &Path) -> Option<PathBuf> {
        self.claim_identity(path, self.identity(path))
    }

    /// Claims a file with a known identity.
    pub fn claim_identity(&mut self, path: &Path, identity: FileId) -> Option<PathBuf> {
        if let Some(before) = self.find_identity(&identity) {
            return Some(before.into());
        }
        self.by_name.insert(identity.name, path.into());
        self.by_number.extend(identity.number.map(|number| (number, path.into())));
        None
    }

    /// Returns the name under which a file was claimed.
    pub fn find(&self, path: &Path) -> Option<&Path> {
        self.find_identity(&self.identity(path))
    }

    /// Returns the name under which a file with a known identity was claimed.
    pub fn find_identity(&self, identity: &FileId) -> Option<&Path> {
        let by_number = identity.number.and_then(|number| self.by_number.get(&number));
        self.by_name.get(&identity.name).or(by_number).map(PathBuf::as_path)
    }

    /// Returns the canonical name of a file, which need not exist, in lowercase.
    pub fn name(path: &Path) -> String {
        real(&resolve_symlinks(path).unwrap_or_else(|_| path.into()))
            .to_string_lossy()
            .to_lowercase()
    }

    /// Returns the identity of a file, which need not exist.
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

/// Canonicalizes the existing part of a path and appends the rest.
fn real(path: &Path) -> PathBuf {
    match (path.canonicalize(), path.file_name()) {
        (Ok(real), _) => real,
        (Err(_), Some(name)) => real(folder_of(path)).join(name),
        (Err(_), None) => path::absolute(path).unwrap_or_else(|_| path.into()),
    }
}

/// Returns the device and inode numbers.
#[cfg(unix)]
fn number(there: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    Some((there.dev(), there.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<(u64, u64)> {
    None
}
