//! The engine's game as a record, and records as its game.
//!
//! It does not know formats; it asks [`format`](crate::format) for them, and
//! [`storage`](crate::storage) for files.

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use log::Level;

use super::{Engine, Forbidden};
use crate::charset::Charset;
use crate::format::{self, Format};
use crate::go::BoardSize;
use crate::record::standing::Standing;
use crate::record::{self, Findings, Kind, NoGame, NodeId, Record, Writing};
use crate::record_file;
use crate::storage::{self, Storage};

/// Why no game could be loaded. The game stays as it was.
#[derive(Debug, thiserror::Error)]
pub enum CannotLoad {
    /// Commands may not touch it.
    #[error("{0}")]
    Forbidden(Forbidden),
    /// The file cannot be read.
    #[error("it cannot be read: {}", .0.kind())]
    Unreadable(io::Error),
    /// There is something else of that name: a pipe would keep the engine waiting.
    #[error("it is no file")]
    NoFile,
    /// It is neither wei7 nor SGF, or holds no game of Go.
    #[error("it is no game record")]
    NoRecord,
    /// The board is too small or too large for whoever asks.
    #[error("boards of {0} lines are not known here")]
    Size(usize),
    /// It cannot be played.
    #[error("{0}")]
    NoGame(NoGame),
}

/// Why a game could not be saved. What was in the file is there still.
#[derive(Debug, thiserror::Error)]
pub enum CannotSave {
    /// Commands may not touch it.
    #[error("{0}")]
    Forbidden(Forbidden),
    /// The end of its name is that of no format.
    #[error("its name should end with .wei7 or .sgf")]
    NoFormat,
    /// There is something else of that name: a pipe would keep the engine waiting.
    #[error("it is no file")]
    NoFile,
    /// It would break the format: what there is to say of that, or nothing where the format has no
    /// such boards.
    #[error("it cannot be said in this format: {0}")]
    Invalid(String),
    /// The file cannot be written.
    #[error("it cannot be written: {}", .0.kind())]
    Unwritable(io::Error),
}

impl Engine {
    /// Loads and saves games by way of a disk.
    pub fn keep_games_on(&mut self, storage: Storage) {
        self.storage = storage;
    }

    /// Loads the first game of a file: its rules and komi, where it says them, and the moves of its
    /// main line before a move, counted from 1, or all of them.
    ///
    /// # Errors
    /// Where it cannot be read or played on a board of one of these sizes.
    pub fn load_game(
        &mut self,
        file: &Path,
        sizes: &RangeInclusive<usize>,
        before: Option<u32>,
    ) -> Result<(), CannotLoad> {
        let file = self.settings.files.to_read(file).map_err(CannotLoad::Forbidden)?;
        let bytes = record_file::read(&self.storage, &file).map_err(|error| {
            let is_file =
                !storage::is_not_regular(&error) && error.kind() != io::ErrorKind::IsADirectory;
            if is_file { CannotLoad::Unreadable(error) } else { CannotLoad::NoFile }
        })?;
        let format = record_file::format_of(&file, &bytes).ok_or(CannotLoad::NoRecord)?;
        let reading = format::read(&bytes, format);
        for found in reading.findings.iter() {
            log::info!("{}: {}", file.display(), found.text(record::Language::English));
        }
        let mut record = reading.records.into_iter().next().ok_or(CannotLoad::NoRecord)?;
        record.take_rules_from_comment();
        let record = record.without_takebacks();
        let rules = record.rules(*self.game.rules());
        let node = before.map_or_else(|| end(&record), |before| place_before(&record, before));
        let game = record.game_to(node, rules).map_err(CannotLoad::NoGame)?;
        let size: BoardSize = game.size();
        if !sizes.contains(&size.lines()) {
            return Err(CannotLoad::Size(size.lines()));
        }
        self.set_size(size);
        self.game = game;
        self.loaded = Some(Arc::new(record));
        Ok(())
    }

    /// Saves the game in the format that the end of the file's name stands for. What that cannot say is
    /// logged.
    ///
    /// # Errors
    /// Where that is none, the file would break it, or it cannot be written.
    pub fn save_game(&self, file: &Path) -> Result<(), CannotSave> {
        let format = record_file::format_named(file).ok_or(CannotSave::NoFormat)?;
        let file = self.settings.files.to_write(file).map_err(CannotSave::Forbidden)?;
        if file.metadata().is_ok_and(|there| !there.is_file()) {
            return Err(CannotSave::NoFile);
        }
        let writing = self.written(format, Charset::Utf8);
        if !writing.is_valid() {
            let error = writing.findings.iter().find(|found| found.rule.kind == Kind::Error);
            let text = error.map(|found| found.text(record::Language::English));
            return Err(CannotSave::Invalid(text.unwrap_or_default()));
        }
        let Writing { bytes, findings } = writing;
        self.storage.write(&file, &bytes).map_err(CannotSave::Unwritable)?;
        for found in findings.iter() {
            let level = if found.rule.kind == Kind::Folded { Level::Info } else { Level::Warn };
            log::log!(level, "{}: {}", file.display(), found.text(record::Language::English));
        }
        Ok(())
    }

    /// The game in a format, declared as of a charset where that is not always UTF-8; empty where the
    /// format has no words for such a board.
    pub fn game_text(&self, format: Format, charset: Charset) -> String {
        let charset = if format == Format::Sgf { charset } else { Charset::Utf8 };
        charset.decode(&self.written(format, charset).bytes).into_owned()
    }

    fn written(&self, format: Format, charset: Charset) -> Writing {
        let mut record = match &self.loaded {
            Some(record) => record.continued(&self.game),
            None => Record::of(&self.game),
        };
        let mut findings = Findings::default();
        if format != Format::Sgf {
            record.keep_rules_in_comment(&mut findings);
        }
        let mut writing = format::write(&[record], format, charset);
        findings.append(writing.findings);
        writing.findings = findings;
        writing
    }
}

fn end(record: &Record) -> NodeId {
    let root = record.tree.root();
    record.tree.main_line(root).last().unwrap_or(root)
}

/// The node of the main line before a move; the end where it has fewer.
fn place_before(record: &Record, number: u32) -> NodeId {
    let standing = Standing::of(&record.tree);
    let mut line = record.tree.main_line(record.tree.root());
    let wanted = number.saturating_sub(1);
    line.find(|&id| standing.moves(id) == wanted).unwrap_or_else(|| end(record))
}
