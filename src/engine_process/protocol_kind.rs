//! The protocols that engines of a match speak.

use crate::records::charset::Charset;

/// The protocol of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProtocolKind {
    /// GTP 2, in UTF-8.
    Gtp,
    /// WTP v22, in GB 18030.
    Wtp,
}

impl ProtocolKind {
    /// The charset of the protocol's lines.
    pub fn charset(self) -> Charset {
        match self {
            ProtocolKind::Gtp => Charset::Utf8,
            ProtocolKind::Wtp => Charset::Gb18030,
        }
    }
}
