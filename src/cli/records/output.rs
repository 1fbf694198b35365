//! The output of converted games: which files are written, without overwriting inputs or earlier outputs.

use std::collections::HashSet;
use std::mem;
use std::path::{Path, PathBuf};

use super::output_files::{FileNames, Finished, is_record};
use crate::cli::exit_status::Status;
use crate::job_error::JobError;
use crate::record_file::Input;
use crate::records::format::Format;
use crate::records::storage::{Batch, ClaimedPaths, Storage, io_message};

/// The maximum number of open files that wait for a common sync to disk; some systems limit a program to 256.
const MOST_WAITING: usize = 100;

/// The destination of records.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target<'a> {
    /// Standard output.
    Output,
    /// One file for all games.
    File(&'a Path),
    /// Files in a directory, named after the input files.
    Folder(&'a Path),
}

/// The writer of converted games.
pub(super) struct Output<'a> {
    pub(super) target: Target<'a>,
    pub(super) format: Format,
    /// Whether each game gets its own file, even if the format can hold several.
    pub(super) is_split: bool,
    pub(super) storage: &'a Storage,
    /// Writes bytes to standard output.
    pub(super) print: &'a mut dyn FnMut(&[u8]),
    /// Reports why a file is not written.
    pub(super) complain: &'a dyn Fn(&str),
    read: ClaimedPaths,
    written: ClaimedPaths,
    batch: Batch<'a>,
    /// The names of the files in the batch.
    waiting: Vec<PathBuf>,
    /// Games not written yet.
    held: Vec<u8>,
    /// The number of games of all inputs.
    games: usize,
    status: Status,
}

impl<'a> Output<'a> {
    /// Creates an output for the games of some files.
    ///
    /// # Errors
    /// Returns [`JobError`] if an input file would be overwritten or a file written twice.
    pub(super) fn new(
        target: Target<'a>,
        format: Format,
        is_split: bool,
        inputs: &[Input],
        storage: &'a Storage,
        print: &'a mut dyn FnMut(&[u8]),
        complain: &'a dyn Fn(&str),
    ) -> Result<Output<'a>, JobError> {
        let mut read = ClaimedPaths::default();
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
            written: ClaimedPaths::default(),
            batch: Batch::new(storage),
            waiting: Vec::new(),
            held: Vec::new(),
            games: 0,
            status: Status::Clean,
        };
        output.refuse_to_overwrite(inputs)?;
        if let Target::Folder(folder) = target {
            storage.make_folder(folder).map_err(JobError::file(folder))?;
        }
        Ok(output)
    }

    /// Rejects conflicts of names that are known before any file is read.
    fn refuse_to_overwrite(&self, inputs: &[Input]) -> Result<(), JobError> {
        if let Target::File(path) = self.target {
            claim(path, &self.read, &mut ClaimedPaths::default())?;
            // With several files, the last one may be an input whose output argument was forgotten.
            let is_replaced = |head: &[u8]| inputs.len() == 1 && is_record(head);
            self.storage.check_replaceable(path, is_replaced).map_err(JobError::file(path))?;
        }
        let Some(names) = self.names() else { return Ok(()) };
        let mut places = ClaimedPaths::default();
        for input in inputs {
            claim(&names.place(input, None), &self.read, &mut places)?;
        }
        if !names.is_apart {
            return Ok(());
        }
        // The number of games is still unknown: any name with a number suffix may be written.
        let stem = |path: &Path| ClaimedPaths::name(&path.with_extension(""));
        let has_extension = |path: &Path| {
            path.extension().is_some_and(|it| it.eq_ignore_ascii_case(self.format.extension()))
        };
        let mut like_these = inputs.iter().filter(|input| has_extension(&input.path)).peekable();
        if like_these.peek().is_none() {
            return Ok(());
        }
        let stems: HashSet<String> =
            inputs.iter().map(|input| stem(&names.place(input, None))).collect();
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

    /// Returns the names of the files, if the output is a directory.
    pub(super) fn names(&self) -> Option<FileNames<'a>> {
        let Target::Folder(folder) = self.target else { return None };
        let is_apart = self.is_split || self.format != Format::Sgf;
        Some(FileNames { folder, format: self.format, is_apart })
    }

    /// Adds a game for standard output or the single file.
    pub(super) fn game(&mut self, bytes: Vec<u8>) {
        self.games += 1;
        let is_sgf = self.format == Format::Sgf;
        match self.target {
            Target::Output if is_sgf => (self.print)(&bytes),
            // A format that holds one game writes nothing if there are several.
            _ if is_sgf || self.held.is_empty() => self.held.extend(bytes),
            _ => {}
        }
    }

    /// Adds a file of the directory; files are renamed to their final names in batches.
    pub(super) fn file(&mut self, file: Finished<'a>) {
        let Finished { place, draft } = file;
        // If an input's games share one file, its name was claimed before any file was read.
        if self.names().is_some_and(|names| names.is_apart)
            && let Err(error) = claim(&place, &self.read, &mut self.written)
        {
            return self.fail(&error.to_string());
        }
        match draft {
            Ok(draft) => self.batch.add(draft),
            Err(error) => {
                return self.fail(&format!("{}: {}", place.display(), io_message(&error)));
            }
        }
        self.waiting.push(place);
        if self.waiting.len() >= MOST_WAITING {
            self.commit();
        }
    }

    /// Finishes the output. Returns the status of the written files.
    pub(super) fn finish(mut self) -> Status {
        let bytes = mem::take(&mut self.held);
        let is_one = self.format == Format::Sgf || self.games == 1;
        match self.target {
            Target::Output | Target::File(_) if bytes.is_empty() => {}
            Target::Output | Target::File(_) if !is_one => {
                let (games, format) = (self.games, self.format);
                self.fail(&format!(
                    "a {format} file contains one game, not {games}: write to a folder"
                ));
            }
            Target::Output => (self.print)(&bytes),
            Target::File(path) => {
                if let Err(error) = self.storage.write(path, &bytes) {
                    self.fail(&format!("{}: {}", path.display(), io_message(&error)));
                }
            }
            Target::Folder(_) => self.commit(),
        }
        let Output { batch, complain, mut status, .. } = self;
        if let Err((folder, error)) = batch.finish() {
            complain(&format!("{}: {}", folder.display(), io_message(&error)));
            status = Status::Faulty;
        }
        status
    }

    fn commit(&mut self) {
        let done = self.batch.commit();
        for (place, done) in mem::take(&mut self.waiting).iter().zip(done) {
            if let Err(error) = done {
                self.fail(&format!("{}: {}", place.display(), io_message(&error)));
            }
        }
    }

    fn fail(&mut self, reason: &str) {
        (self.complain)(reason);
        self.status = Status::Faulty;
    }
}

/// Claims the name of an output file that is neither read nor written already.
fn claim(place: &Path, read: &ClaimedPaths, written: &mut ClaimedPaths) -> Result<(), JobError> {
    let identity = read.identity(place);
    if let Some(input) = read.find_identity(&identity) {
        return Err(written_over(place, input));
    }
    written.claim_identity(place, identity).map_or(Ok(()), |_| Err(twice(place)))
}

fn written_over(place: &Path, input: &Path) -> JobError {
    let (place, input) = (place.display(), input.display());
    JobError::Usage(format!("{place}: would overwrite the input {input}; choose another name"))
}

fn twice(place: &Path) -> JobError {
    let place = place.display();
    JobError::Usage(format!("{place}: several outputs would have this name"))
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}
