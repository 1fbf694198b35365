//! Files that hold a user's work: read with a limit, written whole or not at all, added to line by
//! line, locked.
//!
//! It does not know their content. Before each operation on the disk an [`Observer`] is asked, where
//! there is one: a test lets the operation fail there. No setting of the program names one.
//!
//! ```text
//! read      regular files, up to a limit
//! draft     a file that has another name until it is whole on the disk
//! batch     many drafts that are forced onto the disk at once
//! unfinished  the drafts of this process, which an interrupt removes
//! leftover  drafts of processes that were killed
//! lines     a file to which lines are added, each whole or not at all; if need be for one process alone
//! map       files in memory that processes share
//! place     which names mean the same file
//! ```

mod batch;
mod draft;
mod leftover;
mod lines;
mod map;
mod observer;
mod open;
mod place;
mod read;
mod regular;
mod size_limit;
mod unfinished;

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

pub use batch::Batch;
pub use draft::Draft;
pub use lines::Lines;
pub use map::Mapped;
pub use observer::{Observer, Operation};
pub use place::{Claims, Identity, followed};
pub use regular::{NotRegular, is_not_regular};
pub use size_limit::make_size_limits_errors;
pub use unfinished::{Settled, settle};

/// Access to the disk. Clones share one observer of file operations.
///
/// ```
/// use tianyuan::storage::Storage;
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
    observer: Option<Arc<dyn Observer>>,
    /// The folders in which nothing of other processes is left.
    cleared: Arc<Mutex<HashSet<PathBuf>>>,
}

impl Storage {
    /// A disk whose operations an observer is asked about, and may let fail.
    pub fn observed(observer: Arc<dyn Observer>) -> Storage {
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

    /// Whether a folder has nothing in it.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn is_empty_folder(&self, path: &Path) -> io::Result<bool> {
        self.ask(&Operation::List(path))?;
        Ok(fs::read_dir(path)?.next().transpose()?.is_none())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.ask(&Operation::Remove(path))?;
        fs::remove_file(path)
    }

    /// Forces the names in a folder onto the disk, where the system can do that.
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        if !cfg!(unix) {
            return Ok(());
        }
        self.ask(&Operation::Sync(folder))?;
        match fs::File::open(folder).and_then(|folder| folder.sync_all()) {
            // Some file systems do not know this for folders.
            Err(error) if is_unknown(&error) => Ok(()),
            synced => synced,
        }
    }

    fn ask(&self, operation: &Operation<'_>) -> io::Result<()> {
        self.observer.as_ref().map_or(Ok(()), |observer| observer.before(operation))
    }
}

/// Whether an operation failed since the file system does not have it.
fn is_unknown(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
