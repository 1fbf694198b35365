//! The list of a shard's finished games, used to resume the shard and to merge the review.
//!
//! Each game is appended as a JSON line as soon as all its files are on disk.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::distributed::shard::Shard;
use crate::job_error::JobError;
use crate::records::record::Language;
use crate::records::storage::{LineLog, Storage};
use crate::review::game::digest::GameReport;
use crate::review::options::{Form, ResumeMode, ReviewOptions};

/// The prefix of list file names.
const PREFIX: &str = ".tianyuan-reviewed-";

/// The suffix of list file names.
const SUFFIX: &str = ".jsonl";

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct FinishedGame {
    /// Its number among all games of the review, from 1.
    pub game: usize,
    /// A hash of everything that its review depends on.
    pub key: String,
    /// The names of its files.
    pub files: Vec<String>,
    /// Whether it could not be written in one of the formats.
    pub is_faulty: bool,
    /// Its output lines and summary.
    pub report: GameReport,
    /// The settings shared by all games of the review.
    pub review: ReviewConfig,
}

/// The settings shared by all games of a review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct ReviewConfig {
    version: String,
    /// The number of games over all shards.
    pub games: usize,
    /// Playouts or time, seed and nets.
    search: String,
    variations: bool,
    /// The nodes of the life-and-death solver per position.
    solve_nodes: u64,
    /// The first and last reviewed move, if not all moves are reviewed.
    moves: Option<(u32, u32)>,
    /// The reader's rank and the checksum of the human net.
    #[serde(default)]
    reader: Option<String>,
    /// The file name extensions of the formats.
    pub forms: Vec<String>,
    /// The file name extensions of the problem formats.
    pub problems: Vec<String>,
    /// The languages of comments and pages.
    languages: [Option<String>; 2],
}

impl ReviewConfig {
    /// Returns the settings of a review of `games` games.
    pub(in crate::review) fn of(options: &ReviewOptions, games: usize) -> ReviewConfig {
        let name = |language: Language| format!("{language:?}");
        let extension = |form: &Form| form.extension().into();
        ReviewConfig {
            version: env!("CARGO_PKG_VERSION").into(),
            games,
            search: options.search.to_string(),
            variations: options.variations,
            solve_nodes: options.solve_nodes,
            moves: options.moves.as_ref().map(|moves| (*moves.start(), *moves.end())),
            reader: options.reader.as_ref().map(|rank| {
                let checksum = options.search.nets.human().map_or(0, |net| net.checksum());
                format!("{rank} {checksum:08x}")
            }),
            forms: options.forms.iter().map(extension).collect(),
            problems: options.problems.iter().map(extension).collect(),
            languages: [Some(name(options.language)), options.page_language.map(name)],
        }
    }

    /// Returns the language of comments and messages.
    pub(in crate::review) fn language(&self) -> Language {
        self.language_at(0).unwrap_or(Language::English)
    }

    /// Returns the language of pages, if the user chose one.
    pub(in crate::review) fn page_language(&self) -> Option<Language> {
        self.language_at(1)
    }

    fn language_at(&self, place: usize) -> Option<Language> {
        let languages = [Language::Chinese, Language::English];
        let chosen = self.languages[place].as_deref();
        languages.into_iter().find(|language| Some(&*format!("{language:?}")) == chosen)
    }
}

/// The exclusively locked list of a shard.
#[derive(Debug)]
pub(in crate::review) struct GameList {
    lines: LineLog,
    terms: ReviewConfig,
}

impl GameList {
    /// Opens or creates a shard's list of finished games in the output directory. Returns its games by number, or
    /// none if the options discard earlier results.
    ///
    /// # Errors
    /// Returns [`JobError`] if it cannot be read or written, another process holds it, or it belongs to a different
    /// review.
    pub(in crate::review) fn open(
        storage: &Storage,
        options: &ReviewOptions,
        terms: ReviewConfig,
    ) -> Result<(GameList, BTreeMap<usize, FinishedGame>), JobError> {
        let path = options.output.join(name(options.shard));
        let mut lines = storage.open_exclusive(&path).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock => {
                let folder = options.output.display();
                let shard = options.shard;
                JobError::Usage(format!(
                    "{folder}: another process is reviewing shard {shard} here"
                ))
            }
            _ => JobError::file(&path)(error),
        })?;
        let fails = JobError::file(&path);
        if options.after_cut == ResumeMode::Forget {
            lines.clear().map_err(&fails)?;
        }
        let mut bytes = Vec::new();
        let whole = lines.read(&mut |line| bytes.extend_from_slice(line)).map_err(&fails)?;
        let games = games(&path, &bytes)?;
        if games.values().any(|game| game.review != terms) {
            return Err(JobError::Usage(format!(
                "{}: contains a review of other files or with other options; choose another folder with -o, or \
                 use --restart",
                path.display()
            )));
        }
        lines.cut(whole).map_err(fails)?;
        Ok((GameList { lines, terms }, games))
    }

    /// Returns the settings shared by all games of the review.
    pub(in crate::review) fn terms(&self) -> &ReviewConfig {
        &self.terms
    }

    /// Appends a game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(in crate::review) fn add(&mut self, game: &FinishedGame) -> io::Result<()> {
        let line = serde_json::to_string(game)?;
        self.lines.add(format!("{line}\n").as_bytes())?;
        self.lines.sync()
    }
}

/// Reads the lists of all shards in a directory and returns their games by number.
///
/// # Errors
/// Returns [`JobError`] if the directory or a list cannot be read.
pub(in crate::review) fn read_all(
    storage: &Storage,
    folder: &Path,
) -> Result<BTreeMap<usize, FinishedGame>, JobError> {
    let fails = JobError::file(folder);
    let mut all = BTreeMap::new();
    for entry in folder.read_dir().map_err(&fails)? {
        let name = entry.map_err(&fails)?.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
            let path = folder.join(&*name);
            let bytes = storage.read(&path, usize::MAX).map_err(JobError::file(&path))?;
            all.extend(games(&path, &bytes)?);
        }
    }
    Ok(all)
}

/// Returns the file name of a shard's list.
fn name(shard: Shard) -> String {
    format!("{PREFIX}{}{SUFFIX}", shard.file_name_part())
}

/// Parses the games of a list, ignoring a truncated last line.
fn games(path: &Path, bytes: &[u8]) -> Result<BTreeMap<usize, FinishedGame>, JobError> {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').zip(1..);
    let whole = lines.filter_map(|(line, number)| Some((line.strip_suffix(b"\n")?, number)));
    let game = |(line, number)| {
        let game: FinishedGame = serde_json::from_slice(line).map_err(|error| {
            JobError::Input(format!("{}: line {number}: {error}", path.display()))
        })?;
        Ok((game.game, game))
    };
    whole.map(game).collect()
}
