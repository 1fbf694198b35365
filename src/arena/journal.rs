//! What engines and referee say to each other, for whoever looks for the cause of a fault: in a file
//! for each process, and what engines write to their standard error on ours if that is wished.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::storage::{Lines, Storage};
use crate::streams::print_error;

/// Where lines of one engine go. Clones share the file.
#[derive(Debug, Clone, Default)]
pub struct Journal {
    file: Option<Arc<Mutex<Lines>>>,
    /// What stands before lines of the standard error on ours; `None` where they are not wanted.
    echo: Option<String>,
}

/// The most bytes of a line of a standard error that are kept.
const LONGEST: u64 = 4096;

impl Journal {
    /// A journal in a file, which is made or written on, and on our standard error behind a name.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn new(
        storage: &Storage,
        file: Option<&Path>,
        echo: Option<String>,
    ) -> io::Result<Journal> {
        let file = file.map(|path| storage.lines(path)).transpose()?;
        Ok(Journal { file: file.map(|file| Arc::new(Mutex::new(file))), echo })
    }

    /// Whether the standard error is wanted at all.
    pub fn wants_errors(&self) -> bool {
        self.file.is_some() || self.echo.is_some()
    }

    /// Writes a line behind a sign that says who spoke. A full disk does not end a match.
    pub fn note(&self, sign: &str, line: &str) {
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = file.add(format!("{sign} {line}\n").as_bytes()) {
                log::warn!("{}: a line is lost: {error}", file.path().display());
            }
        }
    }

    /// Notes a standard error to its end.
    pub fn follow(&self, errors: impl Read) {
        let mut errors = BufReader::new(errors);
        loop {
            let mut line = Vec::new();
            let got = errors.by_ref().take(LONGEST).read_until(b'\n', &mut line);
            if got.unwrap_or(0) == 0 {
                return;
            }
            let text = String::from_utf8_lossy(line.trim_ascii_end());
            self.note("!", &text);
            if let Some(name) = &self.echo {
                print_error(&format!("{name}: {text}"));
            }
        }
    }
}
