//! Puts together the games of a match from the files of its shards.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::game_file;
use super::game_line::GameLine;
use super::tally::Tally;
use super::terms::Terms;
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
    let mut games: BTreeMap<usize, GameLine> = BTreeMap::new();
    let (mut terms, mut again) = (None, 0);
    for path in files {
        let bytes = storage.read(path, usize::MAX);
        let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
        let found = game_file::read(path, |take| {
            bytes.split_inclusive(|&byte| byte == b'\n').for_each(take);
            Ok(())
        })?;
        for game in found {
            let terms = terms.get_or_insert_with(|| game.terms.clone());
            let other = terms.compare(&game.terms);
            other.map_err(|why| format!("{}: game {}: {why}", path.display(), game.game))?;
            again += usize::from(games.contains_key(&game.game));
            games.entry(game.game).or_insert(game);
        }
    }
    let (Some(terms), Some(&last)) = (terms, games.keys().next_back()) else {
        return Err("there are no games in these files".into());
    };
    let mut tally = Tally::new(&terms, (1..=last).collect(), sprt);
    for game in games.into_values() {
        tally.add(game)?;
    }
    let missing = tally.end()?;
    Ok(Merged { terms, tally, missing, again })
}
