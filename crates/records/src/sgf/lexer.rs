//! Lexer for SGF: parentheses, semicolons, names and values.
//!
//! The lexer never fails: unrecognized input becomes junk. It knows which properties contain text, so that it can
//! escape brackets there, and it recognizes the most common node, a single move, as one token.

use std::borrow::Cow;

use super::property_names;

/// The maximum length of a property name: real ones have up to nine letters.
pub(super) const LONGEST_NAME: usize = 64;

/// A move of maximum length.
const MOVE: &str = "B[pd]";

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `(`, which opens a variation.
    Open,
    /// `)`, which closes a variation.
    Close,
    /// `;`, which begins a node.
    Node,
    /// `;B[pd]` without further properties: a node with a single move, the most common case.
    Move(Move),
    /// Letters and digits.
    Name(&'t str),
    /// The content between brackets, with all escapes.
    Value(Cow<'t, str>, Brackets),
    /// Anything else.
    Junk(&'t str),
}

/// A move in its textual form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Move {
    /// The colour: `B` or `W`.
    pub(super) name: u8,
    pub(super) point: [u8; 2],
}

/// How a value was delimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Brackets {
    /// The value is delimited correctly.
    Whole,
    /// The text had unescaped brackets, which have been escaped.
    Repaired,
    /// The value extends to the end of the input.
    Unclosed,
}

/// Tokens of a text, each with its byte offset.
#[derive(Debug, Clone)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
    /// `true` if the following values are text.
    in_text: bool,
}

impl<'t> Tokens<'t> {
    /// Continues at a byte offset, after text that was skipped.
    pub(super) fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Creates a lexer that starts at a byte offset of the text.
    pub(super) fn new(text: &'t str, at: usize) -> Tokens<'t> {
        Tokens { text, at, in_text: false }
    }

    fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// Reads a value after its opening bracket.
    fn value(&mut self) -> Token<'t> {
        let (bytes, start) = (self.bytes(), self.at);
        let mut brackets = Brackets::Whole;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b']' if !self.in_text || ends_value(bytes, self.at + 1) => {
                    let raw = &self.text[start..self.at];
                    self.at += 1;
                    return Token::Value(mended(raw, brackets), brackets);
                }
                b']' => brackets = Brackets::Repaired,
                b'\\' => self.at += 1,
                _ => {}
            }
            self.at += 1;
        }
        self.at = bytes.len();
        Token::Value(mended(&self.text[start..], Brackets::Unclosed), Brackets::Unclosed)
    }

    /// Reads a node after its `;`: as a whole if it consists of a single move.
    fn node(&mut self) -> Token<'t> {
        let start = self.at;
        let rest = &self.bytes()[start..];
        let &[name @ (b'B' | b'W'), b'[', x, y, b']', ..] = rest else { return Token::Node };
        if !x.is_ascii_alphabetic() || !y.is_ascii_alphabetic() {
            return Token::Node;
        }
        let next = after_blanks(self.bytes(), start + MOVE.len());
        if !matches!(self.bytes().get(next), Some(b';' | b'(' | b')')) {
            return Token::Node;
        }
        self.at = next;
        Token::Move(Move { name, point: [x, y] })
    }

    fn name(&mut self) -> Token<'t> {
        let start = self.at - 1;
        self.at = end_of_name(self.bytes(), start);
        let name = &self.text[start..self.at];
        self.in_text = property_names::is_text(name);
        Token::Name(name)
    }

    fn junk(&mut self) -> Token<'t> {
        let start = self.at - 1;
        let is_token = |b: &u8| b.is_ascii_alphanumeric() || b"();[".contains(b) || is_blank(b);
        let rest = &self.bytes()[self.at..];
        self.at += rest.iter().position(is_token).unwrap_or(rest.len());
        Token::Junk(&self.text[start..self.at])
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = (usize, Token<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        self.at = after_blanks(self.bytes(), self.at);
        let (start, byte) = (self.at, *self.bytes().get(self.at)?);
        self.at += 1;
        let token = match byte {
            b'[' => self.value(),
            b';' => self.node(),
            b'(' => Token::Open,
            b')' => Token::Close,
            _ if byte.is_ascii_alphanumeric() => self.name(),
            _ => self.junk(),
        };
        Some((start, token))
    }
}

/// Returns the start of the first game tree: a `(` followed by a node, which may lack its `;`.
pub(super) fn first_tree(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = 0;
    loop {
        let open = from + bytes[from..].iter().position(|&b| b == b'(')?;
        let inside = after_parentheses(bytes, open);
        if begins_node(bytes, inside) {
            return Some(open);
        }
        from = inside.max(open + 1);
    }
}

/// Returns the byte offset after a parenthesized remark outside of all trees, such as `(see above)` or `(;-)`.
/// Returns `None` if the parenthesis begins a tree.
pub(super) fn end_of_remark(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let inside = after_parentheses(bytes, open);
    if begins_node(bytes, inside) || matches!(bytes.get(inside), None | Some(b')')) {
        return None;
    }
    let length = bytes[inside..].iter().position(|&b| matches!(b, b'(' | b')'))?;
    let end = inside + length;
    Some(if bytes[end] == b')' { end + 1 } else { end })
}

/// Returns the offset of the first byte that is neither a parenthesis nor blank.
fn after_parentheses(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b'(') = bytes.get(at) {
        at = after_blanks(bytes, at + 1);
    }
    at
}

/// Returns `true` if a node begins here: with a property, which may lack its `;`, or with a `;` that is not part of
/// text without values.
fn begins_node(bytes: &[u8], at: usize) -> bool {
    let mut inside = at;
    while let Some(b';') = bytes.get(inside) {
        inside = after_blanks(bytes, inside + 1);
    }
    if begins_property(bytes, inside) {
        return true;
    }
    let rest = bytes.get(inside..).unwrap_or_default();
    let structure = rest.iter().enumerate().find(|(_, b)| b"()[;".contains(b));
    inside > at
        && match structure {
            None => rest.is_empty(),
            Some((distance, byte)) => distance == 0 || *byte == b'[',
        }
}

/// Returns `true` if a `]` before this byte ends a text value, because valid grammar follows.
fn ends_value(bytes: &[u8], after: usize) -> bool {
    let next = after_blanks(bytes, after);
    match bytes.get(next) {
        None | Some(b'[' | b';' | b'(' | b')') => true,
        _ => begins_property(bytes, next),
    }
}

/// Returns `true` if a property name and bracket begin here. A name without capitals must be adjacent to the bracket.
fn begins_property(bytes: &[u8], at: usize) -> bool {
    let end = end_of_name(bytes, at);
    let name = &bytes[at.min(end)..end];
    let begins = name.first().is_some_and(u8::is_ascii_alphabetic);
    let bracket =
        if name.iter().any(u8::is_ascii_uppercase) { after_blanks(bytes, end) } else { end };
    begins && bytes.get(bracket) == Some(&b'[')
}

pub(super) fn end_of_name(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or(&[]);
    let letters = rest.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    (start + letters).min(bytes.len())
}

pub(super) fn after_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(is_blank) {
        at += 1;
    }
    at
}

/// Returns `true` if the byte may appear between any tokens. NUL means that the file is not text.
fn is_blank(byte: &u8) -> bool {
    (1..=b' ').contains(byte)
}

/// Returns a value with all brackets escaped and without a dangling `\` at the end.
fn mended(raw: &str, brackets: Brackets) -> Cow<'_, str> {
    if brackets == Brackets::Whole {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len() + 8);
    let mut escaped = false;
    for c in raw.chars() {
        if c == ']' && !escaped {
            text.push('\\');
        }
        escaped = c == '\\' && !escaped;
        text.push(c);
    }
    if escaped {
        text.pop();
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens of a text, with values as `[...]`.
    fn tokens(text: &str) -> Vec<String> {
        let word = |(_, token)| match token {
            Token::Open => "(".into(),
            Token::Close => ")".into(),
            Token::Node => ";".into(),
            Token::Move(Move { name, point: [x, y] }) => {
                [b';', name, x, y].map(char::from).iter().collect()
            }
            Token::Name(name) => name.into(),
            Token::Value(value, Brackets::Unclosed) => format!("[{value}"),
            Token::Value(value, _) => format!("[{value}]"),
            Token::Junk(junk) => format!("?{junk}"),
        };
        Tokens::new(text, 0).map(word).collect()
    }

    #[test]
    fn lexer_splits_text_into_tokens() {
        assert_eq!(
            tokens("( ;AB[aa]\n[bb] C[a\\]b\\\\]; ! ]) "),
            ["(", ";", "AB", "[aa]", "[bb]", "C", "[a\\]b\\\\]", ";", "?!", "?]", ")"]
        );
        assert_eq!(tokens(";B[ee];W[tt] (;B[ff]"), [";Bee", ";Wtt", "(", ";", "B", "[ff]"]);
        assert_eq!(tokens(";B[ee]C[];W[e]"), [";", "B", "[ee]", "C", "[]", ";", "W", "[e]"]);
        assert_eq!(tokens(""), [""; 0]);
        assert_eq!(tokens("C[a"), ["C", "[a"]);
        assert_eq!(tokens("C[a\\"), ["C", "[a"]);
    }

    #[test]
    fn unescaped_brackets_in_text_are_escaped() {
        assert_eq!(tokens("C[nice :-] he said];B[aa]")[..2], ["C", "[nice :-\\] he said]"]);
        assert_eq!(tokens("C[x [6d]: hi]N[y]"), ["C", "[x [6d\\]: hi]", "N", "[y]"]);
        assert_eq!(tokens("C[a]Black[bb]foo[x]"), ["C", "[a]", "Black", "[bb]", "foo", "[x]"]);
        let long = "A".repeat(LONGEST_NAME + 1);
        assert_eq!(tokens(&format!("C[a]{long}[b]")), ["C", "[a]", &long, "[b]"]);
        assert_eq!(tokens("B[aa]x;W[bb]"), ["B", "[aa]", "x", ";", "W", "[bb]"], "no text");
    }

    #[test]
    fn first_tree_is_found_after_arbitrary_text() {
        assert_eq!(first_tree("From (me) to you\n(;GM[1])"), Some(17));
        assert_eq!(first_tree("(\nTE[x];B[aa])"), Some(0));
        assert_eq!(first_tree("(((;))"), Some(0));
        assert_eq!(first_tree("nothing (here)"), None);
        assert_eq!(first_tree("hello (;-) there (;GM[1])"), Some(17));
        assert_eq!(first_tree("(; junk GM[1])"), Some(0), "junk with a value behind it");
        assert_eq!(first_tree("x (;)"), Some(2));
        assert_eq!(first_tree("(;(;B[aa]))"), Some(0));
        assert_eq!(first_tree(&"(".repeat(100_000)), None);
    }
}
