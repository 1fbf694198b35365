//! Why a file is no net of KataGo's that can be evaluated here.

use std::io;

/// The oldest version of a net that is read.
pub(super) const MIN_VERSION: usize = 8;
/// The newest version of a net that is read.
pub(super) const MAX_VERSION: usize = 17;

/// Why a file is no net of KataGo's that can be evaluated here.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read, or its gzip stream is damaged.
    #[error("the net cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The file ends within a layer.
    #[error("the net ends within {0}")]
    Truncated(String),
    /// The net has more weights than any that is known, or the text of its file is too long.
    #[error("the net is larger than {0} MB of weights")]
    TooLarge(usize),
    /// More blank bytes stand in a row than any writer of nets leaves there.
    #[error("{0} is followed by nothing but blanks")]
    Blanks(String),
    /// The net has another version than those that are read.
    #[error("the net has version {0}; versions {MIN_VERSION} to {MAX_VERSION} can be read")]
    Version(usize),
    /// The net imitates people of a rank, which takes inputs that are not there.
    #[error(
        "the net imitates human play and needs the ranks of the players, which is not supported"
    )]
    Human,
    /// A word stands where something else is due.
    #[error("`{word}` in {layer} is no {wanted}")]
    Unexpected {
        /// The layer.
        layer: String,
        /// What stands there.
        word: String,
        /// What is due.
        wanted: &'static str,
    },
    /// A number is out of its range.
    #[error("{what} of {layer} cannot be {value}")]
    Range {
        /// The layer.
        layer: String,
        /// What the number says.
        what: &'static str,
        /// The number.
        value: String,
    },
    /// A layer does not have as many channels as those around it.
    #[error("{layer} has {found} {what}, {due} are due")]
    Channels {
        /// The layer.
        layer: String,
        /// Which channels.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        due: usize,
    },
    /// A kind of block, norm or activation that is not known.
    #[error("`{word}` in {layer} is no known {wanted}")]
    Kind {
        /// The layer.
        layer: String,
        /// What stands there.
        word: String,
        /// What is due.
        wanted: &'static str,
    },
    /// A weight is infinite or not a number.
    #[error("a weight of {0} is no finite number")]
    NotFinite(String),
    /// Something follows the last layer.
    #[error("something follows the last layer of the net")]
    Trailing,
}
