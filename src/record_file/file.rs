//! A game record as a file: its format by name and content, and how much of it is read.

use std::io::{self, Read};
use std::path::Path;

use crate::format::Format;
use crate::record::limits;
use crate::storage::Storage;

/// A byte more than any reader takes, by which it knows that there is more.
const MOST: usize = limits::MAX_BYTES + 1;

/// Reads a file, or its start where it is larger than any reader takes.
///
/// # Errors
/// Where it cannot be read, or is no regular file.
pub fn read(storage: &Storage, path: &Path) -> io::Result<Vec<u8>> {
    storage.read(path, MOST)
}

/// Reads what comes from somewhere, or its start where that is more than any reader takes.
///
/// # Errors
/// Where it cannot be read.
pub fn read_from(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MOST as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The format of a file that was read: SGF may begin with anything, so its name tells, and of wei7
/// the content which version it is.
pub fn format_of(path: &Path, bytes: &[u8]) -> Option<Format> {
    let named = format_named(path);
    if named == Some(Format::Sgf) { named } else { Format::detect(bytes).or(named) }
}

/// The format that the end of a file's name stands for. That of `.wei7` is 3.0.
pub fn format_named(path: &Path) -> Option<Format> {
    let extension = path.extension()?;
    Format::ALL.into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_content_tell_the_format() {
        let format = |name: &str, text: &str| format_of(Path::new(name), text.as_bytes());
        assert_eq!(format("a.SGF", "<x (;"), Some(Format::Sgf));
        assert_eq!(format("a.wei7", " <wei7"), Some(Format::Wei7Xml));
        assert_eq!(format("a.wei7", ""), Some(Format::Wei7));
        assert_eq!(format("a", "{"), Some(Format::Wei7));
        assert_eq!(format("a.txt", "hello"), None);
    }
}
