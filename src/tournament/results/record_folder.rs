//! The folder of a match: each game as game records, in SGF and in wei7.

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

/// The formats that each game is written in.
const FORMATS: [Format; 2] = [Format::Sgf, Format::Wei7];

/// The start of the names of records.
const PREFIX: &str = "game-";

/// A folder of game records.
#[derive(Debug)]
pub(crate) struct RecordFolder {
    storage: Storage,
    path: PathBuf,
    is_resumed: bool,
    /// The lock of the folder, which no other match holds.
    _lock: Option<FolderLock>,
    /// The folders, outermost first, that did not exist before. They are removed again if no game is written.
    made: Vec<PathBuf>,
}

impl RecordFolder {
    /// Opens a folder, or makes it. It must be empty; for a match that is resumed it may have records of games.
    /// Shards of a match may share a folder.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be made, has other files, or another match writes into it.
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
        // If a step fails, `Drop` removes what the steps before it made.
        let path = path.to_path_buf();
        let mut folder =
            RecordFolder { storage: storage.clone(), path, is_resumed, _lock: None, made };
        storage.make_folder(&folder.path)?;
        let sharing = if shard == Shard::WHOLE { Sharing::Alone } else { Sharing::Shared };
        folder._lock = match storage.lock_folder(&folder.path, sharing) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                // The folder is the other match's now, even if it is still empty.
                folder.made.clear();
                return Err(io::Error::new(error.kind(), "another match writes into this folder"));
            }
            lock => lock?,
        };
        let other = storage.find_name(&folder.path, |name| !is_resumed || !is_record(name))?;
        let Some(other) = other else { return Ok(folder) };
        let reason = match is_resumed {
            true => format!("{other} is not a record of this match"),
            false => String::from("it is not empty, and games are never overwritten"),
        };
        Err(io::Error::new(io::ErrorKind::AlreadyExists, reason))
    }

    /// Writes a game. Only a match that is resumed replaces records, those of a game that it was killed in.
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
                let reason = format!("{} exists, and games are never overwritten", path.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
            }
            self.storage.write(&path, &bytes)?;
        }
        Ok(())
    }
}

/// Returns `true` if a file has the name of a record of a match, or of the draft of one.
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
