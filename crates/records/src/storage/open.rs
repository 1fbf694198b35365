//! Opening of files without blocking on pipes and, if requested, without following links.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use super::regular_file::check_regular;
#[cfg(all(unix, feature = "system-files"))]
use super::regular_file::regular_kind;
use super::{Operation, Storage};

/// Handling of symbolic links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    Followed,
    Refused,
}

impl Storage {
    /// Opens a regular file. Other files are rejected without waiting for the other end of a pipe.
    pub(super) fn open(
        &self,
        path: &Path,
        options: &mut OpenOptions,
        links: Links,
    ) -> io::Result<File> {
        self.ask(&Operation::Open(path))?;
        open_at_once(path, options, links)
    }
}

/// Opens a regular file without waiting for the other end of a pipe.
pub(super) fn open_at_once(
    path: &Path,
    options: &mut OpenOptions,
    links: Links,
) -> io::Result<File> {
    // Opening a device may have side effects, so its type is checked first.
    match metadata(path, links) {
        Ok(there) => check_regular(&there)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let file = at_once(options, links).open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file relative to a folder, without leaving it and without waiting for a pipe.
#[cfg(all(unix, feature = "system-files"))]
pub(super) fn open_in(
    folder: &cap_std::fs::Dir,
    path: &Path,
    options: &mut cap_std::fs::OpenOptions,
) -> io::Result<File> {
    use cap_std::fs::OpenOptionsExt;
    use nix::fcntl::OFlag;

    // Opening a device may have side effects.
    let there = folder.metadata(path)?;
    regular_kind(there.is_file(), there.is_dir())?;
    options.custom_flags(OFlag::O_NONBLOCK.bits());
    let file = folder.open_with(path, options)?.into_std();
    check_regular(&file.metadata()?)?;
    Ok(file)
}

fn metadata(path: &Path, links: Links) -> io::Result<Metadata> {
    if links == Links::Followed {
        return fs::metadata(path);
    }
    let there = fs::symlink_metadata(path)?;
    if there.is_symlink() {
        let reason = "symbolic links are not followed here";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }
    Ok(there)
}

#[cfg(all(unix, feature = "system-files"))]
fn at_once(options: &mut OpenOptions, links: Links) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;

    use nix::fcntl::OFlag;

    let no_links = if links == Links::Refused { OFlag::O_NOFOLLOW } else { OFlag::empty() };
    options.custom_flags((OFlag::O_NONBLOCK | no_links).bits())
}

// Another program may replace the file by a pipe or link between the check and the open. Without the flags from `nix`
// this race remains the caller's risk.
#[cfg(not(all(unix, feature = "system-files")))]
fn at_once(options: &mut OpenOptions, _: Links) -> &mut OpenOptions {
    options
}

/// Returns `true` if the path still refers to the open file, which may have been removed or replaced since.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let both = file.metadata().and_then(|open| Ok((open, fs::symlink_metadata(path)?)));
    both.is_ok_and(|(open, there)| (open.dev(), open.ino()) == (there.dev(), there.ino()))
}

#[cfg(not(unix))]
pub(super) fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
