//! Memory-mapped files, which processes can share.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;

use super::Storage;
use super::open::Links;

/// A file in memory: mapped if the build supports it, otherwise read.
#[derive(Debug)]
pub struct Mmap(Content);

#[cfg(feature = "system-files")]
type Content = memmap2::Mmap;
#[cfg(not(feature = "system-files"))]
type Content = Vec<u8>;

impl AsRef<[u8]> for Mmap {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Storage {
    /// Maps a regular file into memory.
    ///
    /// If another program truncates the mapped file, an access to the missing part terminates the process with a
    /// signal.
    /// Replacing the file under its name, as [`write`](Storage::write) does, is safe.
    ///
    /// # Errors
    /// Returns an error if the file cannot be mapped, is not regular, or has more than `most` bytes.
    pub fn map(&self, path: &Path, most: usize) -> io::Result<Mmap> {
        let file = self.open(path, File::options().read(true), Links::Followed)?;
        if file.metadata()?.len() > most as u64 {
            let reason = format!("more than {most} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        }
        content(&file).map(Mmap)
    }
}

#[cfg(feature = "system-files")]
fn content(file: &File) -> io::Result<Content> {
    // SAFETY: the bytes must not change while they are mapped. This program replaces files and never modifies them.
    // Modification by other programs is an accepted risk, documented above and in the manual. Code whose memory safety
    // depends on the bytes validates them; they are plain numbers, for which every value is valid.
    unsafe { memmap2::Mmap::map(file) }
}

#[cfg(not(feature = "system-files"))]
fn content(mut file: &File) -> io::Result<Content> {
    use std::io::Read;

    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
