//! The options of the reader.

use crate::charset::FileCharset;

/// Facts about a file that the caller knows.
///
/// ```
/// use tianyuan_records::charset::FileCharset;
/// use tianyuan_records::sgf::{self, ReadOptions};
///
/// let options = ReadOptions { charset: Some(FileCharset::EUC_JP), ..ReadOptions::default() };
/// let reading = sgf::read_with(b"(;CA[UTF-8]GN[\xB0\xCF\xB8\xEB])", &options);
/// assert_eq!(reading.records[0].info.name.as_deref(), Some("囲碁"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// The charset, regardless of the declaration and the bytes.
    pub charset: Option<FileCharset>,
    /// The charset of what declares none, or one that is unknown. Without it that is guessed.
    pub default_charset: Option<FileCharset>,
}
