//! Net files of either kind, as the command line names them.

use std::io;
use std::path::Path;

use crate::net::{AnyNetFile, crc_32};
use crate::storage::{Storage, is_not_regular};

/// The most bytes of a net file: more than the largest net of KataGo's takes.
const MOST: usize = 1 << 30;

/// A net file that was read.
#[derive(Debug)]
pub(super) struct NetFile {
    /// What it holds.
    pub(super) net: AnyNetFile,
    /// Its number of bytes.
    pub(super) bytes: usize,
    /// The checksum of all its bytes, by which reports tell nets apart.
    pub(super) checksum: u32,
}

impl NetFile {
    /// Reads a net file.
    ///
    /// # Errors
    /// One sentence without the name of the file.
    pub(super) fn read(path: &Path) -> Result<NetFile, String> {
        let bytes = Storage::default().read(path, MOST + 1).map_err(told)?;
        match bytes.len() {
            0 => return Err("the file is empty".into()),
            length if length > MOST => return Err(format!("it has more than {MOST} bytes")),
            _ => {}
        }
        let net = AnyNetFile::read(&bytes).map_err(|error| error.to_string())?;
        Ok(NetFile { net, bytes: bytes.len(), checksum: crc_32(&bytes) })
    }
}

/// What is said of an error of the disk. Nets are not read from the standard input.
fn told(error: io::Error) -> String {
    if is_not_regular(&error) { "it is no regular file".into() } else { error.to_string() }
}
