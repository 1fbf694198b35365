//! A contender: an engine as the user names it, with what only this one is told.

use std::fmt;

use serde::Serialize;

use super::talk::Language;
use crate::engine::TimeControl;

/// One of the two sides of a match, whatever colour it has in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Side {
    /// The engine that was named first, whose strength the match measures.
    A,
    /// The other one.
    B,
}

impl Side {
    /// The side of a letter, `A` or `B`, small or capital.
    ///
    /// # Errors
    /// Where it is another word.
    pub fn parse(text: &str) -> Result<Side, String> {
        match text {
            "A" | "a" => Ok(Side::A),
            "B" | "b" => Ok(Side::B),
            _ => Err("it must be A or B".into()),
        }
    }

    /// Both sides, A first.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// 0 for A, 1 for B: the index into arrays of two.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    pub const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// `A` or `B`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// An engine of the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contender {
    /// What it speaks.
    pub language: Language,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What the user calls it; else it says its name itself.
    pub name: Option<String>,
    /// Commands before the first move of every game.
    pub init: Vec<String>,
    /// Its time control; `None` where it plays at its own pace.
    pub limit: Option<TimeControl>,
}

/// Why a command line names no engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// Nothing but blanks and the language.
    #[error("there is no program")]
    NoProgram,
    /// A quotation mark has no partner.
    #[error("a quotation mark is not closed")]
    OpenQuote,
}

impl Contender {
    /// The engine of a command line, which `wtp:` or `gtp:` before it gives a language.
    ///
    /// # Errors
    /// Where it names no program.
    pub fn of(text: &str) -> Result<Contender, CommandError> {
        let (language, line) = match (text.strip_prefix("wtp:"), text.strip_prefix("gtp:")) {
            (Some(line), _) => (Language::Wtp, line),
            (_, line) => (Language::Gtp, line.unwrap_or(text)),
        };
        let command = words(line)?;
        if command.is_empty() {
            return Err(CommandError::NoProgram);
        }
        Ok(Contender { language, command, name: None, init: Vec::new(), limit: None })
    }
}

/// The words of a command line: blanks part them, quotation marks of either kind hold them together.
/// A backslash is a character like any other, since paths may hold it.
fn words(line: &str) -> Result<Vec<String>, CommandError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if matches!(c, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() { Err(CommandError::OpenQuote) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_words_together() {
        let split = |line| words(line).expect("closed quotes");
        assert_eq!(split(" gnugo  --mode gtp "), ["gnugo", "--mode", "gtp"]);
        assert_eq!(split(r#""C:\My Go\e.exe" -n 'a "b"' x"y z"w '' "#).len(), 5);
        assert_eq!(split(r#""C:\My Go\e.exe" x"y z"w"#), [r"C:\My Go\e.exe", "xy zw"]);
        assert_eq!(words("a 'b"), Err(CommandError::OpenQuote));
    }

    #[test]
    fn a_prefix_gives_the_language() {
        let of = |text| Contender::of(text).map(|contender| contender.language);
        assert_eq!(of("wtp:tianyuan"), Ok(Language::Wtp));
        assert_eq!(of("gtp:tianyuan"), of("tianyuan"));
        assert_eq!(of("wtp: "), Err(CommandError::NoProgram));
    }
}
