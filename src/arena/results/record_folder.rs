//! The folder of a match: each game as game records, in SGF and in wei7.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::game_record;
use crate::arena::contest::Contest;
use crate::arena::game::referee::Played;
use crate::arena::game::schedule::ScheduledGame;
use crate::charset::Charset;
use crate::format::{self, Format};
use crate::record::Findings;
use crate::storage::Storage;

/// A folder of game records.
#[derive(Debug)]
pub(crate) struct RecordFolder {
    storage: Storage,
    path: PathBuf,
    /// The folders, outermost first, that did not exist before. They are removed again if no game is written.
    made: Vec<PathBuf>,
}

impl RecordFolder {
    /// Opens a folder, or makes it. It must be empty unless the match goes on.
    ///
    /// # Errors
    /// Where it cannot be made, or is not empty.
    pub(crate) fn open(
        storage: &Storage,
        path: &Path,
        is_resumed: bool,
    ) -> io::Result<RecordFolder> {
        let missing = path.ancestors().filter(|above| !above.as_os_str().is_empty());
        let missing = missing.take_while(|above| !above.exists()).map(PathBuf::from);
        let mut made: Vec<PathBuf> = missing.collect();
        made.reverse();
        // If a step fails, `Drop` removes what the steps before it made.
        let folder = RecordFolder { storage: storage.clone(), path: path.into(), made };
        storage.make_folder(path)?;
        if !is_resumed && !storage.is_empty_folder(path)? {
            let reason = "it is not empty, and games are never overwritten";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
        }
        Ok(folder)
    }

    /// Writes a game.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub(crate) fn write(
        &mut self,
        contest: &Contest,
        scheduled: &ScheduledGame,
        played: &Played,
    ) -> io::Result<()> {
        self.made.clear();
        let limits = scheduled.sides.map(|side| contest.contenders[side.index()].limit);
        let record = game_record::record(played, &contest.conditions, limits);
        for format in [Format::Sgf, Format::Wei7] {
            let mut record = record.clone();
            if format == Format::Wei7 {
                let mut findings = Findings::default();
                record.keep_terms_in_comment(&mut findings);
                record.drop_time_left(&mut findings);
            }
            let bytes = format::write(&[record], format, Charset::Utf8).bytes;
            let name = format!("game-{:04}.{}", scheduled.number, format.extension());
            self.storage.write(&self.path.join(name), &bytes)?;
        }
        Ok(())
    }
}

impl Drop for RecordFolder {
    fn drop(&mut self) {
        for folder in self.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
