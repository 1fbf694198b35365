//! Regular files, as opposed to pipes, devices, sockets and folders.

use std::fs::Metadata;
use std::io;

/// Error for a pipe, device or socket in place of a file: reading it may block or never end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a regular file (use - to read a pipe from standard input)")]
pub struct NotRegularFile;

/// Returns `true` if this error means that a file is not regular.
pub fn is_not_regular(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<NotRegularFile>())
}

/// Returns an error if a file is not regular.
pub(super) fn check_regular(there: &Metadata) -> io::Result<()> {
    regular_kind(there.is_file(), there.is_dir())
}

/// Returns an error if a file of this type is not regular.
pub(super) fn regular_kind(is_file: bool, is_folder: bool) -> io::Result<()> {
    if is_file {
        Ok(())
    } else if is_folder {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, NotRegularFile))
    }
}

/// Turns a violation of the file size limit into a write error instead of a signal that terminates the program.
/// Applies to the calling thread and threads that it starts later.
#[cfg(all(unix, feature = "system-files"))]
pub fn make_size_limits_errors() {
    use nix::sys::signal::{SigSet, Signal};

    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    if let Err(error) = signals.thread_block() {
        log::warn!("the file size limit will terminate the program: {error}");
    }
}

/// Does nothing: signal handling is left to the program, and other systems have no such limit.
#[cfg(not(all(unix, feature = "system-files")))]
pub fn make_size_limits_errors() {}

/// Owner and permissions of a regular file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Existing {
    /// The permissions.
    #[cfg(unix)]
    pub(super) mode: u32,
    /// The owner and the group.
    #[cfg(unix)]
    pub(super) owner: (u32, u32),
}

impl Existing {
    /// Reads them from the metadata of a file.
    ///
    /// # Errors
    /// Returns an error if the file is not regular.
    pub(super) fn of(there: &Metadata) -> io::Result<Existing> {
        check_regular(there)?;
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Ok(Existing {
            #[cfg(unix)]
            mode: there.mode(),
            #[cfg(unix)]
            owner: (there.uid(), there.gid()),
        })
    }

    /// Reads them from the metadata of a file in an open folder.
    ///
    /// # Errors
    /// Returns an error if the file is not regular.
    #[cfg(all(unix, feature = "system-files"))]
    pub(super) fn of_held(there: &cap_std::fs::Metadata) -> io::Result<Existing> {
        use cap_std::fs::MetadataExt;

        regular_kind(there.is_file(), there.is_dir())?;
        Ok(Existing { mode: there.mode(), owner: (there.uid(), there.gid()) })
    }

    /// Returns the permissions of a draft: users without access to the file must not have access to the draft.
    #[cfg(unix)]
    pub(super) fn draft_mode(&self) -> u32 {
        self.mode & 0o700
    }
}
