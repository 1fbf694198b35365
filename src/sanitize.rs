//! Escapes control characters of untrusted text, such as names, comments and file names, before it is printed.
//!
//! Files and protocol responses are not escaped: they are exact.

use std::borrow::Cow;
use std::fmt::Write;

/// Escapes the control characters of a text, such as `\u{1b}` for ESC. Line breaks and tabs are preserved.
///
/// ```
/// use tianyuan::sanitize::printable;
///
/// assert_eq!(printable("a\u{1b}[2J\nb"), "a\\u{1b}[2J\nb");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    shown(text, |c| is_harmful(c) && c != '\n')
}

/// Escapes the control characters of a text, including line breaks.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    shown(text, is_harmful)
}

/// Escapes control characters in JSON without changing its meaning.
///
/// JSON requires escapes only for ASCII control characters.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    // These characters occur only in strings, where an escape is always allowed.
    escaped(json, is_harmful, |c, text| {
        let _ = write!(text, "\\u{:04x}", u32::from(c));
    })
}

fn shown(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    escaped(text, is_bad, |c, text| text.extend(c.escape_debug()))
}

fn escaped(
    text: &str,
    is_bad: impl Fn(char) -> bool,
    escape: impl Fn(char, &mut String),
) -> Cow<'_, str> {
    if !text.contains(&is_bad) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_bad(c) { escape(c, &mut shown) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// Returns `true` if a terminal may interpret a character: a control character (C0 except tab, DEL, C1), a line
/// separator, or a character that changes the text direction.
pub fn is_harmful(c: char) -> bool {
    let turns = matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}')
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    c.is_control() && c != '\t' || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_escapes_control_characters() {
        let text = "天元\t\u{1b}[2J\u{1b}]0;x\u{7}\r\u{9b}1m\u{7f}\u{202e}a\u{2069}\n";
        let shown = "天元\t\\u{1b}[2J\\u{1b}]0;x\\u{7}\\r\\u{9b}1m\\u{7f}\\u{202e}a\\u{2069}";
        assert_eq!(printable(text), format!("{shown}\n"));
        assert_eq!(printable_line(text), format!("{shown}\\n"));
        assert!(matches!(printable("围棋 👨\u{200d}👩 é\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn printable_json_preserves_value() {
        let text = "\u{1b}\u{7f}\u{9b}\u{202e}\"天\\";
        let json = serde_json::to_string(text).expect("text is JSON");
        let shown = printable_json(&json);
        assert_eq!(shown, r#""\u001b\u007f\u009b\u202e\"天\\""#);
        assert_eq!(serde_json::from_str::<String>(&shown).expect("JSON"), text);
    }
}
