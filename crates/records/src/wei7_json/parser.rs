//! The grammar of JSON (RFC 8259): splits a text into the values of a [`Document`](super::document::Document).

use std::borrow::Cow;

use super::diagnostics::*;
use super::entry::{Entry, Kind};
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::{DiagnosticRule, limits};

/// The minimum number of bytes per value in most files, including names and brackets. Determines the initial
/// capacity, up to texts of `LARGE` bytes.
const BYTES_EACH: usize = 4;
const LARGE: usize = 1 << 20;

/// Parses a text and returns its values, and `true` if it is valid JSON. Otherwise a finding is added, and the values
/// before the error are returned; unclosed values end beyond the text.
pub(super) fn entries(text: &str, findings: &mut Findings) -> (Vec<Entry>, bool) {
    let entries = Vec::with_capacity(text.len().min(LARGE) / BYTES_EACH);
    let mut scanner = Scanner { text, at: 0, entries, open: Vec::new(), findings };
    match scanner.scan() {
        Ok(()) => (scanner.entries, true),
        Err(rule) => {
            let at = scanner.at.min(text.len());
            let found = text[at..].chars().next().map_or(String::new(), |c| c.to_string());
            let rule = if found.is_empty() { &CUT_OFF } else { rule };
            scanner.findings.add(rule, SourceLocation::offset(at), [&found]);
            for open in scanner.open {
                scanner.entries[open as usize].next = u32::MAX;
            }
            (scanner.entries, false)
        }
    }
}

/// The element that the grammar expects next.
#[derive(Clone, Copy)]
enum Next {
    Value,
    /// A value or the end of an array.
    FirstElement,
    Name,
    /// A name or the end of an object.
    FirstName,
    /// A comma or the end of the innermost open value.
    Comma,
}

struct Scanner<'t, 'f> {
    text: &'t str,
    at: usize,
    entries: Vec<Entry>,
    /// The arrays and objects that are still open.
    open: Vec<u32>,
    findings: &'f mut Findings,
}

type Scanned<T> = Result<T, &'static DiagnosticRule>;

impl Scanner<'_, '_> {
    /// Returns the next byte, or 0 at the end. No JSON token starts with 0.
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// Skips to the first byte that is not of this kind, or to the end.
    fn skip(&mut self, is_of_kind: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|byte| !is_of_kind(*byte)).unwrap_or(rest.len());
    }

    fn skip_blanks(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\n' | b'\t' | b'\r'));
    }

    fn scan(&mut self) -> Scanned<()> {
        let mut next = Next::Value;
        loop {
            self.skip_blanks();
            next = match (next, self.peek()) {
                (Next::Comma, _) if self.open.is_empty() => {
                    return if self.at == self.text.len() { Ok(()) } else { Err(&AFTER_END) };
                }
                (Next::Comma, b',') => {
                    self.at += 1;
                    if self.is_in(Kind::Object) { Next::Name } else { Next::Value }
                }
                (Next::Name | Next::FirstName, b'"') => self.name()?,
                (Next::FirstElement | Next::Comma, b']') if self.is_in(Kind::Array) => self.close(),
                (Next::FirstName | Next::Comma, b'}') if self.is_in(Kind::Object) => self.close(),
                (Next::Value | Next::FirstElement, byte) => self.value(byte)?,
                _ => return Err(&NOT_JSON),
            };
        }
    }

    fn is_in(&self, kind: Kind) -> bool {
        self.open.last().is_some_and(|&open| self.entries[open as usize].kind == kind)
    }

    fn begin(&mut self, kind: Kind) {
        let next = self.entries.len() as u32 + 1;
        self.entries.push(Entry { kind, at: self.at as u32, next });
    }

    fn close(&mut self) -> Next {
        self.at += 1;
        if let Some(open) = self.open.pop() {
            self.entries[open as usize].next = self.entries.len() as u32;
        }
        Next::Comma
    }

    fn value(&mut self, byte: u8) -> Scanned<Next> {
        let (kind, next) = match byte {
            b'{' => (Kind::Object, Next::FirstName),
            b'[' => (Kind::Array, Next::FirstElement),
            b'"' => return self.string(),
            b'-' | b'0'..=b'9' => {
                self.begin(Kind::Number);
                self.number()?;
                return Ok(Next::Comma);
            }
            b'n' => return self.word("null", Kind::Null),
            b't' => return self.word("true", Kind::Bool),
            b'f' => return self.word("false", Kind::Bool),
            _ => return Err(&NOT_JSON),
        };
        self.open.push(self.entries.len() as u32);
        self.begin(kind);
        self.at += 1;
        Ok(next)
    }

    fn name(&mut self) -> Scanned<Next> {
        self.string()?;
        self.skip_blanks();
        if self.peek() != b':' {
            return Err(&NOT_JSON);
        }
        self.at += 1;
        Ok(Next::Value)
    }

    fn word(&mut self, word: &str, kind: Kind) -> Scanned<Next> {
        if !self.text[self.at..].starts_with(word) {
            return Err(&NOT_JSON);
        }
        self.begin(kind);
        self.at += word.len();
        Ok(Next::Comma)
    }

    fn digits(&mut self) -> Scanned<()> {
        let start = self.at;
        self.skip(|byte| byte.is_ascii_digit());
        if self.at > start { Ok(()) } else { Err(&BAD_NUMBER) }
    }

    fn number(&mut self) -> Scanned<()> {
        self.at += usize::from(self.peek() == b'-');
        if self.peek() == b'0' {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == b'.' {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), b'+' | b'-'));
            self.digits()?;
        }
        // A character directly after a number was meant to be part of it: `01`, `1.2.3`.
        match self.peek() {
            b'0'..=b'9' | b'.' | b'+' | b'-' | b'a'..=b'z' | b'A'..=b'Z' => Err(&BAD_NUMBER),
            _ => Ok(()),
        }
    }

    fn string(&mut self) -> Scanned<Next> {
        let entry = self.entries.len();
        self.begin(Kind::String { escaped: false });
        self.at += 1;
        let mut escaped = false;
        loop {
            self.skip(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1F));
            match self.peek() {
                b'"' => break,
                b'\\' => {
                    escaped = true;
                    self.escape()?;
                }
                _ => return Err(&BARE_CONTROL),
            }
        }
        self.at += 1;
        self.entries[entry].kind = Kind::String { escaped };
        Ok(Next::Comma)
    }

    fn escape(&mut self) -> Scanned<()> {
        let rest = &self.text[self.at + 1..];
        match rest.bytes().next() {
            None => {
                self.at = self.text.len();
                return Err(&CUT_OFF);
            }
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 2,
            Some(b'u') => {
                let (character, length) = unicode(rest).ok_or(&BAD_ESCAPE)?;
                if character.is_none() {
                    self.findings.add(&LONE_SURROGATE, SourceLocation::offset(self.at), []);
                }
                self.at += 1 + length;
            }
            Some(_) => return Err(&BAD_ESCAPE),
        }
        Ok(())
    }
}

/// The content of a string and the text after it.
pub(super) struct Text<'t> {
    pub(super) rest: &'t str,
    pub(super) escaped: bool,
}

impl<'t> Text<'t> {
    /// Returns the unescaped content, with U+FFFD for unpaired surrogates.
    pub(super) fn unescaped(self) -> Cow<'t, str> {
        if !self.escaped {
            let end = self.rest.bytes().position(|byte| byte == b'"');
            return Cow::Borrowed(&self.rest[..end.unwrap_or(self.rest.len())]);
        }
        let (mut out, mut rest) = (String::new(), self.rest);
        while let Some(plain) = rest.find(['"', '\\']) {
            out.push_str(&rest[..plain]);
            let Some(escape) = rest[plain..].strip_prefix('\\') else { break };
            let (c, length) = match escape.bytes().next() {
                Some(b'n') => ('\n', 1),
                Some(b't') => ('\t', 1),
                Some(b'r') => ('\r', 1),
                Some(b'b') => ('\u{8}', 1),
                Some(b'f') => ('\u{C}', 1),
                Some(b'u') => {
                    let (c, length) = unicode(escape).unwrap_or((None, 1));
                    (c.unwrap_or(char::REPLACEMENT_CHARACTER), length)
                }
                Some(byte) => (char::from(byte), 1),
                None => break,
            };
            out.push(c);
            rest = &escape[length..];
        }
        Cow::Owned(out)
    }
}

/// Decodes `uXXXX` or a surrogate pair `uXXXX\uXXXX` and returns the character with the length. The character is
/// `None` for an unpaired surrogate. Returns `None` if there are not four hexadecimal digits.
fn unicode(escape: &str) -> Option<(Option<char>, usize)> {
    let unit = |text: &str| {
        let digits = text.strip_prefix('u')?.get(..4)?;
        let digits = Some(digits).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        u16::from_str_radix(digits, 16).ok()
    };
    let first = unit(escape)?;
    let second = escape[5..].strip_prefix('\\').and_then(unit);
    let pair = [first, second.unwrap_or(0)];
    let whole = |units: &[u16]| char::decode_utf16(units.iter().copied()).next()?.ok();
    Some(match whole(&pair[..1]) {
        Some(c) => (Some(c), 5),
        None => whole(&pair).map_or((None, 5), |c| (Some(c), 11)),
    })
}

const _: () = assert!(limits::MAX_BYTES <= u32::MAX as usize, "offsets have 32 bits");

#[cfg(test)]
mod tests {
    use super::super::document::Document;
    use super::*;

    /// Returns `ok`, or the findings with their columns.
    fn findings_in(text: &str) -> String {
        let mut findings = Findings::default();
        let document = Document::parse(text, &mut findings);
        findings.locate(text);
        let lines = findings.iter().map(|f| format!("{} {}", f.rule.name(), f.place.column));
        let lines: Vec<String> = lines.collect();
        assert_eq!(document.root().is_none(), findings.iter().any(|f| *f.rule != LONE_SURROGATE));
        if lines.is_empty() { "ok".into() } else { lines.join(", ") }
    }

    #[test]
    fn invalid_json_is_rejected() {
        for (text, expected) in [
            ("0", "ok"),
            ("-0.0e+00", "ok"),
            (" [ ] ", "ok"),
            ("[[],{}]", "ok"),
            (r#"{"a":{"b":[1]},"c":"\/"}"#, "ok"),
            ("", "cut-off 1"),
            ("[1,", "cut-off 4"),
            ("{\"a", "cut-off 4"),
            ("\"\\", "cut-off 3"),
            ("[1,]", "not-json 4"),
            ("{,}", "not-json 2"),
            ("{1:2}", "not-json 2"),
            ("{\"a\" 2}", "not-json 6"),
            ("[1}", "not-json 3"),
            ("[tru]", "not-json 2"),
            ("'a'", "not-json 1"),
            ("1 2", "after-end 3"),
            ("{}]", "after-end 3"),
            ("01", "bad-number 2"),
            ("1.", "cut-off 3"),
            ("[1.]", "bad-number 4"),
            ("-a", "bad-number 2"),
            ("1e+ ", "bad-number 4"),
            ("0x10", "bad-number 2"),
            ("\"\n\"", "bare-control 2"),
            (r#""\x""#, "bad-escape 2"),
            (r#""\u12g4""#, "bad-escape 2"),
            (r#""\ud842""#, "lone-surrogate 2"),
            (r#""\udfb7\ud842\udfb7\ud842a""#, "lone-surrogate 2, lone-surrogate 20"),
        ] {
            assert_eq!(findings_in(text), expected, "{text}");
        }
    }

    #[test]
    fn million_nested_levels_are_parsed() {
        const MANY: usize = 1_000_000;
        assert_eq!(findings_in(&("[".repeat(MANY) + &"]".repeat(MANY))), "ok");
        assert_eq!(findings_in(&(r#"{"a":"#.repeat(MANY) + "1" + &"}".repeat(MANY))), "ok");
        assert!(findings_in(&"[".repeat(MANY)).starts_with("cut-off"));
    }

    #[test]
    fn unpaired_surrogates_are_replaced() {
        let text = r#""a\ud842b\udfb7\u00e9""#;
        let document = Document::parse(text, &mut Findings::default());
        assert_eq!(document.root().expect("JSON").text(), "a\u{FFFD}b\u{FFFD}é");
    }
}
