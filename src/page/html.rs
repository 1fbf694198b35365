//! HTML text: escaping, bilingual text and templates.
//!
//! Every text of a record goes through [`escaped`], since records are untrusted and may contain scripts.

use std::fmt::Write;

use crate::sanitize::is_harmful;

/// Escapes the special characters of HTML, for elements and attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if is_harmful(c) => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}

/// Escapes a text and isolates it in its own element, so that right-to-left text does not reorder its surroundings.
pub(crate) fn quoted(text: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(text))
}

/// Escapes JSON for a `script` element, so that it cannot end the element or start a comment.
pub(crate) fn embedded(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// Returns a text in Chinese and English; the page shows one of them.
pub(crate) fn both(chinese: &str, english: &str) -> String {
    format!(r#"<span lang="zh">{chinese}</span><span lang="en">{english}</span>"#)
}

/// Encodes a file name for a URL: bytes other than ASCII letters, digits, `-`, `_` and `.` become `%XX`.
pub(crate) fn encoded(name: &str) -> String {
    let mut text = String::new();
    for byte in name.bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' | b'.' => {
                text.push(char::from(byte));
            }
            _ => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text
}

/// Replaces each `{{name}}` of a template by its part, without recursion into parts.
pub(crate) fn filled(template: &str, parts: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, behind) = after.split_once("}}").unwrap_or((after, ""));
        let part = parts.iter().find(|(known, _)| *known == name);
        debug_assert!(part.is_some(), "no value for {name}");
        out.push_str(before);
        out.push_str(part.map_or("", |(_, text)| text));
        rest = behind;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_neutralises_markup_and_scripts() {
        assert_eq!(escaped("<b a='\"'>&\u{0}"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;\u{FFFD}");
        assert_eq!(escaped("a\u{202E}b\u{2066}\n"), "a\u{FFFD}b\u{FFFD}\n", "no reversed text");
        let json = serde_json::json!({ "a": "</script><!--\u{2028}" }).to_string();
        let safe = embedded(&json);
        assert_eq!(safe, r#"{"a":"\u003c/script\u003e\u003c!--\u2028"}"#);
        let back: serde_json::Value = serde_json::from_str(&safe).expect("JSON still");
        assert_eq!(back["a"], "</script><!--\u{2028}");
    }

    #[test]
    fn encoded_leaves_only_safe_ascii() {
        assert_eq!(encoded("a-1.b"), "a-1.b");
        assert_eq!(encoded("x:/\"天"), "x%3A%2F%22%E5%A4%A9");
    }

    #[test]
    fn filled_does_not_expand_parts() {
        let text = filled("<{{a}}|{{b}}|{{a}}>", &[("a", "{{b}}"), ("b", "1")]);
        assert_eq!(text, "<{{b}}|1|{{b}}>");
    }
}
