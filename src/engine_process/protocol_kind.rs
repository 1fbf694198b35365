//! The protocols of engines in a match.

use crate::records::charset::Charset;

/// The protocol of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProtocolKind {
    /// GTP 2, encoded in UTF-8.
    Gtp,
    /// WTP v22, encoded in GB 18030.
    Wtp,
}

impl ProtocolKind {
    /// Returns the charset of the protocol.
    pub fn charset(self) -> Charset {
        match self {
            ProtocolKind::Gtp => Charset::Utf8,
            ProtocolKind::Wtp => Charset::Gb18030,
        }
    }
}
