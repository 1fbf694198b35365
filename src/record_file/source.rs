//! Sources of records: files, folders and standard input.

use std::fs::DirEntry;
use std::io;
use std::path::{Path, PathBuf};

use crate::job_error::JobError;
use crate::records::format::Format;
use crate::records::storage::{Storage, io_message};
use crate::stdio::Blocking;

use super::file::{format_named, format_of, read, read_from};

/// The reason why a source has no records.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file or folder cannot be read.
    #[error("{0}: {error}", error = io_message(.1))]
    Unreadable(String, io::Error),
    /// Neither the name nor the content is that of a game record.
    #[error("{0}: not a game record (neither wei7 nor SGF)")]
    NoRecord(String),
}

impl From<SourceError> for JobError {
    fn from(error: SourceError) -> JobError {
        match error {
            SourceError::Unreadable(subject, error) => JobError::Io { subject, error },
            error @ SourceError::NoRecord(_) => JobError::Input(error.to_string()),
        }
    }
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path as the user wrote it.
    pub name: String,
    /// The content, or its start if it is longer than any reader accepts.
    pub bytes: Vec<u8>,
    /// The format, by name and content.
    pub format: Format,
}

impl Source {
    /// Reads a file, or standard input if the path is `-`.
    ///
    /// # Errors
    /// Returns [`SourceError`] if it cannot be read, or is not a game record.
    pub fn read(storage: &Storage, path: &Path) -> Result<Source, SourceError> {
        let is_input = path == Path::new("-");
        let name = path.display().to_string();
        let bytes = match is_input {
            true => read_from(Blocking::new(io::stdin())),
            false => read(storage, path),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => return Err(SourceError::Unreadable(name, error)),
        };
        match format_of(path, &bytes) {
            Some(format) => Ok(Source { name, bytes, format }),
            None => Err(SourceError::NoRecord(name)),
        }
    }
}

/// A file that was specified, or found in a specified folder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Input {
    /// The path, or `-` for standard input.
    pub path: PathBuf,
    /// The folder of the file relative to the specified folder; empty for files directly in it and for specified
    /// files.
    pub under: PathBuf,
}

/// Replaces each folder by the game records in it and its subfolders, sorted. Links to folders are not followed.
///
/// # Errors
/// Returns [`SourceError::Unreadable`] if a folder cannot be read.
pub fn expand_folders(paths: &[PathBuf]) -> Result<Vec<Input>, SourceError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            open(path, Path::new(""), &mut files)?;
        } else {
            files.push(Input { path: path.clone(), under: PathBuf::new() });
        }
    }
    Ok(files)
}

fn open(folder: &Path, under: &Path, files: &mut Vec<Input>) -> Result<(), SourceError> {
    let cannot = |error| SourceError::Unreadable(folder.display().to_string(), error);
    let mut entries = Vec::new();
    for entry in folder.read_dir().map_err(cannot)? {
        entries.push(entry.map_err(cannot)?);
    }
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type().map_err(cannot)?;
        if kind.is_dir() {
            open(&path, &under.join(entry.file_name()), files)?;
        } else if format_named(&path).is_some() && (kind.is_file() || path.is_file()) {
            files.push(Input { path, under: under.to_path_buf() });
        }
    }
    Ok(())
}
