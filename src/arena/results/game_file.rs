//! The file of a match: a line of JSON for each finished game, from which a match that was cut off goes on.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::game_line::GameLine;
use crate::storage::{Lines, Storage, followed};

/// The file of a match, which no other match writes meanwhile.
#[derive(Debug)]
pub(crate) struct GameFile {
    lines: Option<Lines>,
    /// The file, if it did not exist before and has no game yet: then it is removed again.
    made: Option<PathBuf>,
    is_resumed: bool,
}

impl GameFile {
    /// Opens a file, or makes it. Answers the games that are in it. A pipe or a device may take its place,
    /// which has none.
    ///
    /// # Errors
    /// One sentence, where it cannot be read and written, another match writes it, or a line is no game.
    pub(crate) fn open(
        storage: &Storage,
        path: &Path,
    ) -> Result<(GameFile, Vec<GameLine>), String> {
        let fails = |error: io::Error| match error.kind() {
            ErrorKind::WouldBlock => format!("{}: another match writes this file", path.display()),
            _ => format!("{}: {error}", path.display()),
        };
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            let lines = storage.lines(path).map_err(fails)?;
            let file = GameFile { lines: Some(lines), made: None, is_resumed: false };
            return Ok((file, Vec::new()));
        }
        let is_resumed = path.exists();
        let made = (!is_resumed).then(|| path.into());
        let place = followed(path).map_err(fails)?;
        let lines = storage.lines_alone(&place).map_err(fails)?;
        let mut file = GameFile { lines: Some(lines), made, is_resumed };
        let games = match &mut file.lines {
            Some(lines) => read(path, |take| lines.read(take))?,
            None => Vec::new(),
        };
        Ok((file, games))
    }

    /// Whether the file was there before: then the match goes on.
    pub(crate) fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Adds a game.
    ///
    /// # Errors
    /// Where it cannot be written. Then nothing of it is there.
    pub(crate) fn add(&mut self, game: &GameLine) -> io::Result<()> {
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
        // Another program may have written there meanwhile: only what is empty is removed.
        let is_empty = |path: &&PathBuf| fs::metadata(path).is_ok_and(|file| file.len() == 0);
        if let Some(Err(error)) = self.made.as_ref().filter(is_empty).map(fs::remove_file) {
            log::warn!("the empty file of the games stays behind: {error}");
        }
    }
}

/// The games of the lines that `read_lines` hands on. A last line that was cut off is no game yet.
///
/// # Errors
/// One sentence, where reading fails or a line is no game.
pub(super) fn read(
    path: &Path,
    read_lines: impl FnOnce(&mut dyn FnMut(&[u8])) -> io::Result<()>,
) -> Result<Vec<GameLine>, String> {
    let (mut games, mut number, mut failure) = (Vec::new(), 0, None);
    let result = read_lines(&mut |line| {
        number += 1;
        let Some(line) = line.strip_suffix(b"\n") else { return };
        match serde_json::from_slice(line) {
            Ok(game) => games.push(game),
            Err(error) => {
                failure.get_or_insert_with(|| {
                    format!("{}: line {number} is no game of a match: {error}", path.display())
                });
            }
        }
    });
    result.map_err(|error| format!("{}: {error}", path.display()))?;
    failure.map_or(Ok(games), Err)
}
