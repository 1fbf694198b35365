//! Why the bytes of a file are no net.

/// The most bytes of a net file that is read.
pub const MAX_BYTES: usize = 16_000_000;

/// Why bytes are no net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The first bytes are not those of a net file.
    #[error("the file does not begin as a net does")]
    Magic,
    /// There are more bytes than any net has.
    #[error("the file has {0} bytes, a net has at most {MAX_BYTES}")]
    TooLong(usize),
    /// The file ends within this part.
    #[error("the file ends within the {0}")]
    Truncated(&'static str),
    /// Bytes follow the last weight.
    #[error("{0} bytes follow the last weight")]
    TrailingBytes(usize),
    /// The checksum at the end does not fit the bytes before it.
    #[error("the check at the end does not fit the bytes before it")]
    Checksum,
    /// A number of the shape is out of its range.
    #[error("the {0} cannot be {1}")]
    Shape(&'static str, u32),
    /// A weight is infinite or not a number.
    #[error("a weight of the {0} is no finite number")]
    NotFinite(&'static str),
    /// The weights are finite, but the outputs are not.
    #[error("the outputs of the net are not finite numbers: its weights are too large")]
    Overflow,
}
