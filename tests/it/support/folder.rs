//! Folders for the files of a test, each below `target/tmp`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder of this name, which may name several levels (`review/forms`). No two tests may use the
/// same name: they run at the same time.
pub fn empty_folder(name: impl AsRef<Path>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The files of a folder by name, each with its bytes; folders inside it are left out.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).expect("readable"))
    };
    entries.filter(|entry| entry.path().is_file()).map(file).collect()
}
