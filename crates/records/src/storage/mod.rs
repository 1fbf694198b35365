//! File access for user data: bounded reads, atomic writes, line-by-line appending, and locks.
//!
//! This module does not interpret file content. An optional [`DiskObserver`] is called before each disk operation, so
//! that tests can simulate failures. No setting of the program installs one.
//!
//! | module | contents |
//! | --- | --- |
//! | `open`, `read`, `regular_file` | opens files without waiting or following links; reads regular files up to a size limit |
//! | `replaceable` | checks that an output file was not named by mistake |
//! | `enclosure` | files inside a folder, accessed through a handle of the folder |
//! | `atomic_file`, `directory` | files that become visible when they are complete; their folder; removal of stale and unfinished files |
//! | `batch` | syncs many files to the disk together |
//! | `folder_lock` | locks a folder for one job |
//! | `line_log` | appends lines to a file, each completely or not at all |
//! | `mmap` | files mapped into memory |
//! | `io_message` | messages of I/O errors without error numbers |
//! | `file_identity` | names that refer to the same file |
//! | `fault_injection` | disk failures for tests |

mod batch;
mod directory;
mod atomic_file;
mod enclosure;
mod folder_lock;
mod line_log;
mod mmap;
mod fault_injection;
mod open;
mod file_identity;
mod io_message;
mod read;
mod regular_file;
mod replaceable;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::{fs, io};

pub use atomic_file::{AtomicFile, Settled, is_draft, remove_all};
pub use batch::Batch;
pub use enclosure::{Enclosure, Location};
pub use fault_injection::{DiskObserver, Operation};
pub use file_identity::{ClaimedPaths, FileId, resolve_symlinks};
pub use folder_lock::{FolderLock, Sharing};
pub use io_message::io_message;
pub use line_log::LineLog;
pub use mmap::Mmap;
pub use regular_file::{NotRegularFile, is_not_regular, make_size_limits_errors};

/// Access to the disk. Clones share one observer of file operations.
///
/// ```
/// use tianyuan_records::storage::Storage;
///
/// # fn main() -> std::io::Result<()> {
/// let storage = Storage::default();
/// let folder = std::env::temp_dir().join(format!("tianyuan-doc-{}", std::process::id()));
/// storage.make_folder(&folder)?;
/// let file = folder.join("game.sgf");
/// storage.write(&file, b"(;GM[1])")?;
/// assert_eq!(storage.read(&file, 4)?, b"(;GM", "at most four bytes");
/// # std::fs::remove_dir_all(&folder)
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Storage {
    observer: Option<Arc<dyn DiskObserver>>,
    /// The folders from which leftovers of other processes have been removed.
    cleared: Arc<Mutex<HashSet<PathBuf>>>,
}

impl Storage {
    /// Creates a storage whose operations are reported to an observer, which may make them fail.
    pub fn observed(observer: Arc<dyn DiskObserver>) -> Storage {
        Storage { observer: Some(observer), ..Storage::default() }
    }

    /// Creates a folder and its missing parents.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be created.
    pub fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.ask(&Operation::MakeFolder(path))?;
        fs::create_dir_all(path)
    }

    /// Returns the first name in a folder for which `is_wanted` returns `true`.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub fn find_name(
        &self,
        path: &Path,
        is_wanted: impl Fn(&str) -> bool,
    ) -> io::Result<Option<String>> {
        self.ask(&Operation::List(path))?;
        for entry in fs::read_dir(path)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if is_wanted(&name) {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.ask(&Operation::Remove(path))?;
        fs::remove_file(path)
    }

    fn ask(&self, operation: &Operation<'_>) -> io::Result<()> {
        self.observer.as_ref().map_or(Ok(()), |observer| observer.before(operation))
    }
}

/// Returns the folder that contains a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
