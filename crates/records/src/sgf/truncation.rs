//! Text that a program truncated in the middle of a multi-byte character.
//!
//! When the file is decoded, the rest of such a character consumes the following `]`, and with it the nodes up to the
//! next `]`. The structure shows the truncation: if a property, a node or a parenthesis follows the `]`, then it ends
//! the value.

use std::borrow::Cow;

use super::lexer::{LONGEST_NAME, after_blanks, end_of_name};
use super::property_names;
use crate::charset::FileCharset;

/// The number of bytes of the next value that are examined.
const EXAMINED: usize = 64;

/// A byte that is invalid in all of these charsets.
const MEANINGLESS: u8 = 0xFF;

/// Returns the length of the character (or of the run between escapes) at the start of `bytes`, which must not be
/// empty; and `true` if a following `]` truncates it.
pub(super) fn character(bytes: &[u8], charset: FileCharset) -> (usize, bool) {
    let length = charset.char_len(bytes);
    let rest = &bytes[length..];
    if length < 2 {
        return (length, false);
    }
    if charset.has_seven_bits() {
        let ends = |&at: &usize| bytes[at] == b']' && ends_value(&bytes[at + 1..]);
        let bracket = (0..length).find(ends);
        return bracket.map_or((length, false), |bracket| (bracket, true));
    }
    let is_truncated = match bytes[1] {
        b']' => ends_value(rest),
        b'\\' => rest.strip_prefix(b"\\]").is_some_and(ends_value),
        _ => false,
    };
    if is_truncated { (1, true) } else { (length, false) }
}

/// Returns the bytes with each truncated character replaced by an invalid byte, and each truncated run terminated.
pub(super) fn terminated(bytes: &[u8], charset: FileCharset) -> Cow<'_, [u8]> {
    if !charset.hides_ascii() && !charset.has_seven_bits() {
        return Cow::Borrowed(bytes);
    }
    let (mut out, mut copied, mut at) = (Vec::new(), 0, 0);
    while let Some(start) = next_start(bytes, at, charset) {
        let (length, is_truncated) = character(&bytes[start..], charset);
        at = start + length;
        if is_truncated {
            let escape = charset.escape_to_ascii();
            let kept = if escape.is_some() { at } else { start };
            out.extend_from_slice(&bytes[copied..kept]);
            out.push(MEANINGLESS);
            out.extend_from_slice(escape.unwrap_or_default());
            copied = at;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(bytes);
    }
    out.extend_from_slice(&bytes[copied..]);
    Cow::Owned(out)
}

/// Returns the next byte at which a character or run may be truncated: an escape, or the lead byte of a character
/// whose second byte is `]` or `\`.
fn next_start(bytes: &[u8], from: usize, charset: FileCharset) -> Option<usize> {
    if let Some(escape) = charset.escape_to_ascii() {
        return bytes[from..].iter().position(|&b| b == escape[0]).map(|at| from + at);
    }
    let is_hidden = |pair: &[u8]| pair[0] >= 0x81 && (pair[1] == b']' || pair[1] == b'\\');
    let mut at = from;
    loop {
        at += bytes[at..].windows(2).position(is_hidden)?;
        if begins_character(bytes, at, charset) {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns `true` if a non-ASCII byte is the lead byte of a character. A new character begins after each ASCII byte.
fn begins_character(bytes: &[u8], at: usize, charset: FileCharset) -> bool {
    let has_kana = charset == FileCharset::SHIFT_JIS;
    let is_lead = |byte: u8| (0x81..=0xFE).contains(&byte) && !(has_kana && is_kana(byte));
    let others = bytes[..at].iter().rev().take_while(|&&b| b >= 0x80).count();
    let mut is_trail = false;
    for &byte in &bytes[at - others..at] {
        is_trail = !is_trail && is_lead(byte);
    }
    !is_trail && is_lead(bytes[at])
}

/// Returns `true` for a single-byte katakana in Shift_JIS.
fn is_kana(byte: u8) -> bool {
    (0xA1..=0xDF).contains(&byte)
}

/// Returns `true` if the bytes after a `]` show that it ends a value and is not part of a character: optional
/// parentheses and semicolons, then a property or the end of the file.
pub(super) fn ends_value(after: &[u8]) -> bool {
    let mut at = after_blanks(after, 0);
    if after.get(at) == Some(&b'[') {
        return begins_label(&after[at + 1..]);
    }
    let start = at;
    while matches!(after.get(at), Some(b'(' | b')' | b';')) {
        at = after_blanks(after, at + 1);
    }
    let has_structure = at > start;
    let Some(rest) = after.get(at..).filter(|rest| !rest.is_empty()) else {
        return has_structure;
    };
    let name = &rest[..end_of_name(&rest[..rest.len().min(LONGEST_NAME)], 0)];
    let value = rest[name.len()..].strip_prefix(b"[");
    let name = std::str::from_utf8(name).unwrap_or("");
    value.is_some_and(|value| is_property(name, value))
}

/// Returns `true` for a further value of a property such as `LB`: a point and a text.
fn begins_label(value: &[u8]) -> bool {
    matches!(value, [x, y, b':' | b']', ..] if x.is_ascii_alphabetic() && y.is_ascii_alphabetic())
}

/// Returns `true` if a property is written as programs write it. Text that quotes a property escapes its brackets.
fn is_property(name: &str, value: &[u8]) -> bool {
    if property_names::canonical(name).is_empty() {
        return false;
    }
    let value = &value[..value.len().min(EXAMINED)];
    let is_end = |at: &usize| value[*at] == b']' && (*at == 0 || value[*at - 1] < 0x80);
    let Some(end) = (0..value.len()).find(is_end) else { return property_names::is_text(name) };
    let value = &value[..end];
    let is_escaped = matches!(value, [.., before, b'\\'] if *before < 0x80) || value == b"\\";
    let is_move = || value.is_empty() || value.len() == 2 && value.is_ascii();
    match name {
        _ if is_escaped => false,
        "B" | "W" => is_move(),
        _ => property_names::is_text(name) || value.is_ascii(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_characters_are_replaced_before_structure() {
        let gb = FileCharset::GB18030;
        for (charset, bytes, expected) in [
            (gb, &b"C[\xC6];W[bb]"[..], &b"C[\xFF];W[bb]"[..]),
            (gb, b"C[\xC6\xE5\xC6]PB[a]", b"C[\xC6\xE5\xFF]PB[a]"),
            (gb, b"C[\xC6])", b"C[\xFF])"),
            (gb, b"C[\xC6]\n)\n(;GM[1]", b"C[\xFF]\n)\n(;GM[1]"),
            (gb, b"LB[aa:\xC6][bb:c]", b"LB[aa:\xFF][bb:c]"),
            (gb, b"C[a\xC6\\\\];B[]", b"C[a\xFF\\\\];B[]"),
            (FileCharset::BIG5, b"C[\xB4];White[bb]", b"C[\xFF];White[bb]"),
            (FileCharset::SHIFT_JIS, b"C[\xB1\x8C];B[aa]", b"C[\xB1\xFF];B[aa]"),
            (FileCharset::HZ, b"C[~{9EA];B[aa]C[~{9EA&~}]", b"C[~{9EA\xFF~}];B[aa]C[~{9EA&~}]"),
            (FileCharset::HZ, b"C[~{9E];B[aa]", b"C[~{9E\xFF~}];B[aa]"),
            (FileCharset::ISO_2022_JP, b"C[\x1B$B0O];B[aa]", b"C[\x1B$B0O\xFF\x1B(B];B[aa]"),
        ] {
            let found = terminated(bytes, charset);
            assert_eq!(found, expected, "{charset}: {}", bytes.escape_ascii());
        }
    }

    #[test]
    fn complete_characters_are_unchanged() {
        // 沒 is 9B 5D, 揮 is 93 5D, 運 is DF 5C.
        for bytes in [
            &b"PB[\x9B]];B[aa]"[..],
            b"C[\x93] is it]",
            b"C[\x93];W[3\\] would do]",
            b"C[\x93](xx)]",
            b"C[\x93[9d\\]: hi]",
            b"PB[\xDF\\];B[aa]",
            b"PB[\xDF\\\\]]",
            b"C[\xC6",
        ] {
            assert_eq!(terminated(bytes, FileCharset::GB18030), bytes, "{}", bytes.escape_ascii());
        }
        // A single-byte katakana.
        assert_eq!(terminated(b"C[\xB1];B[aa]", FileCharset::SHIFT_JIS), &b"C[\xB1];B[aa]"[..]);
        assert_eq!(terminated(b"C[~{F]~}];B[aa]", FileCharset::HZ), &b"C[~{F]~}];B[aa]"[..]);
        assert_eq!(terminated(b"C[~];B[aa]", FileCharset::HZ), &b"C[~];B[aa]"[..]);
    }
}
