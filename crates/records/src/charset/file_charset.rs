//! Charsets of files: names and decoding.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8,
    UTF_16BE, UTF_16LE, WINDOWS_1252,
};

use super::hz;

/// A charset that a file may use: one of the Encoding Standard, or HZ. Only some can be written
/// ([`Charset`](super::Charset)).
///
/// ```
/// use tianyuan_records::charset::FileCharset;
///
/// let charset: FileCharset = "euc-cn".parse().expect("a known name");
/// assert_eq!(charset.name(), "gb18030");
/// assert_eq!(charset.decode(b"\xCE\xA7\xC6\xE5"), ("围棋".into(), false));
/// assert!("klingon".parse::<FileCharset>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileCharset(Decoder);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Decoder {
    Standard(&'static Encoding),
    Hz,
}

/// Error for an unknown charset name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown charset `{name}` (supported: {} and their aliases)", FileCharset::NAMES.join(", "))]
pub struct UnknownCharset {
    /// The name.
    pub name: String,
}

/// Names that occur in real files but are missing in the Encoding Standard.
const OTHER_NAMES: &[(&str, FileCharset)] = &[
    ("euc-cn", FileCharset::GB18030),
    ("cp936", FileCharset::GB18030),
    ("ms936", FileCharset::GB18030),
    ("936", FileCharset::GB18030),
    ("windows-936", FileCharset::GB18030),
    ("gb18030-2022", FileCharset::GB18030),
    ("hz", FileCharset::HZ),
    ("hz-gb-2312", FileCharset::HZ),
    ("hz-gb2312", FileCharset::HZ),
    ("cp950", FileCharset::BIG5),
    ("950", FileCharset::BIG5),
    ("ms-kanji", FileCharset::SHIFT_JIS),
    ("cp932", FileCharset::SHIFT_JIS),
    ("932", FileCharset::SHIFT_JIS),
    ("jis", FileCharset::ISO_2022_JP),
    ("cp949", FileCharset::EUC_KR),
    ("949", FileCharset::EUC_KR),
    ("uhc", FileCharset::EUC_KR),
    ("iso8859-1", FileCharset::WINDOWS_1252),
    ("iso-8859", FileCharset::WINDOWS_1252),
    ("latin-1", FileCharset::WINDOWS_1252),
];

impl FileCharset {
    /// UTF-8.
    pub const UTF_8: FileCharset = FileCharset(Decoder::Standard(UTF_8));
    /// GB 18030, and its subsets GBK and GB 2312.
    pub const GB18030: FileCharset = FileCharset(Decoder::Standard(GB18030));
    /// GB 2312 in 7-bit bytes (RFC 1843).
    pub const HZ: FileCharset = FileCharset(Decoder::Hz);
    /// Big5 with the Hong Kong extensions.
    pub const BIG5: FileCharset = FileCharset(Decoder::Standard(BIG5));
    /// Shift_JIS with the Windows extensions.
    pub const SHIFT_JIS: FileCharset = FileCharset(Decoder::Standard(SHIFT_JIS));
    /// EUC-JP.
    pub const EUC_JP: FileCharset = FileCharset(Decoder::Standard(EUC_JP));
    /// JIS in 7-bit bytes.
    pub const ISO_2022_JP: FileCharset = FileCharset(Decoder::Standard(ISO_2022_JP));
    /// EUC-KR with the Windows extensions (CP949).
    pub const EUC_KR: FileCharset = FileCharset(Decoder::Standard(EUC_KR));
    /// Western European, a superset of ISO 8859-1 and ASCII.
    pub const WINDOWS_1252: FileCharset = FileCharset(Decoder::Standard(WINDOWS_1252));
    /// Cyrillic (Windows).
    pub const WINDOWS_1251: FileCharset = FileCharset(Decoder::Standard(encoding_rs::WINDOWS_1251));
    /// Russian (Unix).
    pub const KOI8_R: FileCharset = FileCharset(Decoder::Standard(encoding_rs::KOI8_R));

    /// The names of all supported charsets; many also have aliases.
    pub const NAMES: [&str; 39] = [
        "UTF-8",
        "UTF-16LE",
        "UTF-16BE",
        "GB18030",
        "HZ-GB-2312",
        "Big5",
        "Shift_JIS",
        "EUC-JP",
        "ISO-2022-JP",
        "EUC-KR",
        "KOI8-R",
        "KOI8-U",
        "windows-874",
        "windows-1250",
        "windows-1251",
        "windows-1252",
        "windows-1253",
        "windows-1254",
        "windows-1255",
        "windows-1256",
        "windows-1257",
        "windows-1258",
        "ISO-8859-2",
        "ISO-8859-3",
        "ISO-8859-4",
        "ISO-8859-5",
        "ISO-8859-6",
        "ISO-8859-7",
        "ISO-8859-8",
        "ISO-8859-8-I",
        "ISO-8859-10",
        "ISO-8859-13",
        "ISO-8859-14",
        "ISO-8859-15",
        "ISO-8859-16",
        "IBM866",
        "macintosh",
        "x-mac-cyrillic",
        "GBK",
    ];

    /// Returns the charset with a name, ignoring case and the difference between `_` and `-`.
    ///
    /// All names of subsets of GB 18030 select GB 18030, because it decodes all of them and programs often exceed the
    /// subset that they declare.
    pub fn from_name(name: &str) -> Option<FileCharset> {
        let name = name.trim().to_ascii_lowercase();
        let dashed = name.replace('_', "-");
        if let Some((_, other)) = OTHER_NAMES.iter().find(|(other, _)| *other == dashed) {
            return Some(*other);
        }
        let known = Encoding::for_label(name.as_bytes());
        let found = known.or_else(|| Encoding::for_label(dashed.as_bytes()))?;
        match found {
            _ if found == REPLACEMENT => None,
            _ if found == GBK => Some(FileCharset::GB18030),
            _ => Some(FileCharset(Decoder::Standard(found))),
        }
    }

    /// Returns the charset of the byte order mark at the start of the bytes, if any.
    pub fn from_bom(bytes: &[u8]) -> Option<FileCharset> {
        Encoding::for_bom(bytes).map(|(encoding, _)| FileCharset(Decoder::Standard(encoding)))
    }

    /// Returns the name used in messages.
    pub fn name(self) -> &'static str {
        match self.0 {
            Decoder::Standard(encoding) => encoding.name(),
            Decoder::Hz => "HZ-GB-2312",
        }
    }

    /// Decodes bytes without a byte order mark. The flag is `true` if invalid bytes were replaced by U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        match self.0 {
            Decoder::Standard(encoding) => encoding.decode_with_bom_removal(bytes),
            Decoder::Hz => {
                let (text, had_errors) = hz::decode(bytes);
                (Cow::Owned(text), had_errors)
            }
        }
    }

    /// Returns `true` if code units are larger than one byte.
    pub fn has_wide_units(self) -> bool {
        let wide = [UTF_16LE, UTF_16BE].map(Decoder::Standard);
        wide.contains(&self.0)
    }

    /// Returns `true` if multi-byte characters may contain ASCII bytes such as `\`, `[` or `]`.
    pub fn hides_ascii(self) -> bool {
        [FileCharset::GB18030, FileCharset::BIG5, FileCharset::SHIFT_JIS].contains(&self)
    }

    /// Returns `true` if all its bytes are ASCII and escapes switch between ASCII and other characters.
    pub fn has_seven_bits(self) -> bool {
        self.escape_to_ascii().is_some()
    }

    /// Returns the escape to ASCII, if the charset has one. All of its escapes have the same first byte.
    pub fn escape_to_ascii(self) -> Option<&'static [u8]> {
        match self.0 {
            Decoder::Hz => Some(b"~}"),
            _ if self == FileCharset::ISO_2022_JP => Some(b"\x1B(B"),
            _ => None,
        }
    }

    /// Returns the length of the first character, or of the run of characters between escapes, so that none of the
    /// bytes is an ASCII character of its own. `bytes` must not be empty.
    pub fn char_len(self, bytes: &[u8]) -> usize {
        let length = match bytes {
            [b'~', b'{', run @ ..] if self == FileCharset::HZ => {
                let (pairs, end) = hz::split_run(run);
                2 + pairs.len() + end
            }
            [b'~', b'~' | b'\n' | b'\r', ..] if self == FileCharset::HZ => 2,
            [0x1B, b'$', ..] if self == FileCharset::ISO_2022_JP => escaped(bytes),
            [0xA1..=0xDF, ..] if self == FileCharset::SHIFT_JIS => 1,
            [0x81..=0xFE, 0x40..=0xFF, ..] if self.hides_ascii() => 2,
            _ => 1,
        };
        length.min(bytes.len())
    }
}

/// Returns the length of the text between the escape at the start and the next escape.
fn escaped(bytes: &[u8]) -> usize {
    bytes[1..].iter().position(|&b| b == 0x1B).map_or(bytes.len(), |next| 1 + next)
}

impl fmt::Display for FileCharset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FileCharset {
    type Err = UnknownCharset;

    fn from_str(name: &str) -> Result<FileCharset, UnknownCharset> {
        FileCharset::from_name(name).ok_or_else(|| UnknownCharset { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charset_aliases_are_recognized() {
        let named = FileCharset::from_name;
        for name in ["GB2312", "gbk", "euc-cn", "CP936", "ms936", "gb18030-2022", "x-gbk", "936"] {
            assert_eq!(named(name), Some(FileCharset::GB18030), "{name}");
        }
        for name in ["UTF-8", "utf8", " UTF_8 "] {
            assert_eq!(named(name), Some(FileCharset::UTF_8), "{name}");
        }
        for name in ["ISO-8859-1", "ISO8859_1", "ISO-8859", "ascii", "latin1"] {
            assert_eq!(named(name), Some(FileCharset::WINDOWS_1252), "{name}");
        }
        for name in ["hz", "HZ_GB_2312", "hz-gb-2312"] {
            assert_eq!(named(name), Some(FileCharset::HZ), "{name}");
        }
        assert_eq!(named("MS_KANJI"), Some(FileCharset::SHIFT_JIS));
        assert_eq!(named("cp949"), Some(FileCharset::EUC_KR));
        for name in ["klingon", "replacement", ""] {
            assert_eq!(named(name), None, "{name}");
        }
    }

    #[test]
    fn charset_error_lists_known_names() {
        for name in FileCharset::NAMES {
            let charset = FileCharset::from_name(name).unwrap_or_else(|| panic!("{name}"));
            assert!(name == "GBK" || charset.name().eq_ignore_ascii_case(name), "{name}");
        }
        let error = "klingon".parse::<FileCharset>().expect_err("no charset").to_string();
        assert!(error.starts_with("unknown charset `klingon` (supported: UTF-8, "), "{error}");
    }

    #[test]
    fn char_len_covers_whole_characters() {
        for (charset, bytes, length) in [
            (FileCharset::GB18030, &b"\x93]]"[..], 2),
            (FileCharset::GB18030, b"\x95\x34\xB2\x35", 1),
            (FileCharset::GB18030, b"\x93\n", 1),
            (FileCharset::GB18030, b"\x93", 1),
            (FileCharset::SHIFT_JIS, b"\xB1]", 1),
            (FileCharset::SHIFT_JIS, b"\x83\\", 2),
            (FileCharset::EUC_JP, b"\xB1]", 1),
            (FileCharset::HZ, b"~{F]~}]", 6),
            (FileCharset::HZ, b"~~]", 2),
            (FileCharset::HZ, b"~]", 1),
            (FileCharset::HZ, b"~{F];B[~{9EA&~}", 7),
            (FileCharset::ISO_2022_JP, b"\x1B$B=]\x1B(B]", 5),
            (FileCharset::ISO_2022_JP, b"]\x1B", 1),
        ] {
            assert_eq!(charset.char_len(bytes), length, "{charset} {bytes:02X?}");
        }
    }
}
