//! Options of the SGF reader.

use crate::charset::FileCharset;

/// Known facts about a file.
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
    /// The charset, which overrides the declaration and the content.
    pub charset: Option<FileCharset>,
    /// The charset if none or an unknown one is declared. By default it is detected.
    pub default_charset: Option<FileCharset>,
}
