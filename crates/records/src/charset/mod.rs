//! Conversion between bytes and text by charset.
//!
//! Decoding never fails: invalid bytes become U+FFFD, so that a garbled comment does not affect the preceding command.
//!
//! | module | contents |
//! | --- | --- |
//! | `file_charset`, `escape_sequences`, `hz` | the charsets of files; ISO-2022-JP and HZ |
//! | `detect`, `double_byte`, `single_byte`, `frequent_chars` | charset detection by the cost of decoded text |

mod frequent_chars;
mod file_charset;
pub mod detect;
mod hz;
mod single_byte;
mod double_byte;
pub mod escape_sequences;

use std::borrow::Cow;

use encoding_rs::{Encoding, GB18030, UTF_8};

pub use file_charset::{FileCharset, UnknownCharset};

/// A charset for output.
///
/// ASCII needs no variant: both charsets encode it identically.
///
/// ```
/// use tianyuan_records::charset::Charset;
///
/// let bytes = Charset::Gb18030.encode("围棋");
/// assert_eq!(*bytes, [0xCE, 0xA7, 0xC6, 0xE5]);
/// assert_eq!(Charset::Gb18030.decode(&bytes), "围棋");
/// assert_eq!(Charset::Utf8.decode(b"a\xFFb"), "a\u{FFFD}b");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    /// UTF-8.
    Utf8,
    /// GB 18030, in the mapping of the WHATWG Encoding Standard.
    Gb18030,
}

impl Charset {
    /// Decodes bytes, with U+FFFD for invalid ones.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.encoding().decode_without_bom_handling(bytes).0
    }

    /// Encodes text.
    ///
    /// The only scalar that this mapping of GB 18030 cannot encode, the private-use U+E5E5, is written as U+FFFD.
    /// A numeric reference (`&#58853;`), as used in web pages, would not be plain text.
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        const WITHOUT_BYTES: char = '\u{E5E5}';
        if self == Charset::Gb18030 && text.contains(WITHOUT_BYTES) {
            let representable = text.replace(WITHOUT_BYTES, "\u{FFFD}");
            return Cow::Owned(self.encoding().encode(&representable).0.into_owned());
        }
        self.encoding().encode(text).0
    }

    /// Returns the name that files declare.
    pub fn name(self) -> &'static str {
        match self {
            Charset::Utf8 => "UTF-8",
            Charset::Gb18030 => "GB18030",
        }
    }

    fn encoding(self) -> &'static Encoding {
        match self {
            Charset::Utf8 => UTF_8,
            Charset::Gb18030 => GB18030,
        }
    }
}

/// Removes the byte order mark that some editors insert before the first line, in any charset.
pub fn strip_bom(bytes: &[u8]) -> &[u8] {
    const MARKS: [&[u8]; 2] = [b"\xEF\xBB\xBF", b"\x84\x31\x95\x33"];
    MARKS.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_text_roundtrips_in_both_charsets() {
        let text = "围棋 天元 𠂇 D4";
        for charset in [Charset::Utf8, Charset::Gb18030] {
            assert_eq!(charset.decode(&charset.encode(text)), text, "{charset:?}");
        }
        assert_eq!(*Charset::Gb18030.encode("围棋"), [0xCE, 0xA7, 0xC6, 0xE5]);
    }

    #[test]
    fn gb18030_roundtrips_all_non_private_scalars() {
        let private = |c: &char| ('\u{E000}'..='\u{F8FF}').contains(c);
        let lost = ('\0'..=char::MAX).filter(|c| !private(c)).find(|c| {
            let text = c.to_string();
            Charset::Gb18030.decode(&Charset::Gb18030.encode(&text)) != text
        });
        assert_eq!(lost, None);
    }

    #[test]
    fn gb18030_replaces_only_u_e5e5() {
        assert_eq!(Charset::Gb18030.encode("\u{E5E5}"), Charset::Gb18030.encode("\u{FFFD}"));
        let has_bytes = |c: char| !GB18030.encode(&c.to_string()).2;
        assert!(('\0'..=char::MAX).filter(|&c| c != '\u{E5E5}').all(has_bytes));
    }

    #[test]
    fn invalid_bytes_do_not_affect_following_text() {
        assert_eq!(Charset::Gb18030.decode(b"name \xFF\xCE\xA7"), "name \u{FFFD}围");
        assert_eq!(Charset::Gb18030.decode(b"\xCE\nB"), "\u{FFFD}\nB");
        assert_eq!(Charset::Utf8.decode(b"a\xE5b"), "a\u{FFFD}b");
    }

    #[test]
    fn strip_bom_removes_bom_of_each_charset() {
        assert_eq!(strip_bom("\u{FEFF}WTP".as_bytes()), b"WTP");
        assert_eq!(strip_bom(&Charset::Gb18030.encode("\u{FEFF}WTP")), b"WTP");
        assert_eq!(strip_bom(b"WTP"), b"WTP");
    }
}
