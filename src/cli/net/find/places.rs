//! The folders in which other programs store their nets.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable with additional folders, separated like `PATH`.
pub(super) const VARIABLE: &str = "TIANYUAN_NETS";

/// A folder that is searched for nets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The folder, which may be missing.
    pub(super) folder: PathBuf,
    /// The number of levels of subfolders that are searched.
    pub(super) depth: usize,
}

/// Folders below the home folder, and the depth of the search. `*` matches the rest of a name.
const HOME: &[(&str, usize)] = &[
    (".katrain", 2),
    (".katago", 2),
    ("katago", 2),
    ("KataGo", 2),
    (".local/share/katago", 2),
    ("lizzieyzy*/weights", 1),
    ("LizzieYzy*/weights", 1),
    (".local/lib/python3*/site-packages/katrain", 1),
    (".local/share/pipx/venvs/katrain/lib/python3*/site-packages/katrain", 1),
    (".local/pipx/venvs/katrain/lib/python3*/site-packages/katrain", 1),
    (".local/share/uv/tools/katrain/lib/python3*/site-packages/katrain", 1),
    ("Library/Python/3*/lib/python/site-packages/katrain", 1),
    ("Downloads", 2),
];

/// Folders of the system.
const SYSTEM: &[(&str, usize)] = &[
    ("/usr/share/katago", 2),
    ("/usr/local/share/katago", 2),
    ("/opt/homebrew/share/katago", 2),
    ("/usr/lib/python3*/site-packages/katrain", 1),
    ("/usr/lib/python3/dist-packages/katrain", 1),
    ("/usr/local/lib/python3*/site-packages/katrain", 1),
    ("/usr/local/lib/python3*/dist-packages/katrain", 1),
    ("/opt/homebrew/lib/python3*/site-packages/katrain", 1),
];

/// Folders below the folders that environment variables name.
const VARIABLES: &[(&str, &[(&str, usize)])] = &[
    ("VIRTUAL_ENV", PYTHON),
    ("CONDA_PREFIX", PYTHON),
    ("XDG_DATA_HOME", &[("katago", 2)]),
    (
        "LOCALAPPDATA",
        &[
            ("katago", 2),
            ("lizzieyzy*/weights", 1),
            ("LizzieYzy*/weights", 1),
            ("Programs/Python/Python3*/Lib/site-packages/katrain", 1),
        ],
    ),
    ("APPDATA", &[("Python/Python3*/site-packages/katrain", 1)]),
];

/// Folders of a Python environment.
const PYTHON: &[(&str, usize)] =
    &[("lib/python3*/site-packages/katrain", 1), ("Lib/site-packages/katrain", 1)];

/// Returns the folders to search: those in the environment variable first, then the current folder, then the folders
/// of other programs.
pub(super) fn places() -> Vec<Place> {
    let current = env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    places_of(&|name| env::var_os(name), env::home_dir().as_deref(), &current, Path::new("/"))
}

/// Returns the folders to search for the given environment variables, home folder, current folder and root.
pub(super) fn places_of(
    variable: &dyn Fn(&str) -> Option<OsString>,
    home: Option<&Path>,
    current: &Path,
    root: &Path,
) -> Vec<Place> {
    let given = variable(VARIABLE).unwrap_or_default();
    let given = env::split_paths(&given).filter(|folder| !folder.as_os_str().is_empty());
    let mut places: Vec<Place> = given.map(|folder| Place { folder, depth: 3 }).collect();
    places.push(Place { folder: current.to_owned(), depth: 1 });
    let mut add = |base: &Path, patterns: &[(&str, usize)]| {
        for &(pattern, depth) in patterns {
            let folders = matches(base, pattern.trim_start_matches('/'));
            places.extend(folders.into_iter().map(|folder| Place { folder, depth }));
        }
    };
    home.into_iter().for_each(|home| add(home, HOME));
    for (name, patterns) in VARIABLES {
        let base = variable(name).filter(|base| !base.is_empty()).map(PathBuf::from);
        base.into_iter().for_each(|base| add(&base, patterns));
    }
    add(root, SYSTEM);
    // Variables and file systems that ignore case can name a folder twice.
    let mut seen = Vec::new();
    places.retain(|place| {
        let real = fs::canonicalize(&place.folder).unwrap_or_else(|_| place.folder.clone());
        let is_new = !seen.contains(&real);
        seen.push(real);
        is_new
    });
    places
}

/// Returns the folders below `base` that match a pattern. A name without `*` need not exist.
fn matches(base: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![base.to_owned()];
    for name in pattern.split('/') {
        found = match name.strip_suffix('*') {
            None => found.into_iter().map(|folder| folder.join(name)).collect(),
            Some(start) => found.iter().flat_map(|folder| starting_with(folder, start)).collect(),
        };
    }
    found
}

/// Returns the entries of a folder whose names start with `start`, sorted.
fn starting_with(folder: &Path, start: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name());
    let names = names.filter(|name| name.to_string_lossy().starts_with(start));
    let mut found: Vec<PathBuf> = names.map(|name| folder.join(name)).collect();
    found.sort();
    found
}
