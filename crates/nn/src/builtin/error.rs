//! The errors of reading Tianyuan net files.

/// The maximum size of a net file in bytes.
pub const MAX_BYTES: usize = 16_000_000;

/// The error of reading a Tianyuan net file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// Wrong magic number.
    #[error("not a net file")]
    Magic,
    /// The file is larger than [`MAX_BYTES`].
    #[error("the file has {0} bytes (at most {MAX_BYTES})")]
    TooLong(usize),
    /// The file ends within the given part.
    #[error("the file is truncated in the {0}")]
    Truncated(&'static str),
    /// Bytes follow the last weight.
    #[error("{0} bytes follow the last weight")]
    TrailingBytes(usize),
    /// Checksum mismatch.
    #[error("checksum mismatch")]
    Checksum,
    /// A number of the shape is out of range.
    #[error("unsupported {0}: {1}")]
    Shape(&'static str, u32),
    /// A weight is infinite or not a number.
    #[error("a weight of the {0} is not finite")]
    NotFinite(&'static str),
    /// The weights are finite, but the outputs on the test positions are not.
    #[error("the net's outputs are not finite: its weights are too large")]
    Overflow,
}
