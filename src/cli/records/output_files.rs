//! Converted games on their way into a directory: their file names, and the temporary files until they are renamed.
//!
//! The converting threads write the temporary files; [`Output`](super::output::Output) decides whether they may get
//! their names.

use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

use crate::record_file::Input;
use crate::records::format::Format;
use crate::records::storage::{AtomicFile, Storage};

/// The names of the files in a directory.
#[derive(Debug, Clone, Copy)]
pub(super) struct FileNames<'a> {
    pub(super) folder: &'a Path,
    pub(super) format: Format,
    /// Whether each game has its own file.
    pub(super) is_apart: bool,
}

impl FileNames<'_> {
    /// Returns the path for an input, or for one of its games.
    pub(super) fn place(&self, input: &Input, game: Option<usize>) -> PathBuf {
        let stem = input.path.file_stem().unwrap_or_default().to_string_lossy();
        let number = game.map_or(String::new(), |game| format!("-{game}"));
        let name = format!("{stem}{number}.{}", self.format.extension());
        self.folder.join(&input.under).join(name)
    }
}

/// A complete file that does not have its final name yet, or the error that prevented it.
pub(super) struct Finished<'a> {
    /// Its final name.
    pub(super) place: PathBuf,
    pub(super) draft: io::Result<AtomicFile<'a>>,
}

/// Writes the games of one input.
pub(super) struct PendingFiles<'a> {
    names: FileNames<'a>,
    input: Input,
    storage: &'a Storage,
    games: usize,
    /// The common file, if an input's games share one.
    together: Option<io::Result<AtomicFile<'a>>>,
    /// The first game, if each game has its own file: its name depends on whether there is a second one.
    first: Vec<u8>,
}

impl<'a> PendingFiles<'a> {
    pub(super) fn new(
        names: FileNames<'a>,
        input: Input,
        storage: &'a Storage,
    ) -> PendingFiles<'a> {
        PendingFiles { names, input, storage, games: 0, together: None, first: Vec::new() }
    }

    /// Writes a game and sends the files finished by it.
    pub(super) fn game(&mut self, bytes: Vec<u8>, send: &mut dyn FnMut(Finished<'a>)) {
        self.games += 1;
        if !self.names.is_apart {
            let begun = self.together.take();
            let begun = begun.unwrap_or_else(|| self.begin(&self.names.place(&self.input, None)));
            self.together = Some(begun.and_then(|draft| written(draft, &bytes)));
        } else if self.games == 1 {
            self.first = bytes;
        } else {
            if self.games == 2 {
                let first = mem::take(&mut self.first);
                send(self.whole(Some(1), &first));
            }
            send(self.whole(Some(self.games), &bytes));
        }
    }

    /// Ends the input and sends the remaining files.
    pub(super) fn end(mut self, send: &mut dyn FnMut(Finished<'a>)) {
        if let Some(draft) = self.together.take() {
            send(Finished { place: self.names.place(&self.input, None), draft });
        } else if self.games == 1 {
            send(self.whole(None, &self.first));
        }
    }

    /// Returns a file with one game.
    fn whole(&self, game: Option<usize>, bytes: &[u8]) -> Finished<'a> {
        let place = self.names.place(&self.input, game);
        let draft = self.begin(&place).and_then(|draft| written(draft, bytes));
        Finished { place, draft }
    }

    fn begin(&self, place: &Path) -> io::Result<AtomicFile<'a>> {
        self.storage.check_replaceable(place, is_record)?;
        match (self.storage.begin(place), place.parent()) {
            (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
                self.storage.make_folder(folder)?;
                self.storage.begin(place)
            }
            (begun, _) => begun,
        }
    }
}

/// Returns `true` if `bytes` looks like a game record. Stricter than [`Format::detect`], which also accepts text with
/// brackets.
pub(in crate::cli) fn is_record(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches(['\u{feff}', '\u{fffd}', '\0']).trim_start();
    match text.as_bytes() {
        [b'(', rest @ ..] => rest.trim_ascii_start().starts_with(b";"),
        [b'{' | b'<', ..] => text.contains("wei7"),
        _ => false,
    }
}

fn written<'a>(mut draft: AtomicFile<'a>, bytes: &[u8]) -> io::Result<AtomicFile<'a>> {
    draft.write_all(bytes)?;
    Ok(draft)
}
