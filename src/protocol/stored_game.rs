//! Loads the engine's game from a game record, and saves it as one.
//!
//! Files are only opened if the [`ProtocolContext`] allows it. Pipes and devices are never opened, since they could
//! block the engine.

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
use crate::records::record::{Findings, Language, Record, Severity, Writing};
use crate::records::storage;
use crate::records::storage::io_message;

/// The reason why no game was loaded. The engine's game is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Commands may not use this file.
    #[error("{0}")]
    Forbidden(Forbidden),
    /// The file cannot be read.
    #[error("cannot be read: {}", io_message(.0))]
    Unreadable(io::Error),
    /// The name refers to a folder, a pipe or a device.
    #[error("not a file")]
    NoFile,
    /// The file is neither wei7 nor SGF, or contains no game of Go.
    #[error("not a game record")]
    NoRecord,
    /// The record contains no game that the engine supports.
    #[error("{0}")]
    Game(#[from] RecordError),
}

/// The reason why a game was not saved. Existing content of the file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Commands may not use this file.
    #[error("{0}")]
    Forbidden(Forbidden),
    /// The extension of the file name does not belong to a format.
    #[error("the file name must end with .wei7 or .sgf")]
    NoFormat,
    /// The name refers to a folder, a pipe or a device.
    #[error("not a file")]
    NoFile,
    /// The format cannot represent this game. The text is the first error of the format's writer, or empty if the
    /// format does not support the board size.
    #[error("not representable in this format: {0}")]
    Invalid(String),
    /// The file cannot be written.
    #[error("cannot be written: {}", io_message(.0))]
    Unwritable(io::Error),
}

impl ProtocolContext {
    /// Loads the first game of a file into an engine: the moves of the main line, and the rules and komi if
    /// specified. `before` is the 1-based number of the move before which loading stops. `sizes` are the supported
    /// board sizes, in lines. Findings of the reader are logged.
    ///
    /// # Errors
    /// Returns an error if the file cannot or may not be read, is not a game record, or its game cannot be played on
    /// one of these board sizes. The engine's game is then unchanged.
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

    /// Saves an engine's game in UTF-8 in the format of the file name's extension. Losses of the format are logged.
    ///
    /// # Errors
    /// Returns an error if the extension is unknown, the file cannot or may not be written, or the format cannot
    /// represent the game. Existing content of the file is then unchanged.
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
        // Losses are logged after the file is written, since a failed write loses nothing.
        self.storage.write_at(&file, &bytes).map_err(SaveError::Unwritable)?;
        let file = file.path();
        for found in findings.iter() {
            // A folded notation loses nothing, so it needs no warning.
            let level = if found.rule.kind == Severity::Folded { Level::Info } else { Level::Warn };
            log::log!(level, "{}: {}", file.display(), found.text(Language::English));
        }
        Ok(())
    }
}

/// Returns the engine's game in a record format; empty if the format does not support the board size.
///
/// SGF declares the charset in which its text will be sent. wei7 is always UTF-8.
pub fn game_text(engine: &Engine, format: Format, charset: Charset) -> String {
    let charset = if format == Format::Sgf { charset } else { Charset::Utf8 };
    charset.decode(&written(engine, format, charset).bytes).into_owned()
}

/// Returns a record in a format, in UTF-8; empty if the format does not support the board size.
#[cfg(feature = "cli")]
pub(crate) fn record_text(record: Record, format: Format) -> Vec<u8> {
    write_record(record, format, Charset::Utf8).bytes
}

fn written(engine: &Engine, format: Format, charset: Charset) -> Writing {
    write_record(engine.record(), format, charset)
}

fn write_record(mut record: Record, format: Format, charset: Charset) -> Writing {
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
