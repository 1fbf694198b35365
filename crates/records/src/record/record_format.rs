//! Formats of game records and their detection by content.

use std::fmt;
use std::str::FromStr;

/// Format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// wei7 3.0, which is JSON.
    Wei7,
    /// wei7 2.0 to 2.2, which is XML.
    Wei7Xml,
    /// SGF, FF\[1\] to FF\[4\].
    Sgf,
}

/// Error for an unknown format name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown format `{0}` (wei7, wei7-2.2 or sgf)")]
pub struct UnknownFormatError(String);

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Wei7, Format::Wei7Xml, Format::Sgf];

    /// Returns the name used on the command line and in the protocols.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Wei7 => "wei7",
            Format::Wei7Xml => "wei7-2.2",
            Format::Sgf => "sgf",
        }
    }

    /// Returns the file name extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Wei7 | Format::Wei7Xml => "wei7",
            Format::Sgf => "sgf",
        }
    }

    /// Detects the format of a file from its content. Returns `None` if it is not recognized.
    ///
    /// JSON starts with `{` and XML with `<`; SGF may have arbitrary text before its first tree.
    ///
    /// ```
    /// use tianyuan_records::format::Format;
    ///
    /// assert_eq!(Format::detect(b"{\"format\": \"wei7\"}"), Some(Format::Wei7));
    /// assert_eq!(Format::detect(b"(;GM[1])"), Some(Format::Sgf));
    /// assert_eq!(Format::detect(b"hello"), None);
    /// ```
    pub fn detect(bytes: &[u8]) -> Option<Format> {
        const MARKS: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"];
        let bytes = MARKS.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(bytes);
        let is_text = |b: &&u8| !b.is_ascii_whitespace() && **b != 0;
        match bytes.iter().find(is_text)? {
            b'{' => Some(Format::Wei7),
            b'<' => Some(Format::Wei7Xml),
            _ if bytes.contains(&b'(') && bytes.contains(&b'[') => Some(Format::Sgf),
            _ if bytes.windows(2).any(|pair| pair == b"(;") => Some(Format::Sgf),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormatError;

    fn from_str(name: &str) -> Result<Format, UnknownFormatError> {
        let found = Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownFormatError(name.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_is_detected_from_content() {
        let detect = |text: &str| Format::detect(text.as_bytes());
        assert_eq!(detect("\u{FEFF} \n{\"format\": 1}"), Some(Format::Wei7));
        assert_eq!(detect("<?xml?>"), Some(Format::Wei7Xml));
        assert_eq!(detect("From: me\n(;GM[1])"), Some(Format::Sgf));
        assert_eq!(detect("(\nTE[名人战]\n;B[pd])"), Some(Format::Sgf));
        assert_eq!(Format::detect(b"\xFF\xFE(\0;\0B\0[\0]\0"), Some(Format::Sgf));
        assert_eq!(detect("(;)"), Some(Format::Sgf));
        assert_eq!(detect(""), None);
        assert_eq!(detect("hello (there)"), None);
    }

    #[test]
    fn format_name_roundtrip() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        let error = "pdf".parse::<Format>().expect_err("no format");
        assert_eq!(error.to_string(), "unknown format `pdf` (wei7, wei7-2.2 or sgf)");
    }
}
