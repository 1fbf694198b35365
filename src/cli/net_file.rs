//! Net files of either kind, as the command line names them.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::net::katago::{self, Precision};
use crate::net::{AnyNet, AnyNetFile, PREPARED, SharedBytes, crc_32};
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
        let storage = Storage::default();
        if storage.read(path, PREPARED.len()).map_err(told)? == PREPARED {
            return NetFile::map(&storage, path);
        }
        let bytes = storage.read(path, MOST + 1).map_err(told)?;
        match bytes.len() {
            0 => return Err("the file is empty".into()),
            length if length > MOST => return Err(format!("it has more than {MOST} bytes")),
            _ => {}
        }
        let net = AnyNetFile::read(&bytes).map_err(|error| error.to_string())?;
        Ok(NetFile { net, bytes: bytes.len(), checksum: crc_32(&bytes) })
    }

    /// Maps a prepared net, whose weights processes share.
    fn map(storage: &Storage, path: &Path) -> Result<NetFile, String> {
        let file: SharedBytes = Arc::new(storage.map(path, MOST).map_err(told)?);
        let net = AnyNetFile::read_shared(&file).map_err(|error| error.to_string())?;
        let bytes = (*file).as_ref();
        // That of all of it would be the same for all files that end with their checksum.
        let end = bytes.last_chunk().copied().map_or(0, u32::from_le_bytes);
        Ok(NetFile { net, bytes: bytes.len(), checksum: end })
    }

    /// The net that the search uses, with a number type for nets of KataGo's.
    ///
    /// # Errors
    /// One sentence where the net or this processor cannot compute with the number type.
    pub(super) fn into_net(self, precision: Option<Precision>) -> Result<AnyNet, String> {
        let net = match self.net {
            AnyNetFile::Own(net) => return Ok(AnyNet::from(*net)),
            AnyNetFile::KataGo(model) => katago::Net::new(*model),
            AnyNetFile::Prepared(net) => *net,
        };
        let net = match precision {
            Some(precision) => net.with_precision(precision)?,
            None => net,
        };
        net.check_outputs().map_err(|overflow| overflow.to_string())?;
        Ok(AnyNet::katago(net, self.checksum))
    }
}

/// What is said of an error of the disk. Nets are not read from the standard input.
fn told(error: io::Error) -> String {
    if is_not_regular(&error) { "it is no regular file".into() } else { error.to_string() }
}
