//! The charset of an SGF file: what it declares, what its bytes say, and what programs really did.
//!
//! Bytes like those of `]` and `\` occur inside of Chinese and Japanese characters. Most programs
//! encode the file when it is finished, so that it must be decoded before it is cut into properties.
//! A few follow FF\[4\] to the letter and escape bytes; see [`Decoded::with_byte_escapes_undone`].

use std::borrow::Cow;
use std::ops::Range;

use super::rules::{
    AMBIGUOUS_CHARSET, BAD_BYTES, ESCAPED_BYTES, GUESSED_CHARSET, UNKNOWN_CHARSET, WIDE_CHARSET,
    WRONG_CHARSET,
};
use super::trees::{HEAD, trees};
use crate::charset::FileCharset;
use crate::charset::guess::{Guess, guess, is_wide};
use crate::charset::seven_bits::{Bits, recognise};
use crate::record::Rule;
use crate::record::finding::{Findings, Place, shortened};

/// What the reader is told about a file beforehand.
///
/// ```
/// use tianyuan::charset::FileCharset;
/// use tianyuan::sgf::{self, ReadOptions};
///
/// let options = ReadOptions { charset: Some(FileCharset::EUC_JP), ..ReadOptions::default() };
/// let reading = sgf::read_with(b"(;CA[UTF-8]GN[\xB0\xCF\xB8\xEB])", &options);
/// assert_eq!(reading.records[0].info.name.as_deref(), Some("囲碁"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// The charset, whatever the file says and its bytes look like.
    pub charset: Option<FileCharset>,
    /// The charset of what declares none, or one that is unknown. Without it that is guessed.
    pub default_charset: Option<FileCharset>,
}

/// The text of a file, and how it came about.
pub(super) struct Decoded<'b> {
    pub text: Cow<'b, str>,
    /// Bytes without a meaning.
    pub findings: Findings,
    parts: Vec<(Range<usize>, FileCharset)>,
}

/// The text of bytes; `None`, with an error, where it cannot be read.
pub(super) fn decode<'b>(
    bytes: &'b [u8],
    options: &ReadOptions,
    findings: &mut Findings,
) -> Option<Decoded<'b>> {
    const UTF_32: [&[u8]; 2] = [b"\xFF\xFE\0\0", b"\0\0\xFE\xFF"];
    let whole = |charset| Some(Decoded::whole(bytes, charset));
    if options.charset.is_some() {
        return options.charset.and_then(whole);
    }
    let marked = FileCharset::marked(bytes);
    if (marked.is_none() && is_wide(bytes)) || UTF_32.iter().any(|mark| bytes.starts_with(mark)) {
        findings.add(&WIDE_CHARSET, Place::default(), []);
        return None;
    }
    let bits = Bits::of(bytes);
    if marked.is_some() || (!bits.high && !bits.escapes) {
        return whole(marked.unwrap_or(FileCharset::UTF_8));
    }
    let choice = Choice::of(bytes, options);
    let decoded = Decoded::whole(bytes, choice.charset);
    // A file that is UTF-8 from its start to its end is in no other charset.
    let is_utf8 = choice.charset == FileCharset::UTF_8 && decoded.findings.is_empty();
    if (is_utf8 && !bits.escapes) || !declares_several(bytes) {
        choice.report(bytes, 0, findings);
        return Some(decoded);
    }
    Some(Decoded::by_tree(bytes, options, findings))
}

impl<'b> Decoded<'b> {
    fn whole(bytes: &'b [u8], charset: FileCharset) -> Self {
        let mut decoded = Decoded {
            text: Cow::Borrowed(""),
            findings: Findings::default(),
            parts: Vec::with_capacity(1),
        };
        decoded.push(bytes, 0..bytes.len(), charset);
        decoded.findings.locate(&decoded.text);
        decoded
    }

    /// Each tree is decoded as it declares.
    fn by_tree(bytes: &'b [u8], options: &ReadOptions, findings: &mut Findings) -> Self {
        let mut decoded =
            Decoded { text: Cow::default(), findings: Findings::default(), parts: Vec::new() };
        let declared = |head: &[u8]| declaration(head).and_then(|found| usable(&found.1));
        for tree in trees(bytes, declared) {
            let choice = Choice::of(&bytes[tree.clone()], options);
            choice.report(&bytes[tree.clone()], decoded.text.len(), findings);
            decoded.push(bytes, tree, choice.charset);
        }
        decoded.findings.locate(&decoded.text);
        decoded
    }

    fn push(&mut self, bytes: &'b [u8], range: Range<usize>, charset: FileCharset) {
        let (text, broken) = charset.decode(&bytes[range.clone()]);
        if broken {
            let first = self.text.len() + text.find('\u{FFFD}').unwrap_or(0);
            self.findings.add(&BAD_BYTES, Place::offset(first), [charset.name()]);
        }
        self.text += text;
        match self.parts.last_mut() {
            Some((last, same)) if *same == charset => last.end = range.end,
            _ => self.parts.push((range, charset)),
        }
    }

    /// The text of a file that escaped bytes instead of characters, as all others write them: without
    /// the `\` that stands between the two bytes of a character. `None` where there is none.
    pub(super) fn with_byte_escapes_undone(&self, bytes: &[u8]) -> Option<Decoded<'static>> {
        let (mut text, mut findings) = (String::new(), Findings::default());
        let mut are_any = false;
        for (range, charset) in &self.parts {
            let part = &bytes[range.clone()];
            let undone = if charset.hides_ascii() { without_byte_escapes(part) } else { None };
            are_any |= undone.is_some();
            let (more, broken) = charset.decode(undone.as_deref().unwrap_or(part));
            if broken {
                let first = text.len() + more.find('\u{FFFD}').unwrap_or(0);
                findings.add(&BAD_BYTES, Place::offset(first), [charset.name()]);
            }
            text += &more;
        }
        findings.locate(&text);
        findings.add(&ESCAPED_BYTES, Place::default(), []);
        are_any.then(|| Decoded { text: Cow::Owned(text), findings, parts: Vec::new() })
    }
}

/// A charset, and what there is to say about it.
struct Choice {
    charset: FileCharset,
    /// The rule, where in the bytes it applies, and what is declared there.
    finding: Option<(&'static Rule, Option<usize>, String)>,
    rival: Option<FileCharset>,
}

impl Choice {
    /// The choice for a file or one of its trees.
    fn of(bytes: &[u8], options: &ReadOptions) -> Choice {
        let declared = declaration(bytes);
        let named = declared.as_ref().and_then(|(_, label)| usable(label));
        // Programs that know nothing of charsets declare the default one and write their own.
        if let Some(named) = named.filter(|named| *named != FileCharset::WINDOWS_1252) {
            return Choice { charset: named, finding: None, rival: None };
        }
        let guess = match options.default_charset.filter(|_| named.is_none()) {
            Some(charset) => Guess { charset, rival: None },
            None => guessed(bytes),
        };
        let Guess { charset, rival } = guess;
        let charset = named.filter(|named| rival == Some(*named)).unwrap_or(charset);
        let rule = match declared {
            _ if named == Some(charset) || (bytes.is_ascii() && charset == FileCharset::UTF_8) => {
                return Choice { charset, finding: None, rival: None };
            }
            None => (&GUESSED_CHARSET, None, String::new()),
            Some((at, label)) if named.is_some() => (&WRONG_CHARSET, Some(at), label),
            Some((at, label)) => (&UNKNOWN_CHARSET, Some(at), label),
        };
        Choice { charset, finding: Some(rule), rival }
    }

    /// Reports it, for bytes whose text begins at an offset.
    fn report(&self, bytes: &[u8], offset: usize, findings: &mut Findings) {
        let Some((rule, at, label)) = &self.finding else { return };
        let before = at.map_or(0, |at| self.charset.decode(&bytes[..at]).0.len());
        let place = if at.is_none() && offset == 0 {
            Place::default()
        } else {
            Place::offset(offset + before)
        };
        if at.is_none() {
            findings.add(rule, place.clone(), [self.charset.name()]);
        } else {
            findings.add(rule, place.clone(), [&shortened(label), self.charset.name()]);
        }
        if let Some(rival) = self.rival {
            findings.add(&AMBIGUOUS_CHARSET, place, [self.charset.name(), rival.name()]);
        }
    }
}

/// What the bytes say of themselves.
fn guessed(bytes: &[u8]) -> Guess {
    if bytes.is_ascii() {
        let charset = recognise(bytes).unwrap_or(FileCharset::UTF_8);
        return Guess { charset, rival: None };
    }
    guess(bytes)
}

/// The charset that a name means and that the file can be in.
fn usable(label: &str) -> Option<FileCharset> {
    FileCharset::named(label).filter(|charset| !charset.has_wide_units())
}

/// The value of the first `CA` near the start of a file or tree, and where it stands.
fn declaration(bytes: &[u8]) -> Option<(usize, String)> {
    let open = bytes.iter().position(|&b| b == b'(').unwrap_or(0);
    let head = &bytes[open..bytes.len().min(open + HEAD)];
    let (at, label) = declarations(head).next()?;
    if label.is_empty() { None } else { Some((open + at, label)) }
}

/// The values of all `CA`, and where they stand.
fn declarations(bytes: &[u8]) -> impl Iterator<Item = (usize, String)> {
    let is_name = |at: &usize| {
        let at = *at;
        bytes[at..].starts_with(b"CA[") && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
    };
    (0..bytes.len()).filter(is_name).filter_map(|at| {
        let value = &bytes[at + 3..];
        let end = value.iter().take(HEAD).position(|&b| b == b']')?;
        Some((at, String::from_utf8_lossy(&value[..end]).trim().to_string()))
    })
}

/// Whether there are declarations of different charsets.
fn declares_several(bytes: &[u8]) -> bool {
    let mut charsets = declarations(bytes).map(|(_, label)| usable(&label));
    charsets.next().is_some_and(|first| charsets.any(|charset| charset != first))
}

/// The bytes without the `\` that stand between the two bytes of a character. `None` where there are
/// none.
fn without_byte_escapes(bytes: &[u8]) -> Option<Vec<u8>> {
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

    fn names(bytes: &[u8]) -> Vec<&'static str> {
        let decoded = decode(bytes, &ReadOptions::default(), &mut Findings::default());
        decoded.map_or(Vec::new(), |found| found.parts.iter().map(|part| part.1.name()).collect())
    }

    #[test]
    fn declarations_are_believed_but_for_the_default() {
        let chinese = GB18030.encode("PB[古力]PW[李世石]C[第十届名人战决赛]").0;
        let with = |declaration: &str| [b"(;", declaration.as_bytes(), &chinese, b")"].concat();
        for declaration in ["CA[gb2312]", "CA[GBK]", "", "CA[ISO-8859-1]", "CA[what]", "CA[]"] {
            assert_eq!(names(&with(declaration)), ["gb18030"], "{declaration}");
        }
        assert_eq!(names(&with("CA[UTF-8]")), ["UTF-8"], "cut names must not take brackets");
        assert_eq!(names(b"(;C[ascii])"), ["UTF-8"]);
        assert_eq!(names("\u{FEFF}(;CA[gbk]C[围棋])".as_bytes()), ["UTF-8"]);
    }

    #[test]
    fn wide_text_needs_a_mark() {
        assert_eq!(names(b"\xFF\xFE(\0;\0)\0"), ["UTF-16LE"]);
        assert_eq!(names(b"(\0;\0)\0"), [""; 0]);
        assert_eq!(names(b"\xFF\xFE\0\0(\0\0\0"), [""; 0]);
    }

    #[test]
    fn escapes_inside_of_characters_are_undone() {
        // 揮 is 93 5D, 運 is DF 5C.
        assert_eq!(
            without_byte_escapes(b"PB[\x93\\\x5D\xDF\\\\]C[a\\]b]").as_deref(),
            Some(&b"PB[\x93\x5D\xDF\x5C]C[a\\]b]"[..])
        );
        assert_eq!(without_byte_escapes(b"PB[\x93\x5D]C[\\\xD6\xD0]"), None);
    }
}
