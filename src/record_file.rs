//! Game records as files: which format one has, read up to the limit, written whole or not at all.
//!
//! It does not know what records say, nor who wants them.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::format::Format;
use crate::record::limits;

/// Held while a file is being written.
static WRITING: Mutex<()> = Mutex::new(());

/// Reads a file, or its start where it is larger than any reader takes.
///
/// # Errors
/// Where it cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_from(File::open(path)?)
}

/// Reads what comes from somewhere, or its start where that is more than any reader takes.
///
/// # Errors
/// Where it cannot be read.
pub fn read_from(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limits::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
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

/// Writes a file whole or not at all: under another name first, which it then gives up.
///
/// # Errors
/// Where that fails. What was there before is still there then.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let _writing = settled();
    // Pipes and the like have no other name.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return fs::write(path, bytes);
    }
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it names no file"));
    };
    let mut unfinished_name = OsString::from(name);
    unfinished_name.push(format!(".{}.part", process::id()));
    let unfinished = path.with_file_name(unfinished_name);
    let written = begun(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&unfinished, path));
    if moved.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    moved
}

/// Waits until no file is half written; none is begun while the answer lives.
pub fn settled() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new file; what a process of the same number left there unfinished is removed.
fn begun(path: &Path) -> io::Result<File> {
    match File::create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            File::create_new(path)
        }
        created => created,
    }
}

#[cfg(test)]
mod tests {
    use std::env;

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

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = env::temp_dir().join(format!("tianyuan-record-file-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("a.sgf");
        write(&file, b"(;)").expect("written");
        write(&file, b"(;B[])").expect("written again");
        assert_eq!(read(&file).expect("there"), b"(;B[])");
        assert!(write(&folder.join("none/b.sgf"), b"(;)").is_err());
        let files = fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(files, 1, "nothing unfinished is left");
        assert!(write(&folder, b"(;)").is_err());
        fs::remove_dir_all(folder).expect("it is ours");
    }
}
