//! XML text: allowed characters and character references.
//!
//! The same functions serve element and attribute text, which differ only in the replacement for line breaks.

use std::borrow::Cow;

use super::diagnostics::*;
use super::scanner::{Scan, is_in_name};
use crate::record::diagnostic::{Findings, SourceLocation};

/// Resolves the references of a text. Line breaks of any kind become `line_break`; tabs do too if it is a space, as
/// in attributes.
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

/// Appends the character of a reference to `text` and returns the rest of the text. `rest` starts after the `&`.
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

/// Returns `true` if XML 1.0 allows a character.
pub(super) fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r') || c >= ' ' && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

/// Returns the start of a text for a message.
pub(super) fn shortened(text: &str) -> String {
    crate::record::diagnostic::ellipsize(text.trim_ascii())
}
