//! Folders for the files of a test, each below `target/tmp`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns an empty folder of this name, which may have several levels (`review/forms`). Names must be unique among
/// the tests, which run in parallel.
pub fn empty_folder(name: impl AsRef<Path>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Returns the files of a folder by name with their bytes, without nested folders.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).expect("readable"))
    };
    entries.filter(|entry| entry.path().is_file()).map(file).collect()
}
