//! The errors of reading Tianyuan net files.

/// The maximum size of a net file in bytes.
pub const MAX_BYTES: usize = 16_000_000;

/// The error of reading a Tianyuan net file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// Wrong magic number.
    #[error("the file does not begin as a net does")]
    Magic,
    /// The file is larger than [`MAX_BYTES`].
    #[error("the file has {0} bytes, a net has at most {MAX_BYTES}")]
    TooLong(usize),
    /// The file ends within the given part.
    #[error("the file ends within the {0}")]
    Truncated(&'static str),
    /// Bytes follow the last weight.
    #[error("{0} bytes follow the last weight")]
    TrailingBytes(usize),
    /// Checksum mismatch.
    #[error("the check at the end does not fit the bytes before it")]
    Checksum,
    /// A number of the shape is out of range.
    #[error("the {0} cannot be {1}")]
    Shape(&'static str, u32),
    /// A weight is infinite or not a number.
    #[error("a weight of the {0} is no finite number")]
    NotFinite(&'static str),
    /// The weights are finite, but the outputs on the test positions are not.
    #[error("the outputs of the net are not finite numbers: its weights are too large")]
    Overflow,
}
