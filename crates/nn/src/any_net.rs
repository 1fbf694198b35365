//! A net of either kind (Tianyuan or KataGo) and the metadata of its file.

use std::sync::Arc;

use tianyuan_go::BoardSize;

use super::aligned::Aligned;
use super::katago::prepared::MAGIC as PREPARED_MAGIC;
use super::katago::{self, Model, PreparedError, ReadError};
use super::shared_array::SharedBytes;
use crate::builtin::error::NetError;
use crate::builtin::evaluator::Net;
use crate::builtin::file::MAGIC;

/// The magic number of gzip, in which KataGo nets are distributed.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The magic number of prepared KataGo net files.
pub const PREPARED: &[u8] = PREPARED_MAGIC;

/// The version of a KataGo net must appear within this number of bytes: the longest net name plus some white space.
const MOST_TO_VERSION: usize = 200;

/// The contents of a net file of either kind.
#[derive(Debug)]
pub enum AnyNetFile {
    /// A Tianyuan net.
    Own(Box<Net>),
    /// The model in a KataGo net file.
    KataGo(Box<Model>),
    /// A KataGo net from a prepared file.
    Prepared(Box<katago::Net>),
}

/// The error of reading a net file of unknown kind.
#[derive(Debug, thiserror::Error)]
pub enum AnyNetError {
    /// The file starts like a Tianyuan net.
    #[error(transparent)]
    Own(NetError),
    /// The file starts like a KataGo net.
    #[error(transparent)]
    KataGo(ReadError),
    /// The file starts like a prepared net.
    #[error(transparent)]
    Prepared(PreparedError),
    /// Unknown file format.
    #[error("not a Tianyuan or KataGo net")]
    Neither,
}

impl AnyNetFile {
    /// Reads a net file and detects its kind from the contents.
    ///
    /// # Errors
    /// Returns the first error in the file.
    pub fn read(bytes: &[u8]) -> Result<AnyNetFile, AnyNetError> {
        if AnyNetFile::is_native(bytes) {
            return Net::decode(bytes)
                .map(|net| AnyNetFile::Own(Box::new(net)))
                .map_err(AnyNetError::Own);
        }
        if bytes.starts_with(PREPARED) {
            // The arrays are used in place and must be aligned.
            return AnyNetFile::read_prepared(
                &(Arc::new(Copied(bytes.iter().copied().collect())) as _),
            );
        }
        if !bytes.starts_with(&GZIP) && !begins_with_version(bytes) {
            return Err(AnyNetError::Neither);
        }
        let model = katago::read(bytes).map_err(AnyNetError::KataGo)?;
        Ok(AnyNetFile::KataGo(Box::new(model)))
    }

    /// Returns `true` if a file that starts with `head` is a Tianyuan net.
    pub fn is_native(head: &[u8]) -> bool {
        head.starts_with(&MAGIC[..5])
    }

    /// Reads a net file from shared bytes; a prepared net is used in place, without copying.
    ///
    /// # Errors
    /// Returns the first error in the file.
    pub fn read_shared(bytes: &SharedBytes) -> Result<AnyNetFile, AnyNetError> {
        match (**bytes).as_ref() {
            prepared if prepared.starts_with(PREPARED) => AnyNetFile::read_prepared(bytes),
            other => AnyNetFile::read(other),
        }
    }

    fn read_prepared(bytes: &SharedBytes) -> Result<AnyNetFile, AnyNetError> {
        let net = katago::Net::from_prepared(bytes).map_err(AnyNetError::Prepared)?;
        Ok(AnyNetFile::Prepared(Box::new(net)))
    }
}

/// Bytes aligned to a cache line.
struct Copied(Aligned<u8>);

impl AsRef<[u8]> for Copied {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Returns `true` if the file starts with a name and an integer, as uncompressed KataGo nets do.
fn begins_with_version(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(MOST_TO_VERSION)];
    let mut words = start.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.next().is_some_and(<[u8]>::is_ascii)
        && words.next().is_some_and(|word| word.iter().all(u8::is_ascii_digit))
}

/// A net of either kind. Clones share the weights.
#[derive(Debug, Clone)]
pub enum AnyNet {
    /// A Tianyuan net, for the board sizes in its shape.
    Own(Arc<Net>),
    /// A KataGo net, for all board sizes.
    KataGo {
        /// The net.
        net: Arc<katago::Net>,
        /// The checksum of the file, which identifies the net.
        checksum: u32,
    },
}

/// Compares by identity: a net equals only its clones, because comparing weights is expensive.
impl PartialEq for AnyNet {
    fn eq(&self, other: &AnyNet) -> bool {
        match (self, other) {
            (AnyNet::Own(one), AnyNet::Own(other)) => Arc::ptr_eq(one, other),
            (AnyNet::KataGo { net: one, .. }, AnyNet::KataGo { net: other, .. }) => {
                Arc::ptr_eq(one, other)
            }
            _ => false,
        }
    }
}

impl From<Net> for AnyNet {
    fn from(net: Net) -> AnyNet {
        AnyNet::Own(Arc::new(net))
    }
}

impl AnyNet {
    /// Wraps a KataGo net from a file with the given checksum.
    pub fn katago(net: katago::Net, checksum: u32) -> AnyNet {
        AnyNet::KataGo { net: Arc::new(net), checksum }
    }

    /// Returns the name of the net: the name in the KataGo file, or a generated name with the board sizes.
    pub fn name(&self) -> String {
        match self {
            AnyNet::Own(net) => {
                let sizes = &net.shape().sizes;
                format!("tianyuan-{}-{}", sizes.start(), sizes.end())
            }
            AnyNet::KataGo { net, .. } => net.model().name.clone(),
        }
    }

    /// Returns the net if it is a Tianyuan net.
    pub fn from_native(&self) -> Option<&Net> {
        match self {
            AnyNet::Own(net) => Some(net),
            AnyNet::KataGo { .. } => None,
        }
    }

    /// Returns the model of a KataGo net, or `None` for a Tianyuan net.
    pub fn katago_model(&self) -> Option<&Model> {
        match self {
            AnyNet::Own(_) => None,
            AnyNet::KataGo { net, .. } => Some(net.model()),
        }
    }

    /// Returns `true` if the net imitates human players and needs a [profile](katago::HumanProfile).
    pub fn imitates_humans(&self) -> bool {
        self.katago_model().is_some_and(|model| model.trunk.encoder.is_some())
    }

    /// Returns `true` if the net supports the board size.
    pub fn is_for(&self, size: BoardSize) -> bool {
        match self {
            AnyNet::Own(net) => net.shape().sizes.contains(&size.lines()),
            AnyNet::KataGo { net, .. } => net.is_for(size),
        }
    }

    /// Prepares the net for a board size if necessary: a KataGo net takes seconds at its first use on each size.
    ///
    /// # Panics
    /// Panics if the net does not support the size.
    pub fn prepare(&self, size: BoardSize) {
        if let AnyNet::KataGo { net, .. } = self {
            net.kernels(size);
        }
    }

    /// Returns `true` if the net has an input for the playout-doubling advantage, as KataGo nets do.
    pub fn has_doubling_advantage(&self) -> bool {
        matches!(self, AnyNet::KataGo { .. })
    }

    /// Returns the checksum of the file, which identifies the net.
    pub fn checksum(&self) -> u32 {
        match self {
            AnyNet::Own(net) => net.checksum(),
            AnyNet::KataGo { checksum, .. } => *checksum,
        }
    }
}
