//! The log of the traffic between engine and referee: one file per process.
//!
//! It also contains the standard error of the engine, which can be copied to that of this program.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::records::storage::{LineLog, Storage};
use crate::stdio::print_error;

/// The log of one engine. Clones share the file.
#[derive(Debug, Clone, Default)]
pub(crate) struct GtpLog {
    file: Option<Arc<Mutex<LineLog>>>,
    /// The prefix for copied standard error lines; `None` disables copying.
    echo: Option<String>,
}

/// The line prefixes.
const SIGNS: [&[u8]; 3] = [b"> ", b"< ", b"! "];

/// Returns `true` if the bytes start like a log.
fn is_log(bytes: &[u8]) -> bool {
    SIGNS.iter().any(|sign| bytes.starts_with(sign))
}

/// The maximum number of bytes that are kept of a standard error line.
const LONGEST_LINE: u64 = 4096;

impl GtpLog {
    /// Creates a log that appends to `file`, and copies standard error with the prefix `echo`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn new(
        storage: &Storage,
        file: Option<&Path>,
        echo: Option<String>,
    ) -> io::Result<GtpLog> {
        let open = |path: &Path| {
            storage.check_replaceable(path, is_log)?;
            storage.lines(path)
        };
        let file = file.map(open).transpose()?;
        Ok(GtpLog { file: file.map(|file| Arc::new(Mutex::new(file))), echo })
    }

    /// Returns `true` if the standard error of the engine is logged or copied.
    pub(crate) fn logs_stderr(&self) -> bool {
        self.file.is_some() || self.echo.is_some()
    }

    /// Writes a line with a prefix: `>` to the engine, `<` from the engine, `!` for its standard error. Errors
    /// are only logged.
    pub(crate) fn write(&self, sign: &str, line: &str) {
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = file.add(format!("{sign} {line}\n").as_bytes()) {
                log::warn!("{}: cannot write a line: {error}", file.path().display());
            }
        }
    }

    /// Copies standard error to the log until it ends.
    pub(crate) fn copy_errors(&self, errors: impl Read) {
        let mut errors = BufReader::new(errors);
        loop {
            let mut line = Vec::new();
            let got = errors.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
            if got.unwrap_or(0) == 0 {
                return;
            }
            let text = String::from_utf8_lossy(line.trim_ascii_end());
            self.write("!", &text);
            if let Some(name) = &self.echo {
                print_error(&format!("{name}: {text}"));
            }
        }
    }
}
