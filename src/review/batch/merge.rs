//! Merges the output directories of a review's shards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::job_error::JobError;
use crate::progress::Progress;
use crate::records::storage::{Storage, resolve_symlinks};
use crate::review::batch::batch_output::BatchOutput;
use crate::review::batch::finished_games::{FinishedGame, read_all};
use crate::review::game::digest::GameReport;
use crate::review::output::messages;

/// Copies the files of all shards into a directory and writes the index; `write_line` receives each game's summary.
/// Returns `true` if all games are present and without errors.
///
/// # Errors
/// Returns [`JobError`] if a file cannot be read or written, or the shards belong to different reviews.
pub fn merge_reviews(
    storage: &Storage,
    folders: &[PathBuf],
    output: &Path,
    progress: &dyn Progress,
    write_line: &mut dyn FnMut(&str),
) -> Result<bool, JobError> {
    let mut games: BTreeMap<usize, (&Path, FinishedGame)> = BTreeMap::new();
    for folder in folders {
        for (number, game) in read_all(storage, folder)? {
            let first = games.first_entry().map(|entry| entry.get().1.review.clone());
            if first.is_some_and(|first| first != game.review) {
                let path = folder.display();
                let reason = format!("{path}: game {number} belongs to another review or version");
                return Err(JobError::Input(reason));
            }
            games.entry(number).or_insert((folder, game));
        }
    }
    if games.is_empty() {
        return Err(JobError::Input("no shard reviews in these folders".into()));
    }
    storage.make_folder(output).map_err(JobError::file(output))?;
    let place = |folder: &Path| resolve_symlinks(folder).and_then(|folder| folder.canonicalize());
    let target = place(output).map_err(JobError::file(output))?;
    for (folder, game) in games.values() {
        if place(folder).is_ok_and(|folder| folder == target) {
            continue;
        }
        for name in &game.files {
            if !is_file_name(name) {
                let (path, game) = (folder.display(), game.game);
                let reason = format!("{path}: invalid file name {name:?} of game {game}");
                return Err(JobError::Input(reason));
            }
            let from = folder.join(name);
            let bytes = storage.read(&from, usize::MAX).map_err(JobError::file(&from))?;
            let to = output.join(name);
            storage.write(&to, &bytes).map_err(JobError::file(&to))?;
        }
    }
    let games = games.into_values().map(|(_, game)| game).collect::<Vec<_>>();
    write_index(storage, &games, output, progress, write_line)
}

/// Returns `true` if `path` is a plain file name; lists may come from another computer and must not escape the
/// directory.
fn is_file_name(path: &str) -> bool {
    Path::new(path).file_name().is_some_and(|name| name == path)
}

/// Writes the index of a review if no game is missing, and each game's summary. Returns `true` if all games are
/// present and without errors.
///
/// # Errors
/// Returns [`JobError`] if the index cannot be written.
pub(in crate::review) fn write_index(
    storage: &Storage,
    games: &[FinishedGame],
    output: &Path,
    progress: &dyn Progress,
    write_line: &mut dyn FnMut(&str),
) -> Result<bool, JobError> {
    let Some(FinishedGame { review: terms, .. }) = games.first() else { return Ok(false) };
    let mut names: Vec<String> = games.iter().flat_map(|game| game.files.clone()).collect();
    let missing = terms.games - games.len().min(terms.games);
    games.iter().for_each(|game| write_line(&game.report.summary_line));
    let mut is_written = true;
    if missing > 0 {
        let all = terms.games;
        progress.message(&format!("{missing} of {all} games are missing; no index was written"));
    } else {
        let reports: Vec<&GameReport> = games.iter().map(|game| &game.report).collect();
        let BatchOutput { files, lines, faults } = BatchOutput::of(&reports, terms);
        for (name, bytes) in files {
            let path = output.join(&name);
            storage.write(&path, &bytes).map_err(JobError::file(&path))?;
            names.push(name);
        }
        for (name, reason) in &faults {
            progress.message(&format!("{}: {reason}", output.join(name).display()));
        }
        lines.iter().for_each(|line| write_line(line));
        is_written = faults.is_empty();
    }
    let written = messages::written(output, &names, terms.language());
    written.iter().for_each(|line| write_line(line));
    Ok(missing == 0 && is_written && !games.iter().any(|game| game.is_faulty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_directories_are_not_file_names() {
        assert!(is_file_name("game.html") && is_file_name("a b.sgf"));
        for path in ["", ".", "..", "../a.html", "a/../b", "/etc/a", "folder/a.html", "a/"] {
            assert!(!is_file_name(path), "{path}");
        }
    }
}
