//! Append-only text files whose lines are written completely or not at all.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::open::{Links, is_at};
use super::read::Watched;
use super::{Operation, Storage, folder_of};

/// A file to which lines are appended.
#[derive(Debug)]
pub struct LineLog {
    storage: Storage,
    path: PathBuf,
    file: File,
    /// `true` for a file that can be truncated, `false` for a pipe or device.
    is_regular: bool,
}

impl Storage {
    /// Opens or creates a file for appending lines. It may be a pipe or a device.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn lines(&self, path: &Path) -> io::Result<LineLog> {
        self.ask(&Operation::Open(path))?;
        let is_regular = !fs::metadata(path).is_ok_and(|there| !there.is_file());
        let mut options = File::options();
        let file = options.create(true).append(true).read(is_regular).open(path)?;
        let mut lines = LineLog { storage: self.clone(), path: path.into(), file, is_regular };
        lines.end()?;
        Ok(lines)
    }

    /// Opens or creates a file for appending lines, with an exclusive lock. Links are not followed.
    ///
    /// # Errors
    /// Returns [`WouldBlock`](io::ErrorKind::WouldBlock) if another process has locked the file, or the error of
    /// opening it.
    pub fn open_exclusive(&self, path: &Path) -> io::Result<LineLog> {
        loop {
            let mut options = File::options();
            options.create(true).append(true).read(true);
            let file = self.open(path, &mut options, Links::Refused)?;
            self.ask(&Operation::Lock(path))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
                Err(TryLockError::Error(error)) => {
                    log::warn!("{}: cannot lock: {error}", path.display());
                }
            }
            // The previous owner of the lock may have removed the file.
            if is_at(&file, path) {
                return Ok(LineLog {
                    storage: self.clone(),
                    path: path.into(),
                    file,
                    is_regular: true,
                });
            }
        }
    }
}

impl LineLog {
    /// The maximum number of bytes of a line that are read.
    pub const LONGEST: usize = 1 << 20;

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the size in bytes.
    ///
    /// # Errors
    /// Returns an error if the metadata of the file cannot be read.
    pub fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Returns `true` if the file is empty.
    ///
    /// # Errors
    /// Returns an error if the metadata of the file cannot be read.
    pub fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }

    /// Reads the lines from the start and passes each one on with its line ending. A line that is too long is
    /// truncated to [`LONGEST`](LineLog::LONGEST) bytes without an ending; an unterminated last line is passed on as
    /// it is.
    ///
    /// Returns the number of bytes before such a last line, or of the whole file. The file is not changed: the caller
    /// checks that it is the right file before it calls [`cut`](LineLog::cut) or [`end`](LineLog::end).
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(&mut self, take: &mut dyn FnMut(&[u8])) -> io::Result<u64> {
        self.file.seek(SeekFrom::Start(0))?;
        let watched = Watched { storage: &self.storage, path: &self.path, file: &self.file };
        let mut reader = BufReader::new(watched);
        let mut whole = 0;
        let mut line = Vec::new();
        loop {
            line.clear();
            let got =
                reader.by_ref().take(LineLog::LONGEST as u64).read_until(b'\n', &mut line)? as u64;
            if got == 0 {
                return Ok(whole);
            }
            let has_end = line.ends_with(b"\n");
            let is_truncated = got == LineLog::LONGEST as u64 && !has_end;
            let rest = if is_truncated { reader.skip_until(b'\n')? } else { 0 };
            take(&line);
            if rest == 0 && !has_end {
                return Ok(whole);
            }
            whole += got + rest as u64;
        }
    }

    /// Removes everything after the first `length` bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be truncated.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        if self.len()? > length { self.truncate(length) } else { Ok(()) }
    }

    /// Appends a line with its line ending. If this fails, the file contains no part of it.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written.
    pub fn add(&mut self, line: &[u8]) -> io::Result<()> {
        let before = if self.is_regular { self.len()? } else { 0 };
        let mut rest = line;
        while !rest.is_empty() {
            match self.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.take_back(before, line.len() as u64);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Removes all lines.
    ///
    /// # Errors
    /// Returns an error if the file cannot be truncated.
    pub fn clear(&mut self) -> io::Result<()> {
        self.truncate(0)
    }

    /// Syncs the lines to the disk.
    ///
    /// # Errors
    /// Returns an error if the sync fails.
    pub fn sync(&self) -> io::Result<()> {
        if !self.is_regular {
            return Ok(());
        }
        self.storage.ask(&Operation::Sync(&self.path))?;
        self.file.sync_data()
    }

    /// Removes the file. A lock is held until then.
    ///
    /// # Errors
    /// Returns an error if the file cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        self.storage.remove(&self.path)?;
        self.storage.sync_folder(folder_of(&self.path))
    }

    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.storage.ask(&Operation::Write(&self.path, &self.file, bytes))?;
        match (&self.file).write(bytes)? {
            0 => Err(io::ErrorKind::WriteZero.into()),
            written => Ok(written),
        }
    }

    /// Removes a partially written line, unless another process has appended to it.
    fn take_back(&mut self, before: u64, most: u64) {
        let is_ours = self.len().is_ok_and(|now| now > before && now < before + most);
        if self.is_regular
            && is_ours
            && let Err(error) = self.truncate(before)
        {
            log::warn!("{}: an incomplete line remains: {error}", self.path.display());
        }
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.storage.ask(&Operation::Truncate(&self.path))?;
        self.file.set_len(length)
    }

    /// Terminates the last line if it has no ending, so that the next line does not continue it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written.
    pub fn end(&mut self) -> io::Result<()> {
        if !self.is_regular || self.is_empty()? {
            return Ok(());
        }
        let mut last = [0];
        self.file.seek(SeekFrom::End(-1))?;
        let mut watched = Watched { storage: &self.storage, path: &self.path, file: &self.file };
        watched.read_exact(&mut last)?;
        if last == *b"\n" { Ok(()) } else { self.add(b"\n") }
    }
}
