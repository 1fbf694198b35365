//! The paths in Rust source (`a::b::c`) with expanded use groups, without comments and string literals.

/// A name that a `use` imports into a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// The path of its target.
    pub path: Vec<String>,
    /// Its name in the file.
    pub name: String,
    /// `true` if it is re-exported (`pub use`, `pub(crate) use`).
    pub is_public: bool,
}

/// A word, or a token that is part of paths.
#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    Colons,
    Open,
    Close,
    Comma,
    Semicolon,
    Other,
}

/// Returns every path in the source as segments; a plain word is a path of one segment.
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

/// Returns every `use` in the source, one import per name.
pub fn imports(source: &str) -> Vec<Import> {
    let tokens = tokens(&without_texts(source));
    let mut found = Vec::new();
    for start in 0..tokens.len() {
        if tokens[start] != word("use") {
            continue;
        }
        let before = &tokens[..start];
        let is_public = before.ends_with(&[word("pub")])
            || before.last() == Some(&Token::Other)
                && before.len() >= 4
                && before[before.len() - 4] == word("pub");
        let length = tokens[start..].iter().position(|token| *token == Token::Semicolon);
        let statement = &tokens[start + 1..start + length.unwrap_or(1)];
        let mut paths = Vec::new();
        let mut at = 0;
        while at < statement.len() {
            match statement[at] {
                Token::Word(_) => path(statement, &mut at, &[], &mut paths),
                _ => at += 1,
            }
        }
        let mut paths = paths.into_iter().peekable();
        while let Some(mut path) = paths.next() {
            let renamed = paths.next_if(|next| next.last().is_some_and(|last| last == "as"));
            let new_name = renamed.and_then(|_| paths.next()?.pop());
            // `use a::b::{self}` imports `b`.
            if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            let name = new_name.or_else(|| path.last().cloned()).unwrap_or_default();
            found.push(Import { path, name, is_public });
        }
    }
    found
}

fn word(text: &str) -> Token {
    Token::Word(text.into())
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
            ';' => Token::Semicolon,
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

/// Returns the source with blanked comments, strings and character literals.
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

/// Returns the length of the comment or literal at the start of the source, 0 if there is none.
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

/// Returns the start of a raw string's text and its terminator.
fn raw_quotes(source: &str) -> Option<(usize, String)> {
    let rest = source.strip_prefix('r')?;
    let text = rest.trim_start_matches('#').strip_prefix('"')?;
    let hashes = rest.len() - text.len() - 1;
    Some((source.len() - text.len(), String::from("\"") + &"#".repeat(hashes)))
}
