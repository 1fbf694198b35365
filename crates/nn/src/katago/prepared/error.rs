//! The errors of reading prepared net files.

use crate::katago::inference::Precision;

/// The error of reading a prepared net file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PreparedError {
    /// Written by another version of this program.
    #[error("the net was prepared by another version of Tianyuan; prepare its source anew")]
    Version,
    /// Wrong file length.
    #[error("the prepared net has {found} bytes, {due} are due")]
    Length {
        /// The file size in bytes.
        found: usize,
        /// The length stated in the header.
        due: u64,
    },
    /// The file ends within its header.
    #[error("the prepared net ends within {0}")]
    Truncated(&'static str),
    /// Checksum mismatch.
    #[error("the checksum of {0} of the prepared net is wrong")]
    Checksum(&'static str),
    /// A number is out of range.
    #[error("{0} of the prepared net cannot be so")]
    Range(&'static str),
    /// The shapes of two parts do not match.
    #[error("the shapes of {0} of the prepared net do not fit")]
    Shape(&'static str),
    /// A number is infinite or NaN.
    #[error("a number in {0} of the prepared net is not finite")]
    NotFinite(&'static str),
    /// This processor does not support the number type.
    #[error(
        "the net was prepared in {0}, in which this processor cannot compute; prepare it anew here"
    )]
    Precision(Precision),
    /// Unsupported byte order.
    #[error("prepared nets are for little-endian processors only")]
    Endian,
}
