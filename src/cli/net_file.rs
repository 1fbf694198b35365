//! Native and KataGo net files given on the command line.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::net_cache::NetCache;
use crate::job_error::JobError;
use crate::nn::katago::{self, Precision};
use crate::nn::{AnyNet, AnyNetFile, PREPARED, SharedBytes, crc_32};
use crate::records::storage::{Storage, is_not_regular};

/// The maximum size of a net file, in bytes: above the largest KataGo net.
const MOST: usize = 1 << 31;

/// A net file that has been read.
#[derive(Debug)]
pub(super) struct NetFile {
    /// The content.
    pub(super) net: AnyNetFile,
    /// The file size, in bytes.
    pub(super) bytes: usize,
    /// The checksum of the file, which identifies nets in reports.
    pub(super) checksum: u32,
}

impl NetFile {
    /// Reads a net file.
    ///
    /// # Errors
    /// Returns [`JobError`] if the file cannot be read or is not a net.
    pub(super) fn read(path: &Path) -> Result<NetFile, JobError> {
        let storage = Storage::default();
        if storage.read(path, PREPARED.len()).map_err(unreadable(path))? == PREPARED {
            return NetFile::map(&storage, path);
        }
        let bytes = storage.read(path, MOST + 1).map_err(unreadable(path))?;
        match bytes.len() {
            0 => return Err(JobError::invalid(path)("the file is empty")),
            length if length > MOST => {
                return Err(JobError::invalid(path)(format!("more than {MOST} bytes")));
            }
            _ => {}
        }
        let net = AnyNetFile::read(&bytes).map_err(JobError::invalid(path))?;
        Ok(NetFile { net, bytes: bytes.len(), checksum: crc_32(&bytes) })
    }

    /// Maps a prepared net, so that processes share its weights.
    fn map(storage: &Storage, path: &Path) -> Result<NetFile, JobError> {
        let file: SharedBytes = Arc::new(storage.map(path, MOST).map_err(unreadable(path))?);
        let net = AnyNetFile::read_shared(&file).map_err(JobError::invalid(path))?;
        let bytes = (*file).as_ref();
        // The checksum over the whole file is the same for all files that end with their own checksum.
        let end = bytes.last_chunk().copied().map_or(0, u32::from_le_bytes);
        Ok(NetFile { net, bytes: bytes.len(), checksum: end })
    }

    /// Returns the net of the file at `path` for the search; `precision` is the number type of KataGo nets.
    ///
    /// # Errors
    /// Returns [`JobError`] if the net or this processor cannot compute with the number type.
    pub(super) fn into_net(
        self,
        path: &Path,
        precision: Option<Precision>,
    ) -> Result<AnyNet, JobError> {
        let net = match self.net {
            AnyNetFile::Own(net) => return Ok(AnyNet::from(*net)),
            AnyNetFile::KataGo(model) => {
                let net = katago::Net::new(*model);
                match NetCache::new(self.checksum) {
                    Some(cache) => net.with_cache(Box::new(cache)),
                    None => net,
                }
            }
            AnyNetFile::Prepared(net) => *net,
        };
        let net = match precision {
            Some(precision) => net.with_precision(precision).map_err(JobError::invalid(path))?,
            None => net,
        };
        net.check_outputs().map_err(JobError::invalid(path))?;
        Ok(AnyNet::katago(net, self.checksum))
    }
}

/// Returns a function that converts the I/O error of a file that must be regular, for `map_err`.
pub(super) fn unreadable(path: &Path) -> impl Fn(io::Error) -> JobError {
    move |error| match is_not_regular(&error) {
        true => JobError::invalid(path)("not a regular file"),
        false => JobError::file(path)(error),
    }
}
