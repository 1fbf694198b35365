//! Files that are mapped into memory, so that processes share them.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;

use super::Storage;
use super::open::Links;

/// A file in memory, mapped where the program can do that, else read.
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
    /// Maps a regular file into memory. The program dies by a signal if somebody cuts the file off while it
    /// is mapped and what was cut off is read; who replaces a file by another one under its name, as
    /// [`write`](Storage::write) does, harms nobody.
    ///
    /// # Errors
    /// Where it cannot be mapped, is something else, or has more than so many bytes.
    pub fn map(&self, path: &Path, most: usize) -> io::Result<Mmap> {
        let file = self.open(path, File::options().read(true), Links::Followed)?;
        if file.metadata()?.len() > most as u64 {
            let reason = format!("it has more than {most} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        }
        content(&file).map(Mmap)
    }
}

#[cfg(feature = "system-files")]
fn content(file: &File) -> io::Result<Content> {
    // SAFETY: the bytes must not change while they are mapped. This program replaces files and never
    // changes them; that others who may write this one leave it alone is a risk that is accepted, and told
    // above and in the manual. What depends on the bytes for memory safety is checked where it is used:
    // they are numbers only, of which every value is valid.
    unsafe { memmap2::Mmap::map(file) }
}

#[cfg(not(feature = "system-files"))]
fn content(mut file: &File) -> io::Result<Content> {
    use std::io::Read;

    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
