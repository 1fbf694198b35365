//! A net of either kind, ours or KataGo's, and what is told of its file.

use std::sync::Arc;

use tianyuan_go::BoardSize;

use super::aligned::Aligned;
use super::katago::prepared::MAGIC as PREPARED_MAGIC;
use super::katago::{self, Model, PreparedError, ReadError};
use super::shared_array::SharedBytes;
use crate::builtin::error::NetError;
use crate::builtin::evaluator::Net;
use crate::builtin::file::MAGIC;

/// The first bytes of a gzip stream, in which KataGo's nets come.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The first bytes of prepared files of KataGo's nets.
pub const PREPARED: &[u8] = PREPARED_MAGIC;

/// The longest name of a net of KataGo's, and some blanks before the number of its version.
const MOST_TO_VERSION: usize = 200;

/// What is in a net file of either kind.
#[derive(Debug)]
pub enum AnyNetFile {
    /// A net of ours.
    Own(Box<Net>),
    /// What a file of KataGo's describes.
    KataGo(Box<Model>),
    /// A net of KataGo's from a prepared file.
    Prepared(Box<katago::Net>),
}

/// Why a file is no net of either kind.
#[derive(Debug, thiserror::Error)]
pub enum AnyNetError {
    /// It begins as our nets do.
    #[error(transparent)]
    Own(NetError),
    /// It begins as KataGo's nets do.
    #[error(transparent)]
    KataGo(ReadError),
    /// It begins as prepared nets do.
    #[error(transparent)]
    Prepared(PreparedError),
    /// It begins as neither.
    #[error("the file does not begin as a net of Tianyuan or KataGo does")]
    Neither,
}

impl AnyNetFile {
    /// Reads a net file, whose kind is told by what it holds.
    ///
    /// # Errors
    /// The first error in the file.
    pub fn read(bytes: &[u8]) -> Result<AnyNetFile, AnyNetError> {
        if bytes.starts_with(&MAGIC[..5]) {
            return Net::decode(bytes)
                .map(|net| AnyNetFile::Own(Box::new(net)))
                .map_err(AnyNetError::Own);
        }
        if bytes.starts_with(PREPARED) {
            // Its arrays are used where they are, and must be aligned.
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

    /// Reads a net file that others may use too, and whose bytes stay where they are; a prepared one is
    /// not copied.
    ///
    /// # Errors
    /// The first error in the file.
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

/// Bytes that begin with a cache line.
struct Copied(Aligned<u8>);

impl AsRef<[u8]> for Copied {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Whether a name and a number come first, as in KataGo's files that are not compressed.
fn begins_with_version(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(MOST_TO_VERSION)];
    let mut words = start.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.next().is_some_and(<[u8]>::is_ascii)
        && words.next().is_some_and(|word| word.iter().all(u8::is_ascii_digit))
}

/// A net of either kind. Clones share the weights.
#[derive(Debug, Clone)]
pub enum AnyNet {
    /// A net of ours, for the board sizes that it says.
    Own(Arc<Net>),
    /// A net of KataGo's, for boards of every size.
    KataGo {
        /// The net.
        net: Arc<katago::Net>,
        /// The checksum of its file, which identifies the net.
        checksum: u32,
    },
}

/// A net equals its clones alone; weights are not compared.
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
    /// A net of KataGo's from a file with this checksum.
    pub fn katago(net: katago::Net, checksum: u32) -> AnyNet {
        AnyNet::KataGo { net: Arc::new(net), checksum }
    }

    /// The name of the net: that which KataGo's file gives it, or ours with the board sizes that it is for.
    pub fn name(&self) -> String {
        match self {
            AnyNet::Own(net) => {
                let sizes = &net.shape().sizes;
                format!("tianyuan-{}-{}", sizes.start(), sizes.end())
            }
            AnyNet::KataGo { net, .. } => net.model().name.clone(),
        }
    }

    /// The net if it is ours.
    pub fn from_native(&self) -> Option<&Net> {
        match self {
            AnyNet::Own(net) => Some(net),
            AnyNet::KataGo { .. } => None,
        }
    }

    /// What the file of a net of KataGo's describes; `None` for our own nets.
    pub fn katago_model(&self) -> Option<&Model> {
        match self {
            AnyNet::Own(_) => None,
            AnyNet::KataGo { net, .. } => Some(net.model()),
        }
    }

    /// Whether the net is for boards of a size.
    pub fn is_for(&self, size: BoardSize) -> bool {
        match self {
            AnyNet::Own(net) => net.shape().sizes.contains(&size.lines()),
            AnyNet::KataGo { net, .. } => net.is_for(size),
        }
    }

    /// Whether the net can be told that one player is stronger: it has KataGo's inputs for
    /// playout-doubling advantage.
    pub fn has_doubling_advantage(&self) -> bool {
        matches!(self, AnyNet::KataGo { .. })
    }

    /// The checksum of its file, which identifies the net.
    pub fn checksum(&self) -> u32 {
        match self {
            AnyNet::Own(net) => net.checksum(),
            AnyNet::KataGo { checksum, .. } => *checksum,
        }
    }
}
