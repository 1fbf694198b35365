//! Files that hold a user's work: read with a limit, written whole or not at all, added to line by
//! line, locked.
//!
//! It does not know their content. Before each operation on the disk a [`DiskObserver`] is asked, where
//! there is one: a test lets the operation fail there. No setting of the program names one.
//!
//! ```text
//! replaceable  files that were not named by mistake
//! read      regular files, up to a limit
//! enclosure  files inside a folder, used through a handle of the folder
//! directory, existing  the folder of a draft, and the file that the draft replaces
//! draft     a file that has another name until it is whole on the disk
//! batch     many drafts that are forced onto the disk at once
//! unfinished  the drafts of this process, which an interrupt removes
//! leftover  drafts of processes that were killed
//! folder_lock  folders that one job has for itself
//! lines     a file to which lines are added, each whole or not at all; if need be for one process alone
//! map       files in memory that processes share
//! place     which names mean the same file
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `open` | opening files without waiting or following links; growth beyond `ulimit -f` |
//! | `observer` | injection of disk failures in tests |

mod batch;
mod directory;
mod draft;
mod enclosure;
mod folder_lock;
mod lines;
mod map;
mod observer;
mod open;
mod place;
mod read;
mod regular;
mod replaceable;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::{fs, io};

pub use batch::Batch;
pub use draft::{Draft, Settled, is_draft, settle};
pub use enclosure::{Enclosure, Location};
pub use folder_lock::{FolderLock, Sharing};
pub use lines::Lines;
pub use map::Mapped;
pub use observer::{DiskObserver, Operation};
pub use place::{ClaimedPaths, Identity, followed};
pub use regular::{NotRegular, is_not_regular, make_size_limits_errors};

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
    /// The folders in which nothing of other processes is left.
    cleared: Arc<Mutex<HashSet<PathBuf>>>,
}

impl Storage {
    /// A disk whose operations an observer is asked about, and may let fail.
    pub fn observed(observer: Arc<dyn DiskObserver>) -> Storage {
        Storage { observer: Some(observer), ..Storage::default() }
    }

    /// Makes a folder and those above it, where they are not there yet.
    ///
    /// # Errors
    /// Where that fails.
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

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
