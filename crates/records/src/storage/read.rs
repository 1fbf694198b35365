//! Bounded reads of regular files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::open::Links;
use super::{Operation, Storage};

impl Storage {
    /// Reads at most `most` bytes from the start of a regular file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not regular.
    pub fn read(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let file = self.open(path, File::options().read(true), Links::Followed)?;
        self.read_open(path, &file, most)
    }

    /// Reads an open file up to `most` bytes.
    pub(super) fn read_open(&self, path: &Path, file: &File, most: usize) -> io::Result<Vec<u8>> {
        // The extra byte detects the end of the file without reallocation.
        let length = file.metadata()?.len().min(most as u64) as usize;
        let mut bytes = Vec::with_capacity(length + 1);
        Watched { storage: self, path, file }.take(most as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a regular UTF-8 text file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is not regular, has more than `most` bytes, or is not valid UTF-8.
    pub fn read_text(&self, path: &Path, most: usize) -> io::Result<String> {
        let bytes = self.read(path, most + 1)?;
        if bytes.len() > most {
            let reason = format!("more than {most} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        }
        String::from_utf8(bytes)
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8"))
    }
}

/// A reader whose operations the observer may make fail.
pub(super) struct Watched<'a> {
    pub storage: &'a Storage,
    pub path: &'a Path,
    pub file: &'a File,
}

impl Read for Watched<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.storage.ask(&Operation::Read(self.path))?;
        self.file.read(into)
    }
}
