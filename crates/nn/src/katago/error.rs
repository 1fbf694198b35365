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
    #[error("the net cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The file ends within a layer.
    #[error("the net ends within {0}")]
    Truncated(String),
    /// The net has more weights than any known net, or the text of the file is too long.
    #[error("the net is larger than {0} MB of weights")]
    TooLarge(usize),
    /// More consecutive white space than any net writer produces.
    #[error("{0} is followed by nothing but blanks")]
    Blanks(String),
    /// Unsupported model version.
    #[error("the net has version {0}; versions {MIN_VERSION} to {MAX_VERSION} can be read")]
    Version(usize),
    /// The net imitates human players by rank, which needs unsupported inputs.
    #[error(
        "the net imitates human play and needs the ranks of the players, which is not supported"
    )]
    Human,
    /// Unexpected token.
    #[error("`{word}` in {layer} is no {wanted}")]
    Unexpected {
        /// The layer.
        layer: String,
        /// The token found.
        word: String,
        /// The kind of token expected.
        wanted: &'static str,
    },
    /// A number is out of range.
    #[error("{what} of {layer} cannot be {value}")]
    Range {
        /// The layer.
        layer: String,
        /// The name of the number.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// The number of channels of a layer does not match its neighbours.
    #[error("{layer} has {found} {what}, {due} are due")]
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
    #[error("`{word}` in {layer} is no known {wanted}")]
    Kind {
        /// The layer.
        layer: String,
        /// The token found.
        word: String,
        /// The kind of token expected.
        wanted: &'static str,
    },
    /// A weight is infinite or not a number.
    #[error("a weight of {0} is no finite number")]
    NotFinite(String),
    /// Trailing data after the last layer.
    #[error("something follows the last layer of the net")]
    Trailing,
}
