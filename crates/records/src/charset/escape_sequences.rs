//! Detection of 7-bit charsets by their escape sequences: ISO-2022-JP and HZ.

use encoding_rs::GB18030;

use super::frequent_chars::CHINESE;
use super::{FileCharset, hz};

/// Kinds of bytes that occur in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SevenBitCharset {
    /// `true` if there are non-ASCII bytes.
    pub high: bool,
    /// `true` if there is an escape character, or a tilde that may be an HZ escape.
    pub escapes: bool,
}

impl SevenBitCharset {
    /// Classifies bytes in one vectorized pass, since all files are checked.
    pub fn of(bytes: &[u8]) -> SevenBitCharset {
        let Some((_, behind)) = bytes.split_first() else {
            return SevenBitCharset { high: false, escapes: false };
        };
        // No early exit, so that the loop is vectorised.
        let (mut high, mut escapes) = (bytes[behind.len()], false);
        for (&byte, &next) in bytes.iter().zip(behind) {
            high |= byte;
            let makes_escape = (next == b'{') | (next == b'~') | (next == b'\n') | (next == b'\r');
            escapes |= (byte == 0x1B) | ((byte == b'~') & makes_escape);
        }
        SevenBitCharset { high: high >= 0x80, escapes }
    }
}

/// A 7-bit charset, recognised by its escapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recognised {
    /// The charset.
    pub charset: FileCharset,
    /// `true` if the evidence overrides a declaration. A single short name in HZ could be a tilde and braces.
    pub is_certain: bool,
}

/// Returns the 7-bit charset of ASCII bytes, if any is recognized.
pub fn recognise(bytes: &[u8]) -> Option<Recognised> {
    if is_iso_2022_jp(bytes) {
        return Some(Recognised { charset: FileCharset::ISO_2022_JP, is_certain: true });
    }
    let runs = Runs::of(bytes);
    let is_certain = runs.characters >= CERTAIN;
    runs.are_hz().then_some(Recognised { charset: FileCharset::HZ, is_certain })
}

/// The number of HZ characters that override a declaration.
const CERTAIN: usize = 4;

/// Returns `true` if there is an escape to JIS X 0208 followed by a pair, which occurs in no other charset.
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let is_escape = |w: &[u8]| {
        matches!(w, [0x1B, b'$', b'@' | b'B', lead, trail]
            if (0x21..0x7F).contains(lead) && (0x21..0x7F).contains(trail))
    };
    bytes.windows(5).any(is_escape)
}

/// Statistics of the runs after `~{`. Braces and tildes have other uses too.
#[derive(Debug, Default)]
struct Runs {
    /// Complete runs of pairs up to a `~}`.
    whole: usize,
    /// Runs without an end, as in truncated text, or with bytes that are not pairs.
    broken: usize,
    characters: usize,
    common: usize,
    /// `true` if a complete run is almost certainly hanzi.
    has_evident: bool,
}

impl Runs {
    fn of(bytes: &[u8]) -> Runs {
        let mut runs = Runs::default();
        let mut rest = bytes;
        while let Some(at) = rest.windows(2).position(|pair| pair == b"~{") {
            let (pairs, end) = hz::split_run(&rest[at + 2..]);
            runs.add(pairs, end > 0);
            rest = &rest[at + 2 + pairs.len() + end..];
        }
        runs
    }

    fn add(&mut self, pairs: &[u8], is_terminated: bool) {
        let is_pair = |pair: &[u8]| {
            matches!(pair, [lead, trail]
                if (0x21..0x78).contains(lead) && (0x21..0x7F).contains(trail))
        };
        if !is_terminated || pairs.is_empty() || !pairs.chunks(2).all(is_pair) {
            self.broken += 1;
            return;
        }
        let hanzi: Vec<u8> = pairs.iter().map(|byte| byte | 0x80).collect();
        let (text, _) = GB18030.decode_without_bom_handling(&hanzi);
        let is_common = |c: &char| {
            CHINESE.frequent.contains(*c)
                || CHINESE.usual.contains(*c)
                || "，。、！？：（）".contains(*c)
        };
        self.whole += 1;
        self.characters += text.chars().count();
        self.common += text.chars().filter(is_common).count();
        self.has_evident |= is_evident(pairs);
    }

    fn are_hz(&self) -> bool {
        let is_text = self.has_evident || self.common * 2 > self.characters;
        self.characters > 1 && self.whole > self.broken && is_text
    }
}

/// Returns `true` if pairs are at least two hanzi or punctuation characters, and their bytes are not a word or
/// number.
fn is_evident(pairs: &[u8]) -> bool {
    let is_hanzi = |pair: &[u8]| matches!(pair[0], 0x21 | 0x23 | 0x30..0x78);
    let (first, others) = pairs.split_first().unwrap_or((&0, &[]));
    let is_lower = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let is_upper = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    let is_word = first.is_ascii_alphanumeric()
        && (others.iter().all(is_lower) || others.iter().all(is_upper));
    pairs.len() >= 4 && !is_word && pairs.chunks(2).all(is_hanzi)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charset_is_detected_from_escapes() {
        for (bytes, charset) in [
            (&b"PB[~{9EA&~}]"[..], Some(FileCharset::HZ)),
            (b"PB[~{9EA&~}]PW[~{3#j;~}]", Some(FileCharset::HZ)),
            // 柯洁, and 芈昱廷, most of whose characters are not common.
            (b"PB[~{?B=`~}]", Some(FileCharset::HZ)),
            (b"PB[~{XBjEM\"~}]", Some(FileCharset::HZ)),
            (b"PB[~{?B=`~}]PW[~{XBjEM\"~}];C[~{Fe]", Some(FileCharset::HZ)),
            (b"PB[\x1B$B>.NS8w0l\x1B(B]", Some(FileCharset::ISO_2022_JP)),
            (b"PB[\x1B$@>.NS8w0l\x1B(J]", Some(FileCharset::ISO_2022_JP)),
            (b"C[\x1B[1m bold]", None),
            (b"C[see ~{ for a set]", None),
            (b"C[~{ab~} and ~{abc~}]", None),
            (b"C[~{hello, all~}]", None),
            (b"C[~{HELLO ALL~}]", None),
            (b"C[~{HELP~}]", None),
            (b"C[~{Help~}]", None),
            (b"C[~{1234~}]", None),
            (b"C[~{:-):-)~}]", None),
            (b"C[~{9EA&~} and ~{9E]", None),
            (b"C[~{~}]", None),
            (b"C[~/games]", None),
        ] {
            let found = recognise(bytes).map(|found| found.charset);
            assert_eq!(found, charset, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn detects_high_bits_and_escapes_at_any_offset() {
        let mut bytes = vec![b'~'; 1];
        bytes.resize(10_000, b'a');
        assert_eq!(SevenBitCharset::of(&bytes), SevenBitCharset { high: false, escapes: false });
        bytes[9_997..].copy_from_slice(b"~{a");
        assert_eq!(SevenBitCharset::of(&bytes), SevenBitCharset { high: false, escapes: true });
        bytes[9_999] = 0x80;
        assert_eq!(SevenBitCharset::of(&bytes), SevenBitCharset { high: true, escapes: true });
        assert_eq!(SevenBitCharset::of(b"\x80"), SevenBitCharset { high: true, escapes: false });
        assert_eq!(SevenBitCharset::of(b"\x1B$"), SevenBitCharset { high: false, escapes: true });
    }
}
