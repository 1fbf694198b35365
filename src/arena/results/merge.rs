//! Puts together the games of a match from the files of its shards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::game_file;
use super::game_line::GameLine;
use super::tally::Tally;
use super::terms::Terms;
use crate::arena::game::numbers::GameNumbers;
use crate::arena::statistics::Sprt;
use crate::storage::Storage;

/// The games of a match, from several files.
#[derive(Debug)]
pub(crate) struct Merged {
    /// The terms of all games.
    pub terms: Terms,
    /// The games in the order of their numbers.
    pub tally: Tally,
    /// How many are missing before the last one.
    pub missing: usize,
    /// Games that were there more than once, and count as one.
    pub again: usize,
}

/// Reads the games of files, which may have some of them more than once.
///
/// # Errors
/// One sentence, where a file cannot be read, a line is no game, there is none, or games are of different
/// matches or versions.
pub(crate) fn merge(
    storage: &Storage,
    files: &[PathBuf],
    sprt: Option<Sprt>,
) -> Result<Merged, String> {
    let found = files.iter().map(|path| {
        let bytes = storage.read(path, usize::MAX);
        let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok((path.display().to_string(), games_of(path, &bytes)?))
    });
    merge_games(found, sprt)
}

/// The games of lines of JSON, which are said to be in a file.
///
/// # Errors
/// One sentence, where a line is no game.
pub(crate) fn games_of(path: &Path, lines: &[u8]) -> Result<Vec<GameLine>, String> {
    let read = game_file::read(path, |take| {
        lines.split_inclusive(|&byte| byte == b'\n').for_each(take);
        Ok(())
    })?;
    Ok(read.games)
}

/// Puts games together that were found in several places, by the name of the place.
///
/// # Errors
/// One sentence: that of a place, or where there is no game, or games are of different matches or versions.
pub(crate) fn merge_games(
    found: impl Iterator<Item = Result<(String, Vec<GameLine>), String>>,
    sprt: Option<Sprt>,
) -> Result<Merged, String> {
    let mut games: BTreeMap<usize, GameLine> = BTreeMap::new();
    let (mut terms, mut again) = (None, 0);
    for found in found {
        let (place, found) = found?;
        for game in found {
            let terms = terms.get_or_insert_with(|| game.terms.clone());
            let other = terms.compare(&game.terms);
            other.map_err(|why| format!("{place}: game {}: {why}", game.game))?;
            again += usize::from(games.contains_key(&game.game));
            games.entry(game.game).or_insert(game);
        }
    }
    let (Some(terms), Some(&last)) = (terms, games.keys().next_back()) else {
        return Err("there are no games".into());
    };
    let mut tally = Tally::new(&terms, GameNumbers::up_to(last), sprt);
    for game in games.into_values() {
        tally.add(game)?;
    }
    let missing = tally.end()?;
    Ok(Merged { terms, tally, missing, again })
}
