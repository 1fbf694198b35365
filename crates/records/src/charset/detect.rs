//! Detection of the charset of bytes without a declaration.
//!
//! Detection never fails. Each candidate gets a cost in bits for the decoded text, and the cheapest one wins.
//! The difference to the next one is the binary logarithm of the likelihood ratio.

use encoding_rs::Encoding;

use super::double_byte::{self, DoubleByteModel};
use super::{FileCharset, single_byte};

/// The maximum size of the sample in bytes. Names take about thirty.
const SAMPLE: usize = 2048;

/// The maximum size for text with a declared charset, for which a few names suffice.
const SHORT_SAMPLE: usize = 512;

/// The advantage in bits below which the next candidate is considered equally likely.
const CLOSE: u32 = 10;

/// The candidate charsets with a penalty added to their costs. It is larger for charsets in which undeclared files
/// are rarer.
pub const CANDIDATES: [(FileCharset, u32); 9] = [
    (FileCharset::UTF_8, 0),
    (FileCharset::GB18030, 0),
    (FileCharset::BIG5, 3),
    (FileCharset::SHIFT_JIS, 3),
    (FileCharset::EUC_KR, 4),
    (FileCharset::WINDOWS_1252, 4),
    (FileCharset::EUC_JP, 6),
    (FileCharset::WINDOWS_1251, 6),
    (FileCharset::KOI8_R, 8),
];

/// The models of the double-byte charsets.
static MODELS: [(FileCharset, &DoubleByteModel); 5] = [
    (FileCharset::GB18030, &double_byte::GB18030),
    (FileCharset::BIG5, &double_byte::BIG5),
    (FileCharset::SHIFT_JIS, &double_byte::SHIFT_JIS),
    (FileCharset::EUC_JP, &double_byte::EUC_JP),
    (FileCharset::EUC_KR, &double_byte::EUC_KR),
];

/// Result of charset detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Detection {
    /// The most likely charset.
    pub charset: FileCharset,
    /// Another charset that is almost as likely, if any.
    pub rival: Option<FileCharset>,
}

impl Detection {
    /// Creates a result without a rival.
    pub fn certain(charset: FileCharset) -> Detection {
        Detection { charset, rival: None }
    }

    /// Returns the cheapest charset for bytes. The first wins a tie. Returns `None` if `costs` is empty.
    pub fn cheapest(bytes: &[u8], costs: &[(u32, FileCharset)]) -> Option<Detection> {
        let mut costs = costs.to_vec();
        costs.sort_by_key(|(cost, _)| *cost);
        let &(least, charset) = costs.first()?;
        let rival = costs.get(1).filter(|(next, _)| next - least < CLOSE).map(|(_, rival)| *rival);
        // Two charsets that yield the same text are not rivals.
        let text = |charset: FileCharset| charset.decode(bytes).0;
        Some(Detection { charset, rival: rival.filter(|rival| text(*rival) != text(charset)) })
    }
}

/// Returns `true` if the bytes look like UTF-16 or UTF-32 without a byte order mark: the first character is ASCII, and
/// every other byte is zero.
pub fn is_wide(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(64)];
    let zeros = |bytes: &[u8]| bytes.iter().filter(|&&b| b == 0).count();
    start.len() > 1 && zeros(&start[..2]) > 0 && zeros(start) * 3 >= start.len()
}

/// Detects the charset of bytes that are not all ASCII.
pub fn guess(bytes: &[u8]) -> Detection {
    if is_nearly_utf8(bytes) {
        return Detection::certain(FileCharset::UTF_8);
    }
    let sample = sample(bytes, SAMPLE);
    let legacy = CANDIDATES.iter().filter(|(charset, _)| *charset != FileCharset::UTF_8);
    let costs: Vec<_> =
        legacy.map(|&(charset, rarity)| (rarity + cost(&sample, charset), charset)).collect();
    Detection::cheapest(&sample, &costs).unwrap_or(Detection::certain(FileCharset::UTF_8))
}

/// Returns the cost in bits of the start of a text in a charset. A lower cost is more plausible.
pub fn cost_of(bytes: &[u8], charset: FileCharset) -> u32 {
    cost(&sample(bytes, SAMPLE), charset)
}

/// Returns `true` if most characters at the start of a text are common in the charset.
pub fn is_plausible(bytes: &[u8], charset: FileCharset) -> bool {
    let sample = sample(bytes, SHORT_SAMPLE);
    let (text, _) = charset.decode(&sample);
    let is_half = |c: &char| ('\u{FF61}'..='\u{FF9F}').contains(c);
    let characters = text.chars().filter(|c| !c.is_ascii()).count();
    let halves = text.chars().filter(is_half).count();
    let most = if model(charset).is_some() { 12 } else { 8 };
    let limit = most * (2 * characters - halves) / 2;
    !text.contains('\u{FFFD}') && cost(&sample, charset) as usize <= limit
}

fn model(charset: FileCharset) -> Option<&'static DoubleByteModel> {
    MODELS.iter().find(|(known, _)| *known == charset).map(|(_, model)| *model)
}

fn cost(sample: &[u8], charset: FileCharset) -> u32 {
    match model(charset) {
        Some(model) => model.cost(sample),
        None => single_byte::cost(&charset.decode(sample).0),
    }
}

/// Returns `true` if there are more than three non-ASCII UTF-8 characters per invalid sequence. Names truncated
/// in mid-character are common.
pub fn is_nearly_utf8(bytes: &[u8]) -> bool {
    let (mut characters, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        let continuation = |b: &&u8| **b & 0xC0 == 0x80;
        let high = chunk.valid().bytes().filter(|b| *b >= 0x80).count();
        characters += high - chunk.valid().as_bytes().iter().filter(continuation).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    if broken == 0 {
        return characters > CHANCE || !std::str::from_utf8(bytes).is_ok_and(is_by_chance);
    }
    characters > 3 * broken
}

/// The maximum number of two-byte UTF-8 characters that may occur by chance in another charset.
const CHANCE: usize = 8;

/// Returns `true` if valid UTF-8 is probably coincidental: all non-ASCII characters are from rare alphabets that do
/// not occur together in names. The bytes of two or three hanzi in GB 18030 may be valid UTF-8.
fn is_by_chance(text: &str) -> bool {
    let mut blocks = text.chars().filter(|c| !c.is_ascii()).map(|c| u32::from(c) >> 8);
    let Some(first) = blocks.next() else { return false };
    let mut differs = false;
    for block in blocks {
        // Latin letters occur with all others, and three-byte sequences are not coincidental.
        if block.min(first) == 0 || block.max(first) >= 8 {
            return false;
        }
        differs |= block != first;
    }
    differs
}

/// Returns the runs with non-ASCII bytes, concatenated. Each one extends from the byte before its first non-ASCII
/// byte to two consecutive ASCII bytes, of which the second is a character of its own in any charset.
fn sample(bytes: &[u8], limit: usize) -> Vec<u8> {
    let mut sample = Vec::with_capacity(bytes.len().min(limit));
    let mut at = 0;
    while sample.len() < limit {
        let start = at + Encoding::ascii_valid_up_to(&bytes[at..]);
        if start == bytes.len() {
            break;
        }
        let stretch = &bytes[start..bytes.len().min(start + limit)];
        let stretch = &stretch[..length_with_two_of_ascii(stretch)];
        sample.push(if start > 0 { bytes[start - 1] } else { b' ' });
        sample.extend(stretch);
        at = start + stretch.len();
    }
    sample
}

/// Returns the number of bytes up to and including the first two consecutive ASCII bytes.
fn length_with_two_of_ascii(bytes: &[u8]) -> usize {
    let mut pairs = bytes.windows(2);
    let found = pairs.position(|pair| pair.is_ascii());
    found.map_or(bytes.len(), |at| at + 2)
}

#[cfg(test)]
mod tests {
    use encoding_rs as standard;

    use super::*;

    #[test]
    fn charset_is_detected_from_bytes() {
        let samples = [
            ("第十届名人战决赛第一局，黑方先行。", standard::GB18030),
            ("中國圍棋名人戰決賽第一局，黑方先行", standard::BIG5),
            ("第十期名人戦、先番は黒です。コミは六目半", standard::SHIFT_JIS),
            ("第十期名人戦の決勝、先番は黒です。コミは六目半でした", standard::EUC_JP),
            ("제십회명인전결승제일국흑선백번덤여섯집반", standard::EUC_KR),
            ("Чемпионат Москвы", standard::WINDOWS_1251),
            ("Чемпионат Москвы", standard::KOI8_R),
            ("古力", standard::GB18030),
            ("アイ", standard::SHIFT_JIS),
            ("André", standard::WINDOWS_1252),
        ];
        for (text, encoding) in samples {
            let bytes = [b"PB[", &*encoding.encode(text).0, b"]"].concat();
            let Detection { charset, .. } = guess(&bytes);
            assert_eq!(charset.name(), encoding.name(), "{text}");
            assert_eq!(guess(text.as_bytes()).charset, FileCharset::UTF_8, "{text}");
        }
    }

    #[test]
    fn truncated_utf8_name_is_detected_as_utf8() {
        let truncated = "PB[古力九段]PW[李世石]C[".as_bytes();
        let truncated = [truncated, b"\xE5\x9B]"].concat();
        assert_eq!(guess(&truncated).charset, FileCharset::UTF_8);
    }

    #[test]
    fn utf16_is_detected_by_zero_bytes() {
        assert!(is_wide(b"(\0;\0B\0[\0") && is_wide(b"\0(\0;\0B\0["));
        assert!(!is_wide(b"(;B[aa])") && !is_wide(b"(;C[\0\0\0\0\0\0])"));
    }

    #[test]
    fn coincidental_utf8_is_detected_as_gb18030() {
        // 祝平 in GB 18030 is a Hebrew and an African letter in UTF-8.
        assert_eq!(guess(b"PB[\xD7\xA3\xC6\xBD]").charset, FileCharset::GB18030);
        for text in ["«Илья»", "Ängström", "Łódź", "Șerban Ț", "שלום", "x ≤ 3 Д ש"]
        {
            assert_eq!(guess(text.as_bytes()).charset, FileCharset::UTF_8, "{text}");
        }
    }

    #[test]
    fn sample_contains_complete_characters() {
        let bytes = b"(;PB[\xB9\xC5\xC1\xA6]PW[ASCII]C[a\x83\x5C\x83\x41b]TM[0])";
        assert_eq!(sample(bytes, SAMPLE), b"[\xB9\xC5\xC1\xA6]Pa\x83\x5C\x83\x41b");
        let long = b"\xB9\xC5\xC1\xA6, ".repeat(1000);
        assert!((SAMPLE..SAMPLE + 10).contains(&sample(&long, SAMPLE).len()));
    }
}
