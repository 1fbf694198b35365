//! The output folder: its finished chunks, and the origin of their contents.
//!
//! A chunk is a pair of files, `19x19-00000.rec` and `.tch` or `.inp`. Each is written atomically, the `.rec` file
//! last: if it exists, the chunk is complete. A line of JSON in `label.jsonl` lists everything that the contents
//! depend on. A lock file prevents concurrent use.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::go::BoardSize;
use crate::job_error::JobError;
use crate::records::storage::{LineLog, Storage};
use crate::training::sample;

use super::plan::Chunk;
use super::row_kind::RowKind;

/// The file that describes the origin.
const NAME: &str = "label.jsonl";

/// The origin of the contents by name, in order of dependence.
pub(super) type Origin = Vec<(&'static str, Value)>;

/// An output folder, locked until drop.
#[derive(Debug)]
pub(super) struct Folder {
    storage: Storage,
    path: PathBuf,
    rows: RowKind,
    _locked: LineLog,
}

impl Folder {
    /// Opens or creates a folder for rows of an origin.
    ///
    /// # Errors
    /// Returns [`JobError`] if the folder is not writable, is locked by another process, or has contents of another
    /// origin.
    pub(super) fn open(
        storage: &Storage,
        path: &Path,
        rows: RowKind,
        origin: &Origin,
    ) -> Result<Folder, JobError> {
        storage.make_folder(path).map_err(JobError::file(path))?;
        let file = path.join(NAME);
        let fails = JobError::file(&file);
        let mut locked = storage.open_exclusive(&file).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock => JobError::Usage(format!(
                "{}: another process is labelling in this folder",
                path.display()
            )),
            _ => fails(error),
        })?;
        let mut first = Vec::new();
        locked
            .read(&mut |line| {
                if first.is_empty() {
                    first = line.to_vec();
                }
            })
            .map_err(&fails)?;
        if first.ends_with(b"\n") {
            compare(&first, origin)
                .map_err(|error| JobError::Usage(format!("{}: {error}", file.display())))?;
        } else {
            let named = origin.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
            let line = format!("{}\n", Value::Object(named.collect())).into_bytes();
            // No chunk is written before the line is complete, so anything else is not an origin file.
            if !line.starts_with(&first) {
                let reason = format!("{}: not a label file", file.display());
                return Err(JobError::Input(reason));
            }
            locked.cut(0).and_then(|()| locked.add(&line)).map_err(&fails)?;
            locked.sync().map_err(&fails)?;
        }
        Ok(Folder { storage: storage.clone(), path: path.into(), rows, _locked: locked })
    }

    /// Returns `true` if a chunk is complete.
    ///
    /// # Errors
    /// Returns [`JobError`] if one of its files has an unexpected length.
    pub(super) fn has(&self, chunk: &Chunk) -> Result<bool, JobError> {
        let Chunk { size, positions, .. } = *chunk;
        let lengths =
            [sample::file_length(size, positions), self.rows.form(size).file_length(positions)];
        for (path, length) in self.files(chunk).iter().zip(lengths) {
            match fs::metadata(path) {
                Ok(there) if there.is_file() && there.len() == length => {}
                Ok(_) => {
                    let due = format!("expected {length} bytes");
                    return Err(JobError::Input(format!(
                        "{}: {due}; remove the file to create it again",
                        path.display()
                    )));
                }
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
                Err(error) => return Err(JobError::file(path)(error)),
            }
        }
        Ok(true)
    }

    /// Writes a chunk: samples and their rows.
    ///
    /// # Errors
    /// Returns [`JobError`] if a file cannot be written.
    pub(super) fn write(&self, chunk: &Chunk, samples: &[u8], rows: &[u8]) -> Result<(), JobError> {
        let [samples_file, rows_file] = self.files(chunk);
        let head = sample::head(chunk.size, chunk.positions as u64);
        let rows_head = self.rows.form(chunk.size).head(chunk.positions);
        let write = |path: &Path, parts: [&[u8]; 2]| {
            self.storage.write(path, &parts.concat()).map_err(JobError::file(path))
        };
        write(&rows_file, [&rows_head, rows])?;
        write(&samples_file, [&head, samples])
    }

    /// Returns the paths of a chunk: samples and rows.
    fn files(&self, chunk: &Chunk) -> [PathBuf; 2] {
        [".rec", self.rows.suffix()]
            .map(|suffix| self.path.join(name(chunk.size, chunk.number) + suffix))
    }
}

/// Returns the file name of a chunk without its extension.
pub(super) fn name(size: BoardSize, number: usize) -> String {
    format!("{0}x{0}-{number:05}", size.lines())
}

/// The first difference between the origin of a folder and that of a job.
#[derive(Debug, thiserror::Error)]
enum OriginError {
    #[error("not a label file: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the folder was labelled with {name} {old}, not {new}; use another folder")]
    Other { name: &'static str, old: String, new: Value },
}

/// Compares the origin of existing contents with another one.
fn compare(line: &[u8], origin: &Origin) -> Result<(), OriginError> {
    let there: Map<String, Value> = serde_json::from_slice(line)?;
    for (name, new) in origin {
        let old = there.get(*name);
        if old != Some(new) {
            let old = old.map_or_else(|| "nothing".into(), Value::to_string);
            return Err(OriginError::Other { name, old, new: new.clone() });
        }
    }
    Ok(())
}
