//! Charsets whose bytes are all ASCII, recognised by their escapes: ISO-2022-JP and HZ.

use encoding_rs::GB18030;

use super::FileCharset;
use super::common::CHINESE;
use super::hz;

/// What kinds of bytes there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bits {
    /// Whether there are bytes beyond ASCII.
    pub high: bool,
    /// Whether there is an escape character, or a tilde with what makes it one in HZ.
    pub escapes: bool,
}

impl Bits {
    /// Those of bytes. It looks at each once, at the speed of memory: all files go this way.
    pub fn of(bytes: &[u8]) -> Bits {
        let Some((_, behind)) = bytes.split_first() else {
            return Bits { high: false, escapes: false };
        };
        // Without an early end, so that vectors do the work.
        let (mut high, mut escapes) = (bytes[behind.len()], false);
        for (&byte, &next) in bytes.iter().zip(behind) {
            high |= byte;
            let makes_escape = (next == b'{') | (next == b'~') | (next == b'\n') | (next == b'\r');
            escapes |= (byte == 0x1B) | ((byte == b'~') & makes_escape);
        }
        Bits { high: high >= 0x80, escapes }
    }
}

/// The charset of seven bits that ASCII bytes are in, if they are in one.
pub fn recognise(bytes: &[u8]) -> Option<FileCharset> {
    if is_iso_2022_jp(bytes) {
        Some(FileCharset::ISO_2022_JP)
    } else if is_hz(bytes) {
        Some(FileCharset::HZ)
    } else {
        None
    }
}

/// Whether there is an escape to JIS X 0208 with a pair behind it. Nothing else has these bytes.
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let is_escape = |w: &[u8]| {
        matches!(w, [0x1B, b'$', b'@' | b'B', lead, trail]
            if (0x21..0x7F).contains(lead) && (0x21..0x7F).contains(trail))
    };
    bytes.windows(5).any(is_escape)
}

/// Whether all runs behind `~{` are pairs up to a `~}`, and most of them common characters: people
/// write braces and tildes for other reasons too.
fn is_hz(bytes: &[u8]) -> bool {
    let mut hanzi = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"~{") {
        let (pairs, end) = hz::split_run(&rest[at + 2..]);
        let is_pair = |pair: &[u8]| {
            matches!(pair, [lead, trail]
                if (0x21..0x78).contains(lead) && (0x21..0x7F).contains(trail))
        };
        if end == 0 || pairs.is_empty() || !pairs.chunks(2).all(is_pair) {
            return false;
        }
        hanzi.extend(pairs.iter().map(|byte| byte | 0x80));
        rest = &rest[at + 2 + pairs.len() + end..];
    }
    let (text, _) = GB18030.decode_without_bom_handling(&hanzi);
    let is_common = |c: &char| {
        CHINESE.frequent.contains(*c)
            || CHINESE.usual.contains(*c)
            || "，。、！？：（）".contains(*c)
    };
    let (count, common) = (text.chars().count(), text.chars().filter(is_common).count());
    count > 1 && common * 2 > count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_tell_the_charset() {
        for (bytes, charset) in [
            (&b"PB[~{9EA&~}]"[..], Some(FileCharset::HZ)),
            (b"PB[~{9EA&~}]PW[~{3#j;~}]", Some(FileCharset::HZ)),
            (b"PB[\x1B$B>.NS8w0l\x1B(B]", Some(FileCharset::ISO_2022_JP)),
            (b"PB[\x1B$@>.NS8w0l\x1B(J]", Some(FileCharset::ISO_2022_JP)),
            (b"C[\x1B[1m bold]", None),
            (b"C[see ~{ for a set]", None),
            (b"C[~{ab~} and ~{abc~}]", None),
            (b"C[~{hello, all~}]", None),
            (b"C[~{HELLO ALL~}]", None),
            (b"C[~{HELP~}]", None),
            (b"C[~{9EA&~} and ~{9E]", None),
            (b"C[~{~}]", None),
            (b"C[~/games]", None),
        ] {
            assert_eq!(recognise(bytes), charset, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn bits_are_seen_wherever_they_are() {
        let mut bytes = vec![b'~'; 1];
        bytes.resize(10_000, b'a');
        assert_eq!(Bits::of(&bytes), Bits { high: false, escapes: false });
        bytes[9_997..].copy_from_slice(b"~{a");
        assert_eq!(Bits::of(&bytes), Bits { high: false, escapes: true });
        bytes[9_999] = 0x80;
        assert_eq!(Bits::of(&bytes), Bits { high: true, escapes: true });
        assert_eq!(Bits::of(b"\x80"), Bits { high: true, escapes: false });
        assert_eq!(Bits::of(b"\x1B$"), Bits { high: false, escapes: true });
    }
}
