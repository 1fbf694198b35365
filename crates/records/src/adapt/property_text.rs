//! Text in SGF property values, with its escapes.
//!
//! Used by the SGF reader and writer, and by other formats for the [properties](crate::record::Property) that they
//! preserve. Independent of the meaning of properties.

use std::borrow::Cow;

/// Characters that text may not contain literally.
const IS_SPECIAL: fn(char) -> bool = |c| matches!(c, '\\' | '\t' | '\u{B}' | '\u{C}' | '\r');

/// Decodes multi-line text. `\` before a line break joins the lines; any other `\` is dropped. Line breaks of every
/// kind become `\n`, and other white space becomes a space.
pub(crate) fn text(raw: &str) -> Cow<'_, str> {
    if !raw.contains(IS_SPECIAL) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    loop {
        let plain = rest.find(|c: char| IS_SPECIAL(c) || c == '\n').unwrap_or(rest.len());
        out.push_str(&rest[..plain]);
        rest = &rest[plain..];
        let Some(first) = rest.chars().next() else { return Cow::Owned(out) };
        if let Some(after) = after_line_break(rest) {
            out.push('\n');
            rest = after;
        } else if let Some(blanks) = blank_line(&out, rest) {
            rest = blanks;
        } else if first == '\\' {
            let escaped = &rest[1..];
            rest = after_line_break(escaped).unwrap_or_else(|| {
                let c = escaped.chars().next();
                out.extend(c.map(|c| if matches!(c, '\t' | '\u{B}' | '\u{C}') { ' ' } else { c }));
                &escaped[c.map_or(0, char::len_utf8)..]
            });
        } else {
            out.push(' ');
            rest = &rest[1..];
        }
    }
}

/// Returns the rest without the `\` if a line consists only of spaces and the first one is escaped. GTP answers
/// escape blank lines in this way, since a blank line would end the answer.
fn blank_line<'t>(before: &str, rest: &'t str) -> Option<&'t str> {
    let blanks = rest.strip_prefix("\\ ").filter(|_| before.ends_with('\n'))?;
    blanks.trim_start_matches(' ').starts_with('\n').then_some(blanks)
}

/// Strips a line break of any kind (LF, CR, CRLF, LFCR) from the start of a text.
fn after_line_break(text: &str) -> Option<&str> {
    ["\r\n", "\n\r", "\n", "\r"].iter().find_map(|line_break| text.strip_prefix(*line_break))
}

/// Decodes single-line text: like [`text`], with spaces for line breaks.
pub(crate) fn simple_text(raw: &str) -> Cow<'_, str> {
    match text(raw) {
        text if text.contains('\n') => Cow::Owned(text.replace('\n', " ")),
        text => text,
    }
}

/// Returns the text with `]` and `\` escaped and line breaks normalised to `\n`.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if text.contains([']', '\\', '\r']) {
        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
        Cow::Owned(lines.replace('\\', "\\\\").replace(']', "\\]"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_decoding_resolves_escapes() {
        assert_eq!(text("plain 围棋\nline"), "plain 围棋\nline");
        assert_eq!(text(r"a\]b\\c\:d\围"), "a]b\\c:d围");
        assert_eq!(text("soft\\\nbreak\\\r\nhere\\\n\rand\\\rthere"), "softbreakhereandthere");
        assert_eq!(text("1\r\n2\r3\n\r4\n5\t6"), "1\n2\n3\n4\n5 6");
        assert_eq!(text("bell\u{7}"), "bell\u{7}");
        assert_eq!(text("a\\\tb\u{C}\\\u{C}c"), "a b  c");
        assert_eq!(text("a\n\\ \n\\  \n\\ b\\ \n"), "a\n\n \n b \n", "escaped blank lines");
        assert_eq!(simple_text(" two\r\nlines\\\n. "), " two lines. ");
    }

    #[test]
    fn escaped_text_roundtrip() {
        for plain in ["", "a]b\\c", "\\", "]", "two\nlines"] {
            assert_eq!(text(&escaped(plain)), plain);
        }
    }
}
