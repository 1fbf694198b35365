//! Why a file is no prepared net that can be used here.

use crate::katago::inference::Precision;

/// Why a file is no prepared net that can be used here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PreparedError {
    /// It was written by another version of this program.
    #[error("the net was prepared by another version of Tianyuan; prepare its source anew")]
    Version,
    /// It ends too early, or something follows.
    #[error("the prepared net has {found} bytes, {due} are due")]
    Length {
        /// Its bytes.
        found: usize,
        /// The bytes that its beginning tells.
        due: u64,
    },
    /// It ends within what tells its length.
    #[error("the prepared net ends within {0}")]
    Truncated(&'static str),
    /// It is not what was written.
    #[error("the checksum of {0} of the prepared net is wrong")]
    Checksum(&'static str),
    /// A number in it cannot be.
    #[error("{0} of the prepared net cannot be so")]
    Range(&'static str),
    /// The shapes of two parts do not fit.
    #[error("the shapes of {0} of the prepared net do not fit")]
    Shape(&'static str),
    /// A number is infinite or none.
    #[error("a number in {0} of the prepared net is not finite")]
    NotFinite(&'static str),
    /// This processor cannot compute with its numbers.
    #[error(
        "the net was prepared in {0}, in which this processor cannot compute; prepare it anew here"
    )]
    Precision(Precision),
    /// This processor has the bytes of its numbers in another order.
    #[error("prepared nets are for little-endian processors only")]
    Endian,
}
