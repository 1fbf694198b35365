//! Lines with placeholders for what may vary, as `protocol-transcripts/README.md` describes them.

/// Which protocol's words count as moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    Gtp,
    Wtp,
}

/// The placeholder that stands for any number of lines.
pub const LINES: &str = "{lines}";

/// Whether lines are such as the patterns describe.
pub fn lines_match(patterns: &[String], lines: &[String], words: Words) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((pattern, rest)) if pattern == LINES => {
            (0..=lines.len()).any(|used| lines_match(rest, &lines[used..], words))
        }
        Some((pattern, rest)) => lines.split_first().is_some_and(|(line, others)| {
            line_matches(pattern, line, words) && lines_match(rest, others, words)
        }),
    }
}

fn line_matches(pattern: &str, line: &str, words: Words) -> bool {
    let Some((before, is, after)) = first_placeholder(pattern) else {
        return pattern == line;
    };
    let Some(rest) = line.strip_prefix(before) else {
        return false;
    };
    let ends = rest.char_indices().map(|(i, _)| i).chain([rest.len()]);
    ends.rev().any(|end| is(&rest[..end], words) && line_matches(after, &rest[end..], words))
}

type Is = fn(&str, Words) -> bool;

const PLACEHOLDERS: [(&str, Is); 7] = [
    ("{vertex}", |text, _| is_vertex(text)),
    ("{move}", is_move),
    ("{vertices}", |text, _| text.is_empty() || text.split(' ').all(is_vertex)),
    ("{moves}", |text, words| text.split(' ').all(|word| is_move(word, words))),
    ("{int}", |text, _| is_digits(text.strip_prefix('-').unwrap_or(text))),
    ("{float}", |text, _| is_float(text)),
    ("{any}", |text, _| !text.is_empty()),
];

/// The text before the first placeholder, what it stands for, and the text after it.
fn first_placeholder(pattern: &str) -> Option<(&str, Is, &str)> {
    let found = PLACEHOLDERS.iter().filter_map(|&(name, is)| Some((pattern.find(name)?, name, is)));
    let (at, name, is) = found.min_by_key(|&(at, ..)| at)?;
    Some((&pattern[..at], is, &pattern[at + name.len()..]))
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

fn is_move(text: &str, words: Words) -> bool {
    let others = match words {
        Words::Gtp => ["pass", "resign"],
        Words::Wtp => ["PASS", "RESIGN"],
    };
    is_vertex(text) || others.contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> bool {
        let lines = |text: &str| text.split('\n').map(String::from).collect::<Vec<_>>();
        lines_match(&lines(pattern), &lines(text), Words::Gtp)
    }

    #[test]
    fn placeholders_take_what_they_stand_for() {
        assert!(matches("= {move}", "= D4") && matches("= {move}", "= pass"));
        assert!(!matches("= {move}", "= PASS") && !matches("= {move}", "= I5"));
        assert!(matches("a {int} b {float} c", "a -3 b 0.50 c"));
        assert!(!matches("{float}", "5") && !matches("{int}", "5.0"));
        assert!(matches("pv {moves}", "pv D4 pass Q16") && !matches("pv {moves}", "pv D4  E5"));
        assert!(matches("{any}x", "axx") && !matches("= {any}", "= "));
        assert!(matches(r#"{"ko":"{any}"}"#, r#"{"ko":"SIMPLE"}"#));
    }

    #[test]
    fn lines_may_be_any_number() {
        assert!(matches("= a\n{lines}", "= a") && matches("= a\n{lines}\nz", "= a\nb\nc\nz"));
        assert!(!matches("= a\n{lines}\nz", "= a\nb\nc"));
    }
}
