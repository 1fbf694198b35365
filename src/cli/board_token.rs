//! The token of `tianyuan board`, which its pages keep over restarts of the program.
//!
//! It is stored in the user's cache folder, in a file that only the user can read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use super::net_cache::cache_folder;

/// The name of the file.
const NAME: &str = "board-token";

/// The length of a token in hexadecimal digits.
const LENGTH: usize = 32;

/// Returns the stored token, and stores a new one first if there is none. Returns `None` without a cache folder, or if
/// the file cannot be used; the server then creates a token for this run.
pub(super) fn stored_token() -> Option<String> {
    let folder = cache_folder()?;
    let token = fs::create_dir_all(&folder).and_then(|()| token_in(&folder.join(NAME)));
    token.inspect_err(|error| log::info!("the token is not stored: {error}")).ok()
}

fn token_in(path: &Path) -> io::Result<String> {
    match open(path) {
        Ok(file) => read(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(path),
        Err(error) => Err(error),
    }
}

/// Opens a regular file without following links.
fn open(path: &Path) -> io::Result<File> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    File::open(path)
}

fn read(file: File) -> io::Result<String> {
    check_private(&file)?;
    let mut text = String::new();
    file.take(LENGTH as u64 + 2).read_to_string(&mut text)?;
    let token = text.trim_end();
    let is_token = token.len() == LENGTH && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_token.then(|| token.into()).ok_or_else(|| io::Error::other("not a token"))
}

fn create(path: &Path) -> io::Result<String> {
    let token = format!("{:032x}", rand::random::<u128>());
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(token.as_bytes())?;
    Ok(token)
}

/// Returns an error if other users can read or write a file.
#[cfg(unix)]
fn check_private(file: &File) -> io::Result<()> {
    let mode = std::os::unix::fs::PermissionsExt::mode(&file.metadata()?.permissions());
    if mode & 0o077 == 0 { Ok(()) } else { Err(io::Error::other("readable by other users")) }
}

#[cfg(not(unix))]
fn check_private(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_is_created_once_and_must_be_private() {
        let folder = std::env::temp_dir().join(format!("tianyuan-token-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("created");
        let path = folder.join(NAME);
        let token = token_in(&path).expect("created");
        assert_eq!((token.len(), token_in(&path).expect("read")), (LENGTH, token));
        #[cfg(unix)]
        {
            let mode = |mode| std::os::unix::fs::PermissionsExt::from_mode(mode);
            fs::set_permissions(&path, mode(0o644)).expect("changed");
            assert!(token_in(&path).is_err(), "other users can read it");
            fs::set_permissions(&path, mode(0o600)).expect("changed");
        }
        fs::write(&path, "short").expect("written");
        assert!(token_in(&path).is_err());
        fs::remove_dir_all(folder).expect("it exists");
    }
}
