//! The paths that Rust source names (`a::b::c`), use-groups opened; comments and texts left out.

/// A word, or one of the signs that paths are made of; any other sign is `.`.
#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    Colons,
    Open,
    Close,
    Comma,
    Other,
}

/// Every path in the source, as its segments; a plain word is a path of one.
pub fn paths(source: &str) -> Vec<Vec<String>> {
    let tokens = tokens(&without_texts(source));
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at] {
            Token::Word(_) => path(&tokens, &mut at, &[], &mut found),
            _ => at += 1,
        }
    }
    found
}

/// Reads the path at `at`, which continues `before`.
fn path(tokens: &[Token], at: &mut usize, before: &[String], found: &mut Vec<Vec<String>>) {
    let mut segments = before.to_vec();
    while let Some(Token::Word(word)) = tokens.get(*at) {
        segments.push(word.clone());
        *at += 1;
        if tokens.get(*at) != Some(&Token::Colons) {
            break;
        }
        *at += 1;
        if tokens.get(*at) == Some(&Token::Open) {
            *at += 1;
            return group(tokens, at, &segments, found);
        }
    }
    found.push(segments);
}

/// Reads `a, b::c, …}` as continuations of one path.
fn group(tokens: &[Token], at: &mut usize, before: &[String], found: &mut Vec<Vec<String>>) {
    while let Some(token) = tokens.get(*at) {
        match token {
            Token::Word(_) => path(tokens, at, before, found),
            Token::Close => {
                *at += 1;
                return;
            }
            _ => *at += 1,
        }
    }
}

fn tokens(code: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        tokens.push(match c {
            c if c.is_whitespace() => continue,
            ':' if chars.next_if_eq(&':').is_some() => Token::Colons,
            '{' => Token::Open,
            '}' => Token::Close,
            ',' => Token::Comma,
            c if is_word(c) => {
                let mut word = String::from(c);
                while let Some(c) = chars.next_if(|&c| is_word(c)) {
                    word.push(c);
                }
                Token::Word(word)
            }
            _ => Token::Other,
        });
    }
    tokens
}

/// The source with comments, strings and character literals blanked.
fn without_texts(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let text = text_length(rest);
        if text == 0 {
            code.push(first);
        } else {
            code.push(' ');
        }
        rest = &rest[text.max(first.len_utf8())..];
    }
    code
}

/// The length of the comment or literal that the source begins with, 0 where it is neither.
fn text_length(source: &str) -> usize {
    let until = |end: &str, from: usize| {
        source[from..].find(end).map_or(source.len(), |at| from + at + end.len())
    };
    if source.starts_with("//") {
        until("\n", 0)
    } else if source.starts_with("/*") {
        until("*/", 2)
    } else if let Some((begin, end)) = raw_quotes(source) {
        until(&end, begin)
    } else if source.starts_with('"') {
        let mut escaped = true;
        let end = source.char_indices().find(|&(_, c)| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        end.map_or(source.len(), |(at, _)| at + 1)
    } else if source.starts_with("'\\") {
        until("'", 3)
    } else if source.starts_with('\'') && source.chars().nth(2) == Some('\'') {
        until("'", 1)
    } else {
        0
    }
}

/// Where the text of a raw string begins and what ends it.
fn raw_quotes(source: &str) -> Option<(usize, String)> {
    let rest = source.strip_prefix('r')?;
    let text = rest.trim_start_matches('#').strip_prefix('"')?;
    let hashes = rest.len() - text.len() - 1;
    Some((source.len() - text.len(), String::from("\"") + &"#".repeat(hashes)))
}
