//! The owner and the permissions of a file that is replaced.

use std::fs::Metadata;
use std::io;

use super::regular::regular;
#[cfg(all(unix, feature = "system-files"))]
use super::regular::regular_kind;

/// The owner and the permissions of a regular file.
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
    /// Takes them from the metadata of a file.
    ///
    /// # Errors
    /// Returns an error if the file is not regular.
    pub(super) fn of(there: &Metadata) -> io::Result<Existing> {
        regular(there)?;
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Ok(Existing {
            #[cfg(unix)]
            mode: there.mode(),
            #[cfg(unix)]
            owner: (there.uid(), there.gid()),
        })
    }

    /// Takes them from the metadata of a file in a folder that is held.
    ///
    /// # Errors
    /// Returns an error if the file is not regular.
    #[cfg(all(unix, feature = "system-files"))]
    pub(super) fn of_held(there: &cap_std::fs::Metadata) -> io::Result<Existing> {
        use cap_std::fs::MetadataExt;

        regular_kind(there.is_file(), there.is_dir())?;
        Ok(Existing { mode: there.mode(), owner: (there.uid(), there.gid()) })
    }

    /// The permissions of a draft: no user may read it who may not read the file.
    #[cfg(unix)]
    pub(super) fn draft_mode(&self) -> u32 {
        self.mode & 0o700
    }
}
