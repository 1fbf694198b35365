//! The errors of reading KataGo net files.

use std::io;

/// The oldest supported model version.
pub(super) const MIN_VERSION: usize = 8;
/// The newest supported model version.
pub(super) const MAX_VERSION: usize = 17;

/// The error of reading a KataGo net file.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read, or its gzip stream is corrupt.
    #[error("cannot read the net: {0}")]
    Io(#[from] io::Error),
    /// The file ends within a layer.
    #[error("the net is truncated in {0}")]
    Truncated(String),
    /// The net has more weights than any known net, or the text of the file is too long.
    #[error("the net has more than {0} MB of weights")]
    TooLarge(usize),
    /// More consecutive white space than any net writer produces.
    #[error("{0} is followed by whitespace only")]
    Blanks(String),
    /// Unsupported model version.
    #[error("unsupported net version {0} ({MIN_VERSION} to {MAX_VERSION})")]
    Version(usize),
    /// Unexpected token.
    #[error("expected {wanted} in {layer}, found `{word}`")]
    Unexpected {
        /// The layer.
        layer: String,
        /// The token found.
        word: String,
        /// The kind of token expected.
        wanted: &'static str,
    },
    /// A number is out of range.
    #[error("unsupported {what} in {layer}: {value}")]
    Range {
        /// The layer.
        layer: String,
        /// The name of the number.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// The number of channels of a layer does not match its neighbours.
    #[error("{layer} has {found} {what}, expected {due}")]
    Channels {
        /// The layer.
        layer: String,
        /// Which channels.
        what: &'static str,
        /// The number found.
        found: usize,
        /// The number expected.
        due: usize,
    },
    /// An unknown kind of block, norm or activation.
    #[error("unknown {wanted} `{word}` in {layer}")]
    Kind {
        /// The layer.
        layer: String,
        /// The token found.
        word: String,
        /// The kind of token expected.
        wanted: &'static str,
    },
    /// A weight is infinite or not a number.
    #[error("a weight of {0} is not finite")]
    NotFinite(String),
    /// Trailing data after the last layer.
    #[error("unexpected data after the net's last layer")]
    Trailing,
}
