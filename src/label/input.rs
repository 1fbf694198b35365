//! Reads games from records, files of lines, or standard input.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use crate::go::BoardSize;
use crate::job_error::JobError;
use crate::progress::Progress;
use crate::record_file::{Source, expand_folders, format_named};
use crate::records::format;
use crate::records::storage::Storage;

use super::game::{LabelGame, LabelGameError};
use super::game_line;

/// The maximum number of messages about invalid games; the rest are only counted.
const MOST_MESSAGES: usize = 3;

/// Games in input order.
pub(super) struct Input<'a> {
    /// The games.
    pub games: Vec<LabelGame>,
    /// The number of invalid lines and records.
    pub refused: usize,
    size: BoardSize,
    progress: &'a dyn Progress,
}

impl<'a> Input<'a> {
    /// Reads the games of files and folders, or of a stream if there are none. `size` is the board size of lines
    /// without one. Invalid games are reported and skipped.
    ///
    /// # Errors
    /// Returns [`JobError`] if a file or the stream cannot be read.
    pub(super) fn read(
        storage: &Storage,
        files: &[PathBuf],
        stream: impl BufRead,
        size: BoardSize,
        progress: &'a dyn Progress,
    ) -> Result<Input<'a>, JobError> {
        let mut input = Input { games: Vec::new(), refused: 0, size, progress };
        if files.is_empty() {
            input.add_lines(stream, "")?;
        }
        for found in expand_folders(files)? {
            let path = found.path;
            match format_named(&path) {
                Some(_) => input.add_records(storage, &path)?,
                None => {
                    let name = format!("{}: ", path.display());
                    let bytes = storage.read(&path, usize::MAX).map_err(JobError::file(&path))?;
                    input.add_lines(&*bytes, &name)?;
                }
            }
        }
        Ok(input)
    }

    fn add_lines(&mut self, lines: impl BufRead, name: &str) -> Result<(), JobError> {
        for (text, number) in lines.lines().zip(1..) {
            let place = format!("{name}line {number}");
            let text = text.map_err(JobError::io(&*place))?;
            self.add(&place, game_line::read(&text, self.size));
        }
        Ok(())
    }

    fn add_records(&mut self, storage: &Storage, path: &Path) -> Result<(), JobError> {
        let source = Source::read(storage, path)?;
        let records = format::read(&source.bytes, source.format).records;
        if records.is_empty() {
            self.add(&source.name, Err(LabelGameError::Missing));
        }
        for (record, number) in records.iter().zip(1..) {
            self.add(&format!("{}: game {number}", source.name), game_line::of_record(record));
        }
        Ok(())
    }

    fn add(&mut self, place: &str, game: Result<LabelGame, LabelGameError>) {
        match game {
            Ok(game) => self.games.push(game),
            Err(reason) => {
                self.refused += 1;
                if self.refused <= MOST_MESSAGES {
                    self.progress.message(&format!("{place} skipped: {reason}"));
                }
            }
        }
    }
}
