//! The text of XML: which characters it may have, and what its references stand for.
//!
//! It does not know whether a text is an element's or an attribute's but for the line break that it is
//! given.

use std::borrow::Cow;

use super::diagnostics::*;
use super::scanner::{Scan, is_in_name};
use crate::record::diagnostic::{Findings, SourceLocation};

/// Text with its references resolved. Line breaks of any kind become one that is given, and in
/// attributes, where that is a blank, tabs do too.
pub(super) fn resolved<'t>(
    raw: &'t str,
    at: usize,
    line_break: &str,
    findings: &mut Findings,
) -> Cow<'t, str> {
    const SPECIAL: [char; 5] = ['&', '<', '\r', '\n', '\t'];
    if !raw.contains(SPECIAL) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(found) = rest.find(SPECIAL) {
        text.push_str(&rest[..found]);
        let place = SourceLocation::offset(at + raw.len() - rest.len() + found);
        let special = &rest[found..];
        rest = &special[1..];
        match special.as_bytes()[0] {
            b'&' => rest = resolve_reference(rest, place, &mut text, findings),
            b'<' => {
                findings.add(&BARE_LESS, place, []);
                text.push('<');
            }
            b'\t' => text.push(' '),
            _ => {
                text.push_str(line_break);
                rest = special.strip_prefix("\r\n").unwrap_or(rest);
            }
        }
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// Adds the character that a reference stands for, and returns the text behind it; `rest` begins behind its `&`.
fn resolve_reference<'t>(
    rest: &'t str,
    place: SourceLocation,
    text: &mut String,
    findings: &mut Findings,
) -> &'t str {
    let end = rest.find(|c| !is_in_name(c) && c != '#').unwrap_or(rest.len());
    let (name, behind) = rest.split_at(end);
    let number = name.strip_prefix('#').map(|number| match number.strip_prefix('x') {
        Some(hex) => (16, hex),
        None => (10, number),
    });
    let is_reference = match number {
        Some((radix, digits)) => !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix)),
        None => Scan { text: name, at: 0 }.name() == name && !name.is_empty(),
    };
    let Some(behind) = behind.strip_prefix(';').filter(|_| is_reference) else {
        findings.add(&BAD_REFERENCE, place, []);
        text.push('&');
        return rest;
    };
    let named = match (name, number) {
        ("amp", _) => Some('&'),
        ("lt", _) => Some('<'),
        ("gt", _) => Some('>'),
        ("apos", _) => Some('\''),
        ("quot", _) => Some('"'),
        (_, Some((radix, digits))) => {
            let code = u32::from_str_radix(digits, radix).ok();
            code.and_then(char::from_u32).filter(|c| is_xml(*c))
        }
        _ => None,
    };
    match named {
        Some(c) => text.push(c),
        None => {
            findings.add(&UNKNOWN_ENTITY, place, [&shortened(name)]);
            text.push('&');
            return rest;
        }
    }
    behind
}

/// Whether XML 1.0 allows a character.
pub(super) fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r') || c >= ' ' && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

/// The start of a text, for a message.
pub(super) fn shortened(text: &str) -> String {
    crate::record::diagnostic::ellipsize(text.trim_ascii())
}
