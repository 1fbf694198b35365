//! Expected lines with placeholders, described in `protocol-transcripts/README.md`.

use crate::protocol::MoveKeywords;

/// The placeholder for any number of lines.
const LINES: &str = "{lines}";

/// The placeholder for the rest of a response: empty, or a space followed by text of any number of lines.
const REST: &str = "{rest}";

/// Like [`REST`], but all text must be valid in the charset.
const READABLE: &str = "{readable}";

/// The start of a placeholder for any number of lines that include the listed ones.
const WITH: &str = "{with ";

/// Returns `true` if `lines` match `patterns`. `words` are the protocol's keywords for moves.
pub fn lines_match(patterns: &[String], lines: &[String], words: MoveKeywords) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((pattern, rest)) if pattern == LINES => {
            (0..=lines.len()).any(|used| lines_match(rest, &lines[used..], words))
        }
        Some((pattern, [])) if pattern.ends_with(REST) => {
            rest_matches(pattern.trim_end_matches(REST), lines, words)
        }
        Some((pattern, [])) if pattern.ends_with(READABLE) => {
            let is_readable = |line: &String| !line.contains(char::REPLACEMENT_CHARACTER);
            let before = pattern.trim_end_matches(READABLE);
            lines.iter().all(is_readable) && rest_matches(before, lines, words)
        }
        Some((pattern, [])) if pattern.contains(WITH) => with_matches(pattern, lines),
        Some((pattern, rest)) => lines.split_first().is_some_and(|(line, others)| {
            line_matches(pattern, line, words) && lines_match(rest, others, words)
        }),
    }
}

fn rest_matches(before: &str, lines: &[String], words: MoveKeywords) -> bool {
    let longer = format!("{before} {{any}}");
    let begins = |line| line_matches(before, line, words) || line_matches(&longer, line, words);
    lines.first().is_some_and(|line| begins(line))
}

fn with_matches(pattern: &str, lines: &[String]) -> bool {
    let Some((before, named)) = pattern.split_once(WITH) else { return false };
    let Some((first, others)) = lines.split_first() else { return false };
    let Some(first) = first.strip_prefix(before) else { return false };
    let mut named = named.trim_end_matches('}').split(' ');
    named.all(|name| first == name || others.iter().any(|line| line == name))
}

fn line_matches(pattern: &str, line: &str, words: MoveKeywords) -> bool {
    let Some((before, placeholder, after)) = first_placeholder(pattern) else {
        return pattern == line;
    };
    let Some(rest) = line.strip_prefix(before) else {
        return false;
    };
    let ends = rest.char_indices().map(|(i, _)| i).chain([rest.len()]);
    ends.rev().any(|end| {
        placeholder.takes(&rest[..end], words) && line_matches(after, &rest[end..], words)
    })
}

/// A placeholder within a line.
enum Placeholder<'a> {
    Kind(Is),
    /// `{a|b}`: one of several texts.
    OneOf(&'a str),
}

impl Placeholder<'_> {
    fn takes(&self, text: &str, words: MoveKeywords) -> bool {
        match self {
            Placeholder::Kind(is) => is(text, words),
            Placeholder::OneOf(texts) => texts.split('|').any(|one| one == text),
        }
    }
}

type Is = fn(&str, MoveKeywords) -> bool;

const KINDS: [(&str, Is); 8] = [
    ("vertex", |text, _| is_vertex(text)),
    ("move", is_move),
    ("Move", is_move_in_any_case),
    ("vertices", |text, _| text.is_empty() || text.split(' ').all(is_vertex)),
    ("moves", |text, words| text.split(' ').all(|word| is_move(word, words))),
    ("int", |text, _| is_digits(text.strip_prefix('-').unwrap_or(text))),
    ("float", |text, _| is_float(text)),
    ("any", |text, _| !text.is_empty()),
];

/// Returns the text before the first placeholder, the placeholder, and the text after it. A brace that does not start
/// a placeholder is literal text.
fn first_placeholder(pattern: &str) -> Option<(&str, Placeholder<'_>, &str)> {
    pattern.match_indices('{').find_map(|(at, _)| {
        let (name, after) = pattern[at + 1..].split_once('}')?;
        let kind = KINDS.iter().find(|(kind, _)| *kind == name);
        let placeholder = match kind {
            Some((_, is)) => Placeholder::Kind(*is),
            None if name.contains('|') && !name.contains(['"', '{']) => Placeholder::OneOf(name),
            None => return None,
        };
        Some((&pattern[..at], placeholder, after))
    })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_float(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    text.split_once('.').is_some_and(|(whole, part)| is_digits(whole) && is_digits(part))
}

fn is_vertex(text: &str) -> bool {
    let mut letters = text.chars();
    let column = letters.next().is_some_and(|c| c.is_ascii_uppercase() && c != 'I');
    column && letters.as_str().parse().is_ok_and(|row: u8| (1..=25).contains(&row))
}

fn is_move(text: &str, words: MoveKeywords) -> bool {
    is_vertex(text) || text == words.pass || text == words.resign
}

fn is_move_in_any_case(text: &str, words: MoveKeywords) -> bool {
    let is_word = |word: &str| text.eq_ignore_ascii_case(word);
    is_vertex(&text.to_ascii_uppercase()) || is_word(words.pass) || is_word(words.resign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::GTP;

    fn matches(pattern: &str, text: &str) -> bool {
        let lines = |text: &str| text.split('\n').map(String::from).collect::<Vec<_>>();
        lines_match(&lines(pattern), &lines(text), GTP.words)
    }

    #[test]
    fn placeholders_match_their_type() {
        assert!(matches("= {move}", "= D4") && matches("= {move}", "= pass"));
        assert!(!matches("= {move}", "= PASS") && !matches("= {move}", "= I5"));
        assert!(matches("a {int} b {float} c", "a -3 b 0.50 c"));
        assert!(!matches("{float}", "5") && !matches("{int}", "5.0"));
        assert!(matches("pv {moves}", "pv D4 pass Q16") && !matches("pv {moves}", "pv D4  E5"));
        assert!(matches("{any}x", "axx") && !matches("= {any}", "= "));
        assert!(matches(r#"{"ko":"{any}"}"#, r#"{"ko":"SIMPLE"}"#));
        assert!(matches("= {A1|pass}", "= pass") && !matches("= {A1|pass}", "= A1|pass"));
    }

    #[test]
    fn lines_placeholder_matches_any_number_of_lines() {
        assert!(matches("= a\n{lines}", "= a") && matches("= a\n{lines}\nz", "= a\nb\nc\nz"));
        assert!(!matches("= a\n{lines}\nz", "= a\nb\nc"));
        assert!(matches("= {with b a}", "= a\nx\nb") && !matches("= {with b c}", "= a\nx\nb"));
    }

    #[test]
    fn rest_placeholder_is_empty_or_follows_space() {
        for text in ["?", "? why", "? why\nand how"] {
            assert!(matches("?{rest}", text) && matches("{=|?}{rest}", text), "{text}");
        }
        for text in ["?why", "= why"] {
            assert!(!matches("?{rest}", text), "{text}");
        }
        assert!(matches("?{readable}", "? 围") && !matches("?{readable}", "? \u{fffd}"));
        assert!(matches("{=|?}7{rest}", "=7 x") && !matches("={rest}", "=7"));
    }
}
