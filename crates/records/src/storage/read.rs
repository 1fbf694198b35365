//! Reading: regular files only, up to a limit.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::open::Links;
use super::{Operation, Storage};

impl Storage {
    /// Reads a regular file, or so many bytes at its start.
    ///
    /// # Errors
    /// Where it cannot be read, or is something else.
    pub fn read(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let file = self.open(path, File::options().read(true), Links::Followed)?;
        self.read_open(path, &file, most)
    }

    /// Reads an open file up to `most` bytes.
    pub(super) fn read_open(&self, path: &Path, file: &File, most: usize) -> io::Result<Vec<u8>> {
        // One byte more, so that the end is seen without more room.
        let length = file.metadata()?.len().min(most as u64) as usize;
        let mut bytes = Vec::with_capacity(length + 1);
        Watched { storage: self, path, file }.take(most as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a regular file of text in UTF-8.
    ///
    /// # Errors
    /// Where it cannot be read, is something else, has more than so many bytes or is no UTF-8.
    pub fn read_text(&self, path: &Path, most: usize) -> io::Result<String> {
        let bytes = self.read(path, most + 1)?;
        if bytes.len() > most {
            let reason = format!("it has more than {most} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        }
        String::from_utf8(bytes)
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8"))
    }
}

/// A file whose every read may be made to fail.
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
