//! The match file: a JSON line per finished game, from which an interrupted match resumes.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::game_entry::{FieldError, GameEntry};
use crate::job_error::JobError;
use crate::records::storage::{LineLog, Storage, resolve_symlinks};

/// The exclusively locked match file.
#[derive(Debug)]
pub(crate) struct GameFile {
    lines: Option<LineLog>,
    /// The path, if the file was created and is still empty: then it is removed again.
    made: Option<PathBuf>,
    is_resumed: bool,
}

impl GameFile {
    /// Opens or creates a file and returns its games. A pipe or a device, which contains none, is accepted too.
    ///
    /// # Errors
    /// Returns [`JobError`] if the file cannot be read and written, another match is writing it, or a line is not a
    /// game. In these cases the file is unchanged.
    pub(crate) fn open(
        storage: &Storage,
        path: &Path,
    ) -> Result<(GameFile, Vec<GameEntry>), JobError> {
        let fails = |error: io::Error| match error.kind() {
            ErrorKind::WouldBlock => {
                JobError::Usage(format!("{}: another match is writing this file", path.display()))
            }
            _ => JobError::file(path)(error),
        };
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            let lines = storage.lines(path).map_err(fails)?;
            let file = GameFile { lines: Some(lines), made: None, is_resumed: false };
            return Ok((file, Vec::new()));
        }
        let is_resumed = path.exists();
        let made = (!is_resumed).then(|| path.into());
        let place = resolve_symlinks(path).map_err(fails)?;
        let lines = storage.open_exclusive(&place).map_err(fails)?;
        let mut file = GameFile { lines: Some(lines), made, is_resumed };
        let Some(lines) = &mut file.lines else { return Ok((file, Vec::new())) };
        let mut whole = 0;
        let read = read(path, |take| {
            whole = lines.read(take)?;
            Ok(())
        })?;
        // Only now is the file known to be a match file, and nothing was changed before.
        let ended = if read.is_cut { lines.cut(whole) } else { lines.end() };
        ended.map_err(fails)?;
        Ok((file, read.games))
    }

    /// Returns `true` if the file existed before, so that the match is resumed.
    pub(crate) fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Appends a game.
    ///
    /// # Errors
    /// Returns an error if it cannot be written; a partial line is removed.
    pub(crate) fn add(&mut self, game: &GameEntry) -> io::Result<()> {
        let Some(lines) = &mut self.lines else { return Ok(()) };
        let line = serde_json::to_string(game)?;
        lines.add(format!("{line}\n").as_bytes())?;
        self.made = None;
        // A match may take days; a crash of the machine must not lose its games.
        lines.sync()
    }
}

impl Drop for GameFile {
    fn drop(&mut self) {
        self.lines = None;
        // Another program may have written to it meanwhile, so remove it only if it is empty.
        let is_empty = |path: &&PathBuf| fs::metadata(path).is_ok_and(|file| file.len() == 0);
        if let Some(Err(error)) = self.made.as_ref().filter(is_empty).map(fs::remove_file) {
            log::warn!("cannot remove the empty game file: {error}");
        }
    }
}

/// The games of a file.
#[derive(Debug, Default)]
pub(super) struct GamesRead {
    pub(super) games: Vec<GameEntry>,
    /// Whether the last line is truncated.
    pub(super) is_cut: bool,
}

/// Parses the games of the lines that `read_lines` passes on, ignoring a truncated last line.
///
/// # Errors
/// Returns [`JobError`] with the number of the line if reading fails or a line is not a game.
pub(super) fn read(
    path: &Path,
    read_lines: impl FnOnce(&mut dyn FnMut(&[u8])) -> io::Result<()>,
) -> Result<GamesRead, JobError> {
    let (mut read, mut number, mut failure) = (GamesRead::default(), 0, None);
    let result = read_lines(&mut |line| {
        number += 1;
        match game(line) {
            Ok(Some(game)) => read.games.push(game),
            Ok(None) => read.is_cut = true,
            Err(why) => {
                failure.get_or_insert_with(|| {
                    JobError::Input(format!("{}: line {number}{why}", path.display()))
                });
            }
        }
    });
    result.map_err(JobError::file(path))?;
    failure.map_or(Ok(read), Err)
}

/// The reason why a line is not a game; the message follows `line 3`.
#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error(": {0}")]
    Field(#[from] FieldError),
    #[error(" is not a match game: {0}")]
    Json(#[from] serde_json::Error),
}

/// Parses a game. Returns `None` if the line is truncated, as after a crash.
///
/// # Errors
/// Returns [`LineError`] if the line is not a game.
fn game(line: &[u8]) -> Result<Option<GameEntry>, LineError> {
    const START: &[u8] = br#"{"game":"#;
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let is_begun = text.starts_with(START) || START.starts_with(text);
    let is_cut = text.len() == line.len() && line.len() < LineLog::LONGEST;
    match serde_json::from_slice::<GameEntry>(text) {
        Ok(game) => Ok(game.check().map(|()| Some(game))?),
        Err(error) if is_cut && is_begun && error.is_eof() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::results::game_entry::tests::{resigned, terms};

    fn read_text(text: &str) -> Result<(usize, bool), JobError> {
        let lines = text.as_bytes().split_inclusive(|&byte| byte == b'\n');
        let read = read(Path::new("x"), |take| {
            lines.for_each(take);
            Ok(())
        })?;
        Ok((read.games.len(), read.is_cut))
    }

    #[test]
    fn truncated_last_line_is_ignored_and_other_lines_are_rejected() {
        let line = serde_json::to_string(&resigned(&terms(2, true), 1, None, 1)).expect("JSON");
        let games = |text: &str| read_text(text).expect("lines of a match");
        assert_eq!(games(&format!("{line}\n")), (1, false));
        assert_eq!(games(&line), (1, false), "only the line break is missing");
        for length in 1..line.len() {
            assert_eq!(games(&line[..length]), (0, true), "{length}");
            let followed = format!("{}\n{line}\n", &line[..length]);
            assert!(read_text(&followed).is_err(), "{length}");
        }
        for other in ["(;GM[1]FF[4]SZ[9];B[ee])", "\n", "{\"id\":", "{\"game\":\"Go\"", "[]", "\0"]
        {
            let error = read_text(other).expect_err("it is not a game").to_string();
            assert!(error.starts_with("x: line 1 is not a match game: "), "{error}");
        }
    }
}
