//! A file of game records: its format, by name and content, and the part that is read.

use std::io::{self, Read};
use std::path::Path;

use crate::records::format::Format;
use crate::records::record::limits;
use crate::records::storage::{Location, Storage};

/// The number of bytes read from a file: one more than readers accept, so that they detect longer files.
const MOST: usize = limits::MAX_BYTES + 1;

/// Reads a file, or its start if it is longer than any reader accepts.
///
/// # Errors
/// Returns an error if the file cannot be read, or is not a regular file.
pub fn read(storage: &Storage, path: &Path) -> io::Result<Vec<u8>> {
    storage.read(path, MOST)
}

/// Reads a file at a location as [`read`] does.
///
/// # Errors
/// Returns an error if it cannot be read, or is not a regular file.
pub fn read_at(storage: &Storage, location: &Location) -> io::Result<Vec<u8>> {
    storage.read_at(location, MOST)
}

/// Reads a stream, or its start if it is longer than any reader accepts.
///
/// # Errors
/// Returns an error if the stream cannot be read.
pub fn read_from(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MOST as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the format of a file by its name and content. The name decides for SGF, which may start with any text; the
/// content decides for wei7, whose versions share an extension.
///
/// ```
/// use std::path::Path;
/// use tianyuan::records::format::Format;
/// use tianyuan::record_file::format_of;
///
/// let format = format_of(Path::new("game.wei7"), b"<wei7/>");
/// assert_eq!(format, Some(Format::Wei7Xml));
/// ```
pub fn format_of(path: &Path, bytes: &[u8]) -> Option<Format> {
    let named = format_named(path);
    if named == Some(Format::Sgf) { named } else { Format::detect(bytes).or(named) }
}

/// Returns the format of a file name by its extension; `.wei7` means 3.0.
pub fn format_named(path: &Path) -> Option<Format> {
    let extension = path.extension()?;
    Format::ALL.into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_is_detected_from_name_and_content() {
        let format = |name: &str, text: &str| format_of(Path::new(name), text.as_bytes());
        assert_eq!(format("a.SGF", "<x (;"), Some(Format::Sgf));
        assert_eq!(format("a.wei7", " <wei7"), Some(Format::Wei7Xml));
        assert_eq!(format("a.wei7", ""), Some(Format::Wei7));
        assert_eq!(format("a", "{"), Some(Format::Wei7));
        assert_eq!(format("a.txt", "hello"), None);
    }
}
