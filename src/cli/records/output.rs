//! Where converted games go: which files are written, and that no file is written over that is read or
//! was written before.

use std::collections::HashSet;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

use crate::cli::status::Status;
use crate::format::Format;
use crate::record_file::Input;
use crate::storage::{Batch, Claims, Storage};

/// The most files that wait to be forced onto the disk together.
const MOST_WAITING: usize = 200;

/// Where records go.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target<'a> {
    /// To the standard output.
    Output,
    /// All to one file.
    File(&'a Path),
    /// To files in a folder, named after those that are read.
    Folder(&'a Path),
}

/// Writes converted games.
pub(super) struct Output<'a> {
    pub(super) target: Target<'a>,
    pub(super) format: Format,
    /// Whether each game gets a file of its own, whatever the format can hold.
    pub(super) is_split: bool,
    pub(super) storage: &'a Storage,
    /// Writes bytes to the standard output.
    pub(super) print: &'a mut dyn FnMut(&[u8]),
    /// Passes on why something is not written.
    pub(super) complain: &'a dyn Fn(&str),
    read: Claims,
    written: Claims,
    batch: Batch<'a>,
    /// The names of the files in the batch.
    waiting: Vec<PathBuf>,
    input: Input,
    /// Games that are not written yet.
    held: Vec<u8>,
    /// The number of games of the input.
    games: usize,
    /// The number of games of all inputs.
    all_games: usize,
    status: Status,
}

impl<'a> Output<'a> {
    /// An output for the games of some files.
    ///
    /// # Errors
    /// Where a file that is to be read would be written over, or a file written twice.
    pub(super) fn new(
        target: Target<'a>,
        format: Format,
        is_split: bool,
        inputs: &[Input],
        storage: &'a Storage,
        print: &'a mut dyn FnMut(&[u8]),
        complain: &'a dyn Fn(&str),
    ) -> Result<Output<'a>, String> {
        let mut read = Claims::default();
        for input in inputs.iter().filter(|input| !is_standard(&input.path)) {
            read.claim(&input.path);
        }
        let output = Output {
            target,
            format,
            is_split,
            storage,
            print,
            complain,
            read,
            written: Claims::default(),
            batch: Batch::new(storage),
            waiting: Vec::new(),
            input: Input::default(),
            held: Vec::new(),
            games: 0,
            all_games: 0,
            status: Status::Clean,
        };
        output.refuse_to_overwrite(inputs)?;
        if let Target::Folder(folder) = target {
            let made = storage.make_folder(folder);
            made.map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        Ok(output)
    }

    /// Refuses names that are known before any file is read.
    fn refuse_to_overwrite(&self, inputs: &[Input]) -> Result<(), String> {
        let mut places = Claims::default();
        match self.target {
            Target::Output => {}
            Target::File(path) => self.refuse_if_read(path)?,
            Target::Folder(_) => {
                for input in inputs {
                    let place = self.place(input, None);
                    self.refuse_if_read(&place)?;
                    if places.claim(&place).is_some() {
                        return Err(twice(&place));
                    }
                }
            }
        }
        if !self.is_apart() {
            return Ok(());
        }
        // The number of games is not known yet: a file may be written of any name with a number behind it.
        let stem = |path: &Path| Claims::name(&path.with_extension(""));
        let has_extension = |path: &Path| {
            path.extension().is_some_and(|it| it.eq_ignore_ascii_case(self.format.extension()))
        };
        let mut like_these = inputs.iter().filter(|input| has_extension(&input.path)).peekable();
        if like_these.peek().is_none() {
            return Ok(());
        }
        let stems: HashSet<String> =
            inputs.iter().map(|input| stem(&self.place(input, None))).collect();
        for input in like_these {
            let name = stem(&input.path);
            let unnumbered = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let of = unnumbered.strip_suffix('-').filter(|_| unnumbered.len() < name.len());
            if of.is_some_and(|stem| stems.contains(stem)) {
                return Err(written_over(&input.path, &input.path));
            }
        }
        Ok(())
    }

    fn refuse_if_read(&self, place: &Path) -> Result<(), String> {
        self.read.find(place).map_or(Ok(()), |input| Err(written_over(place, input)))
    }

    /// Whether each game has a file of its own.
    fn is_apart(&self) -> bool {
        self.is_split || self.format != Format::Sgf
    }

    /// The file for an input, or for one of its games.
    fn place(&self, input: &Input, game: Option<usize>) -> PathBuf {
        let Target::Folder(folder) = self.target else { return PathBuf::new() };
        let stem = input.path.file_stem().unwrap_or_default().to_string_lossy();
        let number = game.map_or(String::new(), |game| format!("-{game}"));
        let name = format!("{stem}{number}.{}", self.format.extension());
        folder.join(&input.under).join(name)
    }

    /// The games of a file follow.
    pub(super) fn begin(&mut self, input: Input) {
        (self.input, self.games) = (input, 0);
    }

    /// A game of the file.
    pub(super) fn game(&mut self, bytes: Vec<u8>) {
        self.games += 1;
        self.all_games += 1;
        match self.target {
            Target::Output if self.format == Format::Sgf => (self.print)(&bytes),
            Target::Folder(_) if self.is_apart() && self.games > 1 => {
                if self.games == 2 {
                    let first = mem::take(&mut self.held);
                    self.write(&self.place(&self.input, Some(1)), &first);
                }
                self.write(&self.place(&self.input, Some(self.games)), &bytes);
            }
            // Of a format that holds one game nothing is written where there are more.
            _ if self.format == Format::Sgf || self.held.is_empty() => self.held.extend(bytes),
            _ => {}
        }
    }

    /// The file has no more games.
    pub(super) fn end(&mut self) {
        if matches!(self.target, Target::Folder(_)) && !self.held.is_empty() {
            let bytes = mem::take(&mut self.held);
            self.write(&self.place(&self.input, None), &bytes);
        }
    }

    /// There are no more files. Returns what became of those that were written.
    pub(super) fn finish(mut self) -> Status {
        let bytes = mem::take(&mut self.held);
        let is_one = self.format == Format::Sgf || self.all_games == 1;
        match self.target {
            Target::Output | Target::File(_) if bytes.is_empty() => {}
            Target::Output | Target::File(_) if !is_one => {
                let (games, format) = (self.all_games, self.format);
                self.fail(&format!(
                    "a file of {format} holds one game, not {games}: name a folder"
                ));
            }
            Target::Output => (self.print)(&bytes),
            Target::File(path) => {
                if let Err(error) = self.storage.write(path, &bytes) {
                    self.fail(&format!("{}: {error}", path.display()));
                }
            }
            Target::Folder(_) => self.commit(),
        }
        let Output { batch, complain, mut status, .. } = self;
        if let Err((folder, error)) = batch.finish() {
            complain(&format!("{}: {error}", folder.display()));
            status = Status::Faulty;
        }
        status
    }

    fn write(&mut self, place: &Path, bytes: &[u8]) {
        let refused = self.refuse_if_read(place);
        let refused = refused.and_then(|()| match self.written.claim(place) {
            Some(_) => Err(twice(place)),
            None => Ok(()),
        });
        if let Err(reason) = refused {
            return self.fail(&reason);
        }
        if let Err(error) = self.begin_file(place, bytes) {
            return self.fail(&format!("{}: {error}", place.display()));
        }
        if self.waiting.len() >= MOST_WAITING {
            self.commit();
        }
    }

    /// Writes a file that gets its name with the batch.
    fn begin_file(&mut self, place: &Path, bytes: &[u8]) -> io::Result<()> {
        if let Some(folder) = place.parent().filter(|folder| !folder.is_dir()) {
            self.storage.make_folder(folder)?;
        }
        let mut draft = self.storage.begin(place)?;
        draft.write_all(bytes)?;
        self.batch.add(draft);
        self.waiting.push(place.into());
        Ok(())
    }

    fn commit(&mut self) {
        let done = self.batch.commit();
        for (place, done) in mem::take(&mut self.waiting).iter().zip(done) {
            if let Err(error) = done {
                self.fail(&format!("{}: {error}", place.display()));
            }
        }
    }

    fn fail(&mut self, reason: &str) {
        (self.complain)(reason);
        self.status = Status::Faulty;
    }
}

fn written_over(place: &Path, input: &Path) -> String {
    let (place, input) = (place.display(), input.display());
    format!("{place}: it would be written over, but {input} is to be read; choose another place")
}

fn twice(place: &Path) -> String {
    format!("{}: more than one of the files would be written there", place.display())
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}
