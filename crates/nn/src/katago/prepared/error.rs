//! The errors of reading prepared net files.

use crate::katago::inference::Precision;

/// The error of reading a prepared net file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PreparedError {
    /// Written by another version of this program.
    #[error("the net was prepared by another version of Tianyuan; prepare its source again")]
    Version,
    /// Wrong file length.
    #[error("the prepared net has {found} bytes, expected {due}")]
    Length {
        /// The file size in bytes.
        found: usize,
        /// The length stated in the header.
        due: u64,
    },
    /// The file ends within its header.
    #[error("the prepared net is truncated in {0}")]
    Truncated(&'static str),
    /// Checksum mismatch.
    #[error("checksum mismatch in {0} of the prepared net")]
    Checksum(&'static str),
    /// A number is out of range.
    #[error("invalid {0} in the prepared net")]
    Range(&'static str),
    /// The shapes of two parts do not match.
    #[error("shape mismatch in {0} of the prepared net")]
    Shape(&'static str),
    /// A number is infinite or NaN.
    #[error("a value in {0} of the prepared net is not finite")]
    NotFinite(&'static str),
    /// This processor does not support the number type.
    #[error(
        "the net was prepared for {0}, which this processor does not support; prepare it on this machine"
    )]
    Precision(Precision),
    /// Unsupported byte order.
    #[error("prepared nets require a little-endian processor")]
    Endian,
}
