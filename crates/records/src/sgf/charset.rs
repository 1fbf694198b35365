//! Charset of an SGF file, derived from its declaration, its bytes and the behaviour of real programs.
//!
//! Chinese and Japanese characters may contain bytes equal to `]` and `\`. Most programs encode the finished file, so
//! it must be decoded before it is split into properties. A few programs follow FF\[4\] literally and escape bytes; see
//! [`Decoded::unescape_multibyte`].

use std::borrow::Cow;
use std::ops::Range;

use super::byte_escapes::without_byte_escapes;
use super::charset_choice::{Choice, is_own_output};
use super::declaration::{Declaration, several_declared, several_declared_in_text};
use super::diagnostics::{BAD_BYTES, ESCAPED_BYTES, WIDE_CHARSET, WRONG_CHARSET};
use super::read_options::ReadOptions;
use super::split_games::trees;
use super::truncation::terminated;
use crate::charset::FileCharset;
use crate::charset::detect::is_wide;
use crate::charset::escape_sequences::SevenBitCharset;
use crate::record::diagnostic::{Findings, SourceLocation, ellipsize};

/// Decoded text of a file, with information about the decoding.
pub(super) struct Decoded<'b> {
    pub text: Cow<'b, str>,
    /// Findings about invalid bytes.
    pub findings: Findings,
    parts: Vec<(Range<usize>, FileCharset)>,
}

/// Decodes a file. Returns `None`, with an error, if it cannot be decoded.
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
    let marked = FileCharset::from_bom(bytes);
    if (marked.is_none() && is_wide(bytes)) || UTF_32.iter().any(|mark| bytes.starts_with(mark)) {
        findings.add(&WIDE_CHARSET, SourceLocation::default(), []);
        return None;
    }
    let bits = SevenBitCharset::of(bytes);
    if let Some(charset) = marked {
        let decoded = Decoded::whole(bytes, charset);
        report_contradiction(&decoded.text, charset, findings);
        return Some(decoded);
    }
    if !bits.high && !bits.escapes {
        return whole(FileCharset::UTF_8);
    }
    if !bits.escapes && declared_charset(bytes) == Some(FileCharset::UTF_8) {
        let decoded = Decoded::whole(bytes, FileCharset::UTF_8);
        if decoded.findings.is_empty() {
            return Some(decoded);
        }
    }
    let choice = Choice::of(bytes, options);
    let decoded = Decoded::whole(bytes, choice.charset);
    // A file that is entirely valid UTF-8 is not in any other charset.
    let is_utf8 = choice.charset == FileCharset::UTF_8 && decoded.findings.is_empty();
    let has_several = || {
        if is_own_output(bytes, choice.charset) {
            several_declared_in_text(&decoded.text)
        } else {
            several_declared(bytes)
        }
    };
    if (is_utf8 && !bits.escapes) || !has_several() {
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

    /// Decodes each tree in the charset that it declares.
    fn by_tree(bytes: &'b [u8], options: &ReadOptions, findings: &mut Findings) -> Self {
        let mut decoded =
            Decoded { text: Cow::default(), findings: Findings::default(), parts: Vec::new() };
        for tree in trees(bytes, declared_charset) {
            let choice = Choice::of(&bytes[tree.clone()], options);
            choice.report(&bytes[tree.clone()], decoded.text.len(), findings);
            decoded.push(bytes, tree, choice.charset);
        }
        decoded.findings.locate(&decoded.text);
        decoded
    }

    fn push(&mut self, bytes: &'b [u8], range: Range<usize>, charset: FileCharset) {
        let part = &bytes[range.clone()];
        let text = decoded(part, charset, self.text.len(), &mut self.findings);
        self.text += text;
        match self.parts.last_mut() {
            Some((last, same)) if *same == charset => last.end = range.end,
            _ => self.parts.push((range, charset)),
        }
    }

    /// Returns the text of a file with byte-level escapes, after removal of each `\` between the two bytes of a
    /// character.
    /// Returns `None` if there is none.
    pub(super) fn unescape_multibyte(&self, bytes: &[u8]) -> Option<Decoded<'static>> {
        let (mut text, mut findings) = (String::new(), Findings::default());
        let mut are_any = false;
        for (range, charset) in &self.parts {
            let part = &bytes[range.clone()];
            let undone = without_byte_escapes(part, *charset);
            are_any |= undone.is_some();
            let part = undone.map_or(Cow::Borrowed(part), Cow::Owned);
            text += &*decoded(&part, *charset, text.len(), &mut findings);
        }
        findings.locate(&text);
        findings.add(&ESCAPED_BYTES, SourceLocation::default(), []);
        are_any.then(|| Decoded { text: Cow::Owned(text), findings, parts: Vec::new() })
    }
}

/// Returns the charset that a file or tree declares.
fn declared_charset(bytes: &[u8]) -> Option<FileCharset> {
    Declaration::of(bytes).and_then(|found| found.charset())
}

/// Reports a declaration that contradicts the byte order mark.
fn report_contradiction(text: &str, marked: FileCharset, findings: &mut Findings) {
    let Some(declared) = Declaration::of(text.as_bytes()) else { return };
    let named = FileCharset::from_name(&declared.label);
    let is_same =
        |named: FileCharset| named == marked || (named.has_wide_units() && marked.has_wide_units());
    if named.is_some_and(|named| !is_same(named)) {
        let place = SourceLocation::offset(declared.at);
        findings.add(&WRONG_CHARSET, place, [&ellipsize(&declared.label), marked.name()]);
    }
}

/// Decodes bytes whose text starts at the given offset in the text of the file.
fn decoded<'b>(
    bytes: &'b [u8],
    charset: FileCharset,
    offset: usize,
    findings: &mut Findings,
) -> Cow<'b, str> {
    let complete = if is_own_output(bytes, charset) {
        Cow::Borrowed(bytes)
    } else {
        terminated(bytes, charset)
    };
    let (text, is_broken) = match complete {
        Cow::Borrowed(bytes) => charset.decode(bytes),
        Cow::Owned(bytes) => {
            let (text, is_broken) = charset.decode(&bytes);
            (Cow::Owned(text.into_owned()), is_broken)
        }
    };
    if is_broken {
        let first = offset + text.find('\u{FFFD}').unwrap_or(0);
        findings.add(&BAD_BYTES, SourceLocation::offset(first), [charset.name()]);
    }
    text
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
    fn utf8_declaration_is_overridden_by_content() {
        let chinese = GB18030.encode("PB[古力]PW[李世石]C[第十届名人战决赛]").0;
        let with = |declaration: &str| [b"(;", declaration.as_bytes(), &chinese, b")"].concat();
        let declarations = ["CA[gb2312]", "CA[GBK]", "", "CA[ISO-8859-1]", "CA[what]", "CA[]"];
        for declaration in declarations.into_iter().chain(["CA[UTF-8]"]) {
            assert_eq!(names(&with(declaration)), ["gb18030"], "{declaration}");
        }
        let truncated = b"(;CA[UTF-8]PB[\xE5\x8F\xA4\xE5\x9B];B[aa])";
        assert_eq!(names(truncated), ["UTF-8"], "truncated names must not take brackets");
        assert_eq!(names(b"(;C[ascii])"), ["UTF-8"]);
        assert_eq!(names("\u{FEFF}(;CA[gbk]C[围棋])".as_bytes()), ["UTF-8"]);
    }

    #[test]
    fn own_files_have_no_truncated_characters() {
        // 颹 is EF 5D, and the text after it looks like a property.
        let program = "AP[Tianyuan:0.2.0]";
        let body = "XX[颹CA[Bi\n]C[9\\]颹];B[aa]C[颹\\]CA[Big5])";
        for (program, is_exact) in [(program, true), ("", false)] {
            let text = format!("(;CA[GB18030]{program}{body}");
            let bytes = GB18030.encode(&text).0;
            let decoded = decode(&bytes, &ReadOptions::default(), &mut Findings::default());
            assert_eq!(decoded.is_some_and(|decoded| decoded.text == text), is_exact, "{text}");
        }
    }

    #[test]
    fn utf16_without_bom_is_rejected() {
        assert_eq!(names(b"\xFF\xFE(\0;\0)\0"), ["UTF-16LE"]);
        assert_eq!(names(b"(\0;\0)\0"), [""; 0]);
        assert_eq!(names(b"\xFF\xFE\0\0(\0\0\0"), [""; 0]);
    }
}
