//! The charset of text that declares none, or a wrong one: by its name, its mark or its bytes.
//!
//! It does not know what the text is for. A guess never fails, and one by bytes is the better the
//! more text there is: a name of two characters is Chinese until it is proven to be something else.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};

/// Names that real files use and the Encoding Standard does not have.
const OTHER_NAMES: &[(&str, &Encoding)] = &[
    ("euc-cn", GB18030),
    ("cp936", GB18030),
    ("ms936", GB18030),
    ("936", GB18030),
    ("windows-936", GB18030),
    ("gb18030-2022", GB18030),
    ("cp950", BIG5),
    ("ms-kanji", SHIFT_JIS),
    ("cp932", SHIFT_JIS),
    ("cp949", EUC_KR),
    ("iso8859-1", WINDOWS_1252),
    ("iso-8859", WINDOWS_1252),
    ("latin-1", WINDOWS_1252),
];

/// The charset of a name, whatever its case and whether it has `_` or `-`.
///
/// All names of subsets of GB 18030 mean GB 18030, since it reads them all and programs that declare a
/// subset often write more.
pub fn named(name: &str) -> Option<&'static Encoding> {
    let name = name.trim().to_ascii_lowercase();
    let dashed = name.replace('_', "-");
    let known = Encoding::for_label(name.as_bytes());
    let known = known.or_else(|| Encoding::for_label(dashed.as_bytes()));
    let other = || OTHER_NAMES.iter().find(|(other, _)| *other == dashed);
    let found = known.or_else(|| other().map(|&(_, encoding)| encoding))?;
    Some(if found == GBK { GB18030 } else { found })
}

/// Whether a charset has characters whose bytes may be those of ASCII: `\`, `[` or `]`.
pub fn hides_ascii(encoding: &'static Encoding) -> bool {
    [GB18030, BIG5, SHIFT_JIS].contains(&encoding)
}

/// The charset of a byte order mark.
pub fn marked(bytes: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_bom(bytes).map(|(encoding, _)| encoding)
}

/// Whether the bytes look like UTF-16 or UTF-32 without a mark: every other one is zero, from the
/// first character on, which is one of ASCII.
pub fn is_wide(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(64)];
    let zeros = |bytes: &[u8]| bytes.iter().filter(|&&b| b == 0).count();
    start.len() > 1 && zeros(&start[..2]) > 0 && zeros(start) * 3 >= start.len()
}

/// Whether a charset has code units of more than a byte.
pub fn has_wide_units(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// The likely charset of bytes that are not all ASCII.
pub fn guess(bytes: &[u8]) -> &'static Encoding {
    if is_nearly_utf8(bytes) {
        return UTF_8;
    }
    if high_runs(bytes).all(|run| run.len() == 1) {
        return WINDOWS_1252;
    }
    if is_korean(bytes) {
        return EUC_KR;
    }
    let mut best = (WINDOWS_1252, 300);
    for candidate in [GB18030, BIG5, SHIFT_JIS, EUC_JP] {
        let decodes =
            || candidate.decode_without_bom_handling_and_without_replacement(bytes).is_some();
        let share = common_share(bytes, candidate);
        if share > best.1 && decodes() {
            best = (candidate, share);
        }
    }
    best.0
}

/// Whether there are more than three characters of UTF-8 beyond ASCII for each sequence that is
/// none. Names truncated in mid-character are common.
fn is_nearly_utf8(bytes: &[u8]) -> bool {
    let (mut characters, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        let continuation = |b: &&u8| **b & 0xC0 == 0x80;
        let high = chunk.valid().bytes().filter(|b| *b >= 0x80).count();
        characters += high - chunk.valid().as_bytes().iter().filter(continuation).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    broken == 0 || characters > 3 * broken
}

/// The stretches of bytes beyond ASCII.
fn high_runs(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|b| *b < 0x80).filter(|run| !run.is_empty())
}

/// Whether all pairs lie where Hangul does, and they are enough to rule out chance.
fn is_korean(bytes: &[u8]) -> bool {
    let mut pairs = 0;
    for run in high_runs(bytes) {
        for pair in run.chunks(2) {
            match *pair {
                [0xB0..=0xC8, 0xA1..=0xFF] => pairs += 1,
                [0xA1..=0xA3, 0xA1..=0xFF] => {}
                _ => return false,
            }
        }
    }
    pairs >= 16
}

/// How many characters of a thousand lie among the common ones of a charset, read in its pairs.
fn common_share(bytes: &[u8], encoding: &'static Encoding) -> usize {
    let (mut common, mut all, mut at) = (0, 0, 0);
    while at < bytes.len() {
        let (lead, trail) = (bytes[at], bytes.get(at + 1).copied().unwrap_or(0));
        if lead < 0x80 {
            at += 1;
            continue;
        }
        let length = match (lead, trail) {
            (_, 0x30..=0x39) if encoding == GB18030 => 4,
            (0xA1..=0xDF, _) if encoding == SHIFT_JIS => 1,
            (0x8F, _) if encoding == EUC_JP => 3,
            _ => 2,
        };
        common += usize::from(length == 2 && is_common(lead, trail, encoding));
        all += 1;
        at += length;
    }
    (common * 1000).checked_div(all).unwrap_or(0)
}

/// Whether a pair is punctuation, kana or an everyday character of a charset.
fn is_common(lead: u8, trail: u8, encoding: &'static Encoding) -> bool {
    if encoding == BIG5 {
        matches!(lead, 0xA1..=0xC6)
    } else if encoding == SHIFT_JIS {
        matches!((lead, trail), (0x81, _) | (0x82, 0x9F..) | (0x83, ..=0x96) | (0x88..=0x97, _))
    } else if encoding == EUC_JP {
        matches!((lead, trail), (0xA1 | 0xA4 | 0xA5 | 0xB0..=0xCF, 0xA1..))
    } else {
        matches!((lead, trail), (0xA1..=0xA3 | 0xB0..=0xD7, 0xA1..))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_dialects_are_known() {
        for name in ["GB2312", "gbk", "euc-cn", "CP936", "ms936", "gb18030-2022", "x-gbk", "936"] {
            assert_eq!(named(name), Some(GB18030), "{name}");
        }
        for name in ["UTF-8", "utf8", " UTF_8 "] {
            assert_eq!(named(name), Some(UTF_8), "{name}");
        }
        for name in ["ISO-8859-1", "ISO8859_1", "ISO-8859", "ascii", "latin1"] {
            assert_eq!(named(name), Some(WINDOWS_1252), "{name}");
        }
        assert_eq!(named("MS_KANJI"), Some(SHIFT_JIS));
        assert_eq!(named("Big5"), Some(BIG5));
        assert_eq!(named("klingon"), None);
    }

    #[test]
    fn bytes_tell_the_charset() {
        let samples = [
            ("第十届名人战决赛第一局，黑方先行。", GB18030),
            ("中國圍棋名人戰決賽第一局，黑方先行", BIG5),
            ("第十期名人戦、先番は黒です。コミは六目半", SHIFT_JIS),
            ("第十期名人戦の決勝、先番は黒です。コミは六目半でした", EUC_JP),
            ("제십회명인전결승제일국흑선백번덤여섯집반", EUC_KR),
            ("古力", GB18030),
            ("André", WINDOWS_1252),
        ];
        for (text, encoding) in samples {
            let bytes = encoding.encode(text).0;
            assert_eq!(guess(&bytes), encoding, "{text}");
            assert_eq!(guess(text.as_bytes()), UTF_8, "{text}");
        }
    }

    #[test]
    fn truncated_names_leave_a_text_in_utf8() {
        let truncated = "PB[古力九段]PW[李世石]C[".as_bytes();
        let truncated = [truncated, b"\xE5\x9B]"].concat();
        assert_eq!(guess(&truncated), UTF_8);
        assert!(is_wide(b"(\0;\0B\0[\0") && is_wide(b"\0(\0;\0B\0["));
        assert!(!is_wide(b"(;B[aa])") && !is_wide(b"(;C[\0\0\0\0\0\0])"));
    }
}
