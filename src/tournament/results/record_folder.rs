//! The record directory of a match: each game in SGF and wei7.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::game_record;
use crate::distributed::shard::Shard;
use crate::records::charset::Charset;
use crate::records::format::{self, Format};
use crate::records::record::Findings;
use crate::records::storage::{self, FolderLock, Sharing, Storage};
use crate::tournament::game::referee::GameOutcome;
use crate::tournament::game::schedule::ScheduledGame;
use crate::tournament::runner::MatchRunner;

/// The formats in which each game is written.
const FORMATS: [Format; 2] = [Format::Sgf, Format::Wei7];

/// The prefix of record file names.
const PREFIX: &str = "game-";

/// A directory of game records.
#[derive(Debug)]
pub(crate) struct RecordFolder {
    storage: Storage,
    path: PathBuf,
    is_resumed: bool,
    /// The exclusive lock on the directory.
    _lock: Option<FolderLock>,
    /// The created directories, outermost first. They are removed again if no game is written.
    made: Vec<PathBuf>,
}

impl RecordFolder {
    /// Opens or creates a directory. It must be empty, or contain only game records if the match is resumed. Shards
    /// of a match may share a directory.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be created, has other files, or another match is writing to it.
    pub(crate) fn open(
        storage: &Storage,
        path: &Path,
        is_resumed: bool,
        shard: Shard,
    ) -> io::Result<RecordFolder> {
        let missing = path.ancestors().filter(|above| !above.as_os_str().is_empty());
        let missing = missing.take_while(|above| !above.exists()).map(PathBuf::from);
        let mut made: Vec<PathBuf> = missing.collect();
        made.reverse();
        // If a step fails, `Drop` removes what earlier steps created.
        let path = path.to_path_buf();
        let mut folder =
            RecordFolder { storage: storage.clone(), path, is_resumed, _lock: None, made };
        storage.make_folder(&folder.path)?;
        let sharing = if shard == Shard::WHOLE { Sharing::Alone } else { Sharing::Shared };
        folder._lock = match storage.lock_folder(&folder.path, sharing) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                // The directory now belongs to the other match, even if it is still empty.
                folder.made.clear();
                return Err(io::Error::new(
                    error.kind(),
                    "another match is writing to this folder",
                ));
            }
            lock => lock?,
        };
        let other = storage.find_name(&folder.path, |name| !is_resumed || !is_record(name))?;
        let Some(other) = other else { return Ok(folder) };
        let reason = match is_resumed {
            true => format!("{other} is not a record of this match"),
            false => String::from("the folder is not empty; games are never overwritten"),
        };
        Err(io::Error::new(io::ErrorKind::AlreadyExists, reason))
    }

    /// Writes a game. A resumed match may replace the records of the game during which it was killed.
    ///
    /// # Errors
    /// Returns an error if a file exists or cannot be written.
    pub(crate) fn write(
        &mut self,
        contest: &MatchRunner,
        scheduled: &ScheduledGame,
        played: &GameOutcome,
    ) -> io::Result<()> {
        self.made.clear();
        let limits = scheduled.sides.map(|side| contest.contenders[side.index()].limit);
        let record = game_record::record(played, &contest.conditions, limits);
        for format in FORMATS {
            let mut record = record.clone();
            if format == Format::Wei7 {
                let mut findings = Findings::default();
                record.keep_terms_in_comment(&mut findings);
                record.drop_time_left(&mut findings);
            }
            let bytes = format::write(&[record], format, Charset::Utf8).bytes;
            let name = format!("{PREFIX}{:04}.{}", scheduled.number, format.extension());
            let path = self.path.join(name);
            if !self.is_resumed && path.symlink_metadata().is_ok() {
                let reason = format!("{} exists; games are never overwritten", path.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
            }
            self.storage.write(&path, &bytes)?;
        }
        Ok(())
    }
}

/// Returns `true` if a file name is that of a match record or its temporary file.
fn is_record(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(PREFIX) else { return false };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    FORMATS.iter().any(|format| {
        let rest = rest.strip_prefix('.').and_then(|rest| rest.strip_prefix(format.extension()));
        rest.is_some_and(|rest| rest.is_empty() || storage::is_draft(rest))
    })
}

impl Drop for RecordFolder {
    fn drop(&mut self) {
        for folder in self.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
