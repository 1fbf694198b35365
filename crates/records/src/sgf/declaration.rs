//! Charset declarations of a file or game tree: the values of property `CA`.
//!
//! The charset is still unknown at this stage, so non-ASCII characters are masked before the structure is scanned.
//! `CA[` inside text is not a declaration.

use std::iter;

use super::lexer::{Brackets, Token, Tokens, first_tree};
use super::split_games::HEAD;
use super::truncation::ends_value;
use crate::charset::FileCharset;

const NAME: &[u8] = b"CA[";

/// A value of `CA`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declaration {
    /// The byte offset of the property.
    pub at: usize,
    /// The name of a charset.
    pub label: String,
}

impl Declaration {
    /// Returns the first declaration near the start of a file or tree.
    pub(super) fn of(bytes: &[u8]) -> Option<Declaration> {
        let open = bytes.iter().position(|&b| b == b'(').unwrap_or(0);
        let head = &bytes[open..bytes.len().min(open + HEAD)];
        if !may_declare(head) {
            return None;
        }
        let found = declarations(&masked(head), head).next()?;
        let found = Declaration { at: open + found.at, ..found };
        Some(found).filter(|found| !found.label.is_empty())
    }

    /// Returns the declared charset if it is known and possible for the file.
    pub(super) fn charset(&self) -> Option<FileCharset> {
        FileCharset::from_name(&self.label).filter(|charset| !charset.has_wide_units())
    }
}

/// Returns `true` if the trees of a file declare different charsets.
pub(super) fn several_declared(bytes: &[u8]) -> bool {
    let names = bytes
        .windows(NAME.len())
        .enumerate()
        .filter(|(_, name)| matches!(name, [b'C', b'A', b'[']));
    let mut labels = names
        .map(|(at, _)| &bytes[at + NAME.len()..bytes.len().min(at + HEAD)])
        .map(|value| value.split(|&b| b == b']').next());
    let first = labels.next();
    if labels.all(|label| Some(label) == first) {
        return false;
    }
    are_different(declarations(&masked(bytes), bytes))
}

/// Returns `true` if the trees of a decoded file declare different charsets.
pub(super) fn several_declared_in_text(text: &str) -> bool {
    are_different(declarations(text, text.as_bytes()))
}

fn are_different(declarations: impl Iterator<Item = Declaration>) -> bool {
    let mut charsets = declarations.map(|found| found.charset());
    let first = charsets.next();
    charsets.any(|charset| Some(charset) != first)
}

fn may_declare(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|name| matches!(name, [b'C', b'A']))
}

/// Returns the declarations in bytes, located in their masked text.
fn declarations<'t>(masked: &'t str, bytes: &'t [u8]) -> impl Iterator<Item = Declaration> + 't {
    let mut tokens = Tokens::new(masked, first_tree(masked).unwrap_or(0)).peekable();
    iter::from_fn(move || {
        while let Some((at, token)) = tokens.next() {
            if token == Token::Name("CA")
                && let Some((value_at, Token::Value(value, Brackets::Whole))) = tokens.peek()
                // A quoted `CA[` after an unescaped bracket contains escapes.
                && !value.contains('\\')
            {
                let value = &bytes[value_at + 1..value_at + 1 + value.len()];
                let label = String::from_utf8_lossy(value).trim().to_owned();
                return Some(Declaration { at, label });
            }
        }
        None
    })
}

/// Converts bytes to ASCII of the same length. Each non-ASCII byte becomes a letter, as does each `]` and `\` that
/// appears to be the second byte of a character.
fn masked(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut is_after_lead = false;
    for (at, &byte) in bytes.iter().enumerate() {
        let rest = &bytes[at + 1..];
        let is_trail = is_after_lead
            && match byte {
                b']' => !ends_value(rest),
                b'\\' => rest.strip_prefix(b"]").is_some_and(ends_value),
                _ => false,
            };
        is_after_lead = byte >= 0x80;
        text.push(if is_trail || byte >= 0x80 { 'x' } else { byte.into() });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(bytes: &[u8]) -> Option<String> {
        Declaration::of(bytes).map(|found| found.label)
    }

    #[test]
    fn declaration_in_text_is_ignored() {
        // 揮 is 93 5D and 許 in Big5 is B3 5C.
        for (bytes, expected) in [
            (&b"(;GM[1]CA[GBK]SZ[9])"[..], Some("GBK")),
            (b"x CA[Big5] (;CA [ GBK ])", Some("GBK")),
            (b"(;C[CA[Big5\\]]CA[GBK])", Some("GBK")),
            (b"(;C[put CA[Big5\\] there])", None),
            (b"(;C[a :-] CA[Big5\\] b]CA[GBK])", Some("GBK")),
            (b"(;PB[\x93]]C[\x93] CA[Big5\\]]CA[GBK])", Some("GBK")),
            (b"(;PB[\xB3\\]CA[Big5])", Some("Big5")),
            (b"(;C[\xC6]CA[GBK];B[aa])", Some("GBK")),
            (b"(;XCA[Big5]SZ[9])", None),
            (b"(;CA[])", None),
            (b"(;CA[GB", None),
            (b"", None),
        ] {
            assert_eq!(label(bytes).as_deref(), expected, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn different_declared_charsets_are_detected() {
        assert!(several_declared(b"(;CA[GBK])(;CA[Big5])"));
        assert!(!several_declared(b"(;CA[GBK])(;CA[gb2312])"));
        assert!(!several_declared(b"(;CA[GBK])(;C[CA[Big5\\]])"));
        assert!(!several_declared(b"(;GM[1])"));
    }
}
