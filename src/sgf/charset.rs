//! The charset of an SGF file: what it declares, what its bytes say, and what programs really did.
//!
//! Bytes like those of `]` and `\` occur inside of Chinese and Japanese characters. Most programs
//! encode the file when it is finished, so that it must be decoded before it is cut into properties.
//! A few follow FF\[4\] to the letter and escape bytes; see [`with_byte_escapes_undone`].

use std::borrow::Cow;

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, WINDOWS_1252};

use super::rules::{BAD_BYTES, GUESSED_CHARSET, UNKNOWN_CHARSET, WIDE_CHARSET, WRONG_CHARSET};
use crate::charset::guess;
use crate::record::finding::{Findings, Place, shortened};

/// How far behind the first parenthesis the declaration is looked for.
const HEAD: usize = 1024;

/// The charset of a file; `None`, with an error, where it cannot be read.
pub(super) fn charset(bytes: &[u8], findings: &mut Findings) -> Option<&'static Encoding> {
    const UTF_32: [&[u8]; 2] = [b"\xFF\xFE\0\0", b"\0\0\xFE\xFF"];
    let marked = guess::marked(bytes);
    let wide = marked.is_none() && guess::is_wide(bytes);
    if wide || UTF_32.iter().any(|mark| bytes.starts_with(mark)) {
        findings.add(&WIDE_CHARSET, Place::default(), []);
        return None;
    }
    if marked.is_some() || bytes.is_ascii() {
        return Some(marked.unwrap_or(UTF_8));
    }
    let Some((at, label)) = declaration(bytes) else {
        let guessed = guess::guess(bytes);
        findings.add(&GUESSED_CHARSET, Place::default(), [guessed.name()]);
        return Some(guessed);
    };
    let usable =
        |encoding: &&'static Encoding| !guess::has_wide_units(encoding) && *encoding != REPLACEMENT;
    let named = guess::named(&label).filter(usable);
    // Programs that know nothing of charsets declare the default one and write their own.
    if let Some(declared) = named.filter(|encoding| *encoding != WINDOWS_1252) {
        return Some(declared);
    }
    let guessed = guess::guess(bytes);
    if named != Some(guessed) {
        let rule = if named.is_some() { &WRONG_CHARSET } else { &UNKNOWN_CHARSET };
        findings.add(rule, Place::offset(at), [&shortened(&label), guessed.name()]);
    }
    Some(guessed)
}

/// The bytes as text, without a byte order mark.
pub(super) fn decode<'b>(
    bytes: &'b [u8],
    charset: &'static Encoding,
    findings: &mut Findings,
) -> Cow<'b, str> {
    let (text, broken) = charset.decode_with_bom_removal(bytes);
    if broken {
        let first = text.find('\u{FFFD}').unwrap_or(0);
        findings.add(&BAD_BYTES, Place::offset(first), [charset.name()]);
        findings.locate(&text);
    }
    text
}

/// The value of `CA` near the start of a file, and where it stands.
fn declaration(bytes: &[u8]) -> Option<(usize, String)> {
    let open = bytes.iter().position(|&b| b == b'(').unwrap_or(0);
    let head = &bytes[open..bytes.len().min(open + HEAD)];
    let found = (1..head.len())
        .find(|&i| head[i..].starts_with(b"CA[") && !head[i - 1].is_ascii_alphanumeric())?;
    let value = &head[found + 3..];
    let end = value.iter().position(|&b| b == b']')?;
    let label = String::from_utf8_lossy(&value[..end]).trim().to_string();
    if label.is_empty() { None } else { Some((open + found, label)) }
}

/// The bytes of a file that escaped bytes instead of characters, as all others write them: without
/// the `\` that stands between the two bytes of a character. `None` where there is none.
pub(super) fn with_byte_escapes_undone(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut after_lead = false;
    let mut rest = bytes.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        let hides_trail = after_lead && byte == b'\\';
        if !hides_trail {
            out.push(byte);
        }
        if hides_trail || byte == b'\\' {
            out.extend(rest.next_if(|next| hides_trail || *next < 0x80));
        }
        after_lead = !after_lead && byte >= 0x81;
    }
    if out.len() < bytes.len() { Some(out) } else { None }
}

#[cfg(test)]
mod tests {
    use encoding_rs::GB18030;

    use super::*;

    fn name(bytes: &[u8]) -> Option<&'static str> {
        charset(bytes, &mut Findings::default()).map(Encoding::name)
    }

    #[test]
    fn declarations_are_believed_but_for_the_default() {
        let chinese = GB18030.encode("PB[古力]PW[李世石]C[第十届名人战决赛]").0;
        let with = |declaration: &str| [b"(;", declaration.as_bytes(), &chinese, b")"].concat();
        for declaration in ["CA[gb2312]", "CA[GBK]", "", "CA[ISO-8859-1]", "CA[what]", "CA[]"] {
            assert_eq!(name(&with(declaration)), Some("gb18030"), "{declaration}");
        }
        assert_eq!(name(&with("CA[UTF-8]")), Some("UTF-8"), "cut names must not take brackets");
        assert_eq!(name(b"(;C[ascii])"), Some("UTF-8"));
        assert_eq!(name("\u{FEFF}(;CA[gbk]C[围棋])".as_bytes()), Some("UTF-8"));
    }

    #[test]
    fn wide_text_needs_a_mark() {
        assert_eq!(name(b"\xFF\xFE(\0;\0)\0"), Some("UTF-16LE"));
        assert_eq!(name(b"(\0;\0)\0"), None);
        assert_eq!(name(b"\xFF\xFE\0\0(\0\0\0"), None);
    }

    #[test]
    fn escapes_inside_of_characters_are_undone() {
        // 揮 is 93 5D, 運 is DF 5C.
        assert_eq!(
            with_byte_escapes_undone(b"PB[\x93\\\x5D\xDF\\\\]C[a\\]b]").as_deref(),
            Some(&b"PB[\x93\x5D\xDF\x5C]C[a\\]b]"[..])
        );
        assert_eq!(with_byte_escapes_undone(b"PB[\x93\x5D]C[\\\xD6\xD0]"), None);
    }
}
