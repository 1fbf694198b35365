//! Merges the games of a match from the files of its shards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::game_entry::GameEntry;
use super::game_file;
use super::in_order::InOrderCounter;
use super::match_config::MatchConfig;
use crate::job_error::JobError;
use crate::records::storage::Storage;
use crate::tournament::game::numbers::GameNumbers;
use crate::tournament::statistics::Sprt;

/// The merged games of a match.
#[derive(Debug)]
pub(crate) struct Merged {
    /// The configuration of all games.
    pub terms: MatchConfig,
    /// The games, counted in game order.
    pub tally: InOrderCounter,
    /// The number of games missing before the last one.
    pub missing: usize,
    /// The number of repeated copies of games, each counted once.
    pub again: usize,
}

/// Merges the games of files, which may overlap.
///
/// # Errors
/// Returns [`JobError`] if a file cannot be read, a line is not a game, there are no games, or games belong to
/// different matches or versions.
pub(crate) fn merge(
    storage: &Storage,
    files: &[PathBuf],
    sprt: Option<Sprt>,
) -> Result<Merged, JobError> {
    let found = files.iter().map(|path| {
        let bytes = storage.read(path, usize::MAX).map_err(JobError::file(path))?;
        Ok((path.display().to_string(), load_games(path, &bytes)?))
    });
    merge_games(found, sprt)
}

/// Parses games from JSON lines; `path` is used in messages.
///
/// # Errors
/// Returns [`JobError`] if a line is not a game.
pub(crate) fn load_games(path: &Path, lines: &[u8]) -> Result<Vec<GameEntry>, JobError> {
    let read = game_file::read(path, |take| {
        lines.split_inclusive(|&byte| byte == b'\n').for_each(take);
        Ok(())
    })?;
    Ok(read.games)
}

/// Merges games from several sources, each with its name.
///
/// # Errors
/// Returns the error of a source, or [`JobError`] if there are no games, or games belong to different matches or
/// versions.
pub(crate) fn merge_games(
    found: impl Iterator<Item = Result<(String, Vec<GameEntry>), JobError>>,
    sprt: Option<Sprt>,
) -> Result<Merged, JobError> {
    let mut games: BTreeMap<usize, GameEntry> = BTreeMap::new();
    let (mut terms, mut again) = (None, 0);
    for found in found {
        let (place, found) = found?;
        for game in found {
            let terms = terms.get_or_insert_with(|| game.terms.clone());
            terms.compare(&game.terms).map_err(|difference| {
                JobError::Input(format!("{place}: game {}: {difference}", game.game))
            })?;
            again += usize::from(games.contains_key(&game.game));
            games.entry(game.game).or_insert(game);
        }
    }
    let (Some(terms), Some(&last)) = (terms, games.keys().next_back()) else {
        return Err(JobError::Input("no games".into()));
    };
    let mut tally = InOrderCounter::new(&terms, GameNumbers::up_to(last), sprt);
    for game in games.into_values() {
        tally.add(game)?;
    }
    let missing = tally.end()?;
    Ok(Merged { terms, tally, missing, again })
}
