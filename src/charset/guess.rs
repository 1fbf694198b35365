//! The likely charset of bytes that do not say theirs.
//!
//! It does not know what the text is for. A guess never fails. Each candidate is asked what the text
//! would cost in bits if it were meant so, and the cheapest is taken: the difference to the next one
//! is the logarithm of how much likelier it is.

use super::FileCharset;
use super::letters::{KOI8_R, WINDOWS_1251, WINDOWS_1252};
use super::pairs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS};

/// How many bytes the sample that is looked at has, at most. Names take thirty.
const SAMPLE: usize = 2048;

/// The lead in bits below which the next candidate could be as good.
const CLOSE: u32 = 10;

/// A guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guess {
    /// The likely charset.
    pub charset: FileCharset,
    /// Another that is nearly as likely, if there is one.
    pub rival: Option<FileCharset>,
}

/// Whether the bytes look like UTF-16 or UTF-32 without a mark: every other one is zero, from the
/// first character on, which is one of ASCII.
pub fn is_wide(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(64)];
    let zeros = |bytes: &[u8]| bytes.iter().filter(|&&b| b == 0).count();
    start.len() > 1 && zeros(&start[..2]) > 0 && zeros(start) * 3 >= start.len()
}

/// The likely charset of bytes that are not all ASCII.
pub fn guess(bytes: &[u8]) -> Guess {
    if is_nearly_utf8(bytes) {
        return Guess { charset: FileCharset::UTF_8, rival: None };
    }
    let sample = sample(bytes);
    // What is added is how much rarer files in it are, among those that say nothing.
    let mut costs = [
        (GB18030.cost(&sample), FileCharset::GB18030),
        (3 + BIG5.cost(&sample), FileCharset::BIG5),
        (3 + SHIFT_JIS.cost(&sample), FileCharset::SHIFT_JIS),
        (4 + EUC_KR.cost(&sample), FileCharset::EUC_KR),
        (4 + WINDOWS_1252.cost(&sample), FileCharset::WINDOWS_1252),
        (6 + EUC_JP.cost(&sample), FileCharset::EUC_JP),
        (6 + WINDOWS_1251.cost(&sample), FileCharset::WINDOWS_1251),
        (8 + KOI8_R.cost(&sample), FileCharset::KOI8_R),
    ];
    costs.sort_by_key(|(cost, _)| *cost);
    let [(least, charset), (next, second), ..] = costs;
    let rival = Some(second).filter(|_| next - least < CLOSE);
    // Where both mean the same text there is no question.
    let rival = rival.filter(|rival| rival.decode(&sample) != charset.decode(&sample));
    Guess { charset, rival }
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
    if broken == 0 {
        return characters > CHANCE || !std::str::from_utf8(bytes).is_ok_and(is_by_chance);
    }
    characters > 3 * broken
}

/// How many characters of two bytes in UTF-8 another charset may have by chance.
const CHANCE: usize = 8;

/// Whether a text of UTF-8 makes no sense: all its characters beyond ASCII are of rare alphabets that
/// nobody writes in one name. The bytes of two or three hanzi in GB 18030 may look so.
fn is_by_chance(text: &str) -> bool {
    let mut blocks = text.chars().filter(|c| !c.is_ascii()).map(|c| u32::from(c) >> 8);
    let Some(first) = blocks.next() else { return false };
    let mut differs = false;
    for block in blocks {
        // Latin letters stand beside any others, and three bytes are not hit by chance.
        if block.min(first) == 0 || block.max(first) >= 8 {
            return false;
        }
        differs |= block != first;
    }
    differs
}

/// The stretches with bytes beyond ASCII, one behind the other: each from the byte before the first
/// to two of ASCII, the second of which is a character of its own in any charset.
fn sample(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::with_capacity(bytes.len().min(SAMPLE));
    let (mut before, mut plain) = (b' ', 2);
    for &byte in bytes {
        let was_outside = plain >= 2;
        plain = if byte < 0x80 { plain + 1 } else { 0 };
        if was_outside && plain == 0 {
            if sample.len() >= SAMPLE {
                break;
            }
            sample.push(before);
        }
        if plain <= 2 {
            sample.push(byte);
        }
        before = byte;
    }
    sample
}

#[cfg(test)]
mod tests {
    use encoding_rs as standard;

    use super::*;

    #[test]
    fn bytes_tell_the_charset() {
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
            let Guess { charset, .. } = guess(&bytes);
            assert_eq!(charset.name(), encoding.name(), "{text}");
            assert_eq!(guess(text.as_bytes()).charset, FileCharset::UTF_8, "{text}");
        }
    }

    #[test]
    fn truncated_names_leave_a_text_in_utf8() {
        let truncated = "PB[古力九段]PW[李世石]C[".as_bytes();
        let truncated = [truncated, b"\xE5\x9B]"].concat();
        assert_eq!(guess(&truncated).charset, FileCharset::UTF_8);
    }

    #[test]
    fn wide_text_is_told_by_its_zeros() {
        assert!(is_wide(b"(\0;\0B\0[\0") && is_wide(b"\0(\0;\0B\0["));
        assert!(!is_wide(b"(;B[aa])") && !is_wide(b"(;C[\0\0\0\0\0\0])"));
    }

    #[test]
    fn bytes_of_hanzi_are_utf8_by_chance_only() {
        // 祝平 in GB 18030 is a Hebrew letter and one of African alphabets in UTF-8.
        assert_eq!(guess(b"PB[\xD7\xA3\xC6\xBD]").charset, FileCharset::GB18030);
        for text in ["«Илья»", "Ängström", "Łódź", "Șerban Ț", "שלום", "x ≤ 3 Д ש"]
        {
            assert_eq!(guess(text.as_bytes()).charset, FileCharset::UTF_8, "{text}");
        }
    }

    #[test]
    fn samples_have_the_characters_whole() {
        let bytes = b"(;PB[\xB9\xC5\xC1\xA6]PW[ASCII]C[a\x83\x5C\x83\x41b]TM[0])";
        assert_eq!(sample(bytes), b"[\xB9\xC5\xC1\xA6]Pa\x83\x5C\x83\x41b");
        let long = b"\xB9\xC5\xC1\xA6, ".repeat(1000);
        assert!((SAMPLE..SAMPLE + 10).contains(&sample(&long).len()));
    }
}
