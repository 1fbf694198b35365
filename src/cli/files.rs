//! The options that say which files commands may use.

use std::io;
use std::path::Path;

use crate::protocol::{Files, Folder};

/// The files that commands may use: those in a folder, none, or all.
pub(super) fn files(folder: Option<&Folder>, are_forbidden: bool) -> Files {
    match (folder, are_forbidden) {
        (Some(folder), _) => Files::Inside(folder.clone()),
        (None, true) => Files::None,
        (None, false) => Files::All,
    }
}

/// Opens the folder of an option.
pub(super) fn folder(text: &str) -> io::Result<Folder> {
    Folder::open(Path::new(text))
}
