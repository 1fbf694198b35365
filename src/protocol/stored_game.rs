//! Games in files: an engine's game is loaded from a game record and saved as one.
//!
//! Files are opened only where the [`ProtocolContext`] allows it. A pipe or a device is never opened,
//! since it could keep the engine waiting.

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use log::Level;

use super::context::ProtocolContext;
use super::file_access::Forbidden;
use crate::engine::{Engine, RecordError};
use crate::record_file;
use crate::records::charset::Charset;
use crate::records::format::{self, Format};
use crate::records::record::{Findings, Language, Severity, Writing};
use crate::records::storage;

/// The reason why no game could be loaded. The engine's game stays as it was.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Commands may not use this file.
    #[error("{0}")]
    Forbidden(Forbidden),
    /// The file cannot be read.
    #[error("it cannot be read: {}", .0.kind())]
    Unreadable(io::Error),
    /// The name belongs to a folder, a pipe or a device.
    #[error("it is no file")]
    NoFile,
    /// The file is neither wei7 nor SGF, or holds no game of Go.
    #[error("it is no game record")]
    NoRecord,
    /// The record has no game that the engine can take.
    #[error("{0}")]
    Game(#[from] RecordError),
}

/// The reason why a game could not be saved. What was in the file before is still there.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Commands may not use this file.
    #[error("{0}")]
    Forbidden(Forbidden),
    /// The file name ends with the extension of no format.
    #[error("its name should end with .wei7 or .sgf")]
    NoFormat,
    /// The name belongs to a folder, a pipe or a device.
    #[error("it is no file")]
    NoFile,
    /// The format has no valid form of this game. The text is the first error that the format's
    /// writer found, and empty where the format has no boards of this size.
    #[error("it cannot be said in this format: {0}")]
    Invalid(String),
    /// The file cannot be written.
    #[error("it cannot be written: {}", .0.kind())]
    Unwritable(io::Error),
}

impl ProtocolContext {
    /// Loads the first game of a file into an engine: its rules and komi, where it has them, and
    /// the moves of its main line. `before` ends them before the move of that number, counted
    /// from 1. `sizes` are the numbers of lines that a board may have. What the reader found
    /// wrong with the file is logged.
    ///
    /// # Errors
    /// Where the file may not or cannot be read, is no game record, or its game cannot be played on
    /// a board of one of these sizes. The engine's game stays as it was.
    pub fn load_game(
        &self,
        engine: &mut Engine,
        file: &Path,
        sizes: &RangeInclusive<usize>,
        before: Option<u32>,
    ) -> Result<(), LoadError> {
        let file = self.files.to_read(file).map_err(LoadError::Forbidden)?;
        let bytes = record_file::read_at(&self.storage, &file).map_err(|error| {
            let is_file =
                !storage::is_not_regular(&error) && error.kind() != io::ErrorKind::IsADirectory;
            if is_file { LoadError::Unreadable(error) } else { LoadError::NoFile }
        })?;
        let file = file.path();
        let format = record_file::format_of(&file, &bytes).ok_or(LoadError::NoRecord)?;
        let reading = format::read(&bytes, format);
        for found in reading.findings.iter() {
            log::info!("{}: {}", file.display(), found.text(Language::English));
        }
        let record = reading.records.into_iter().next().ok_or(LoadError::NoRecord)?;
        Ok(engine.load_record(record, sizes, before)?)
    }

    /// Saves an engine's game in the format of the file name's extension, in UTF-8. What the format
    /// cannot say is logged.
    ///
    /// # Errors
    /// Where the extension is unknown, the file may not or cannot be written, or the format has no
    /// valid form of the game. What was in the file is still there.
    pub fn save_game(&self, engine: &Engine, file: &Path) -> Result<(), SaveError> {
        let format = record_file::format_named(file).ok_or(SaveError::NoFormat)?;
        let file = self.files.to_write(file).map_err(SaveError::Forbidden)?;
        if file.is_not_regular() {
            return Err(SaveError::NoFile);
        }
        let writing = written(engine, format, Charset::Utf8);
        if !writing.is_valid() {
            let error = writing.findings.iter().find(|found| found.rule.kind.is_fault());
            let text = error.map(|found| found.text(Language::English));
            return Err(SaveError::Invalid(text.unwrap_or_default()));
        }
        let Writing { bytes, findings } = writing;
        // Losses are logged once the file is written: a file that fails loses nothing.
        self.storage.write_at(&file, &bytes).map_err(SaveError::Unwritable)?;
        let file = file.path();
        for found in findings.iter() {
            // A folded notation loses nothing, so that nobody has to be warned of it.
            let level = if found.rule.kind == Severity::Folded { Level::Info } else { Level::Warn };
            log::log!(level, "{}: {}", file.display(), found.text(Language::English));
        }
        Ok(())
    }
}

/// The text of an engine's game in a format; empty where the format has no boards of its size.
///
/// SGF names the charset that its text will be sent in; both forms of wei7 are always UTF-8.
pub fn game_text(engine: &Engine, format: Format, charset: Charset) -> String {
    let charset = if format == Format::Sgf { charset } else { Charset::Utf8 };
    charset.decode(&written(engine, format, charset).bytes).into_owned()
}

fn written(engine: &Engine, format: Format, charset: Charset) -> Writing {
    let mut record = engine.record();
    let mut findings = Findings::default();
    if format != Format::Sgf {
        format::forget_spellings(&mut record);
        record = record.since_last_setup(&mut findings);
        record.keep_terms_in_comment(&mut findings);
        record.drop_time_left(&mut findings);
    }
    let mut writing = format::write(&[record], format, charset);
    findings.append(writing.findings);
    writing.findings = findings;
    writing
}
