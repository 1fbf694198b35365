//! An engine of a match as the user describes it: command line, protocol, name, time control.

use std::fmt;

use serde::Serialize;

use crate::arena::talk::protocol_kind::ProtocolKind;
use crate::engine::TimeControl;

/// One of the two sides of a match, whatever colour it has in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Side {
    /// The first engine of the command line. Elo and scores are stated for this side.
    A,
    /// The second engine of the command line.
    B,
}

impl Side {
    /// The side with a letter, `A` or `B`, in either case.
    ///
    /// # Errors
    /// Where the text is no such letter.
    pub fn parse(text: &str) -> Result<Side, String> {
        match text {
            "A" | "a" => Ok(Side::A),
            "B" | "b" => Ok(Side::B),
            _ => Err("it must be A or B".into()),
        }
    }

    /// Both sides, in the order A, B.
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
    /// The protocol that the engine speaks.
    pub protocol: ProtocolKind,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The name that the user gives it; `None` for the name that the engine states.
    pub name: Option<String>,
    /// Commands before the first move of every game.
    pub init: Vec<String>,
    /// The time control; `None` for an engine without a clock.
    pub limit: Option<TimeControl>,
}

/// An error in the command line of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The command line has no program.
    #[error("there is no program")]
    NoProgram,
    /// A quotation mark is not closed.
    #[error("a quotation mark is not closed")]
    OpenQuote,
}

impl Contender {
    /// The engine with a command line. A prefix `wtp:` or `gtp:` chooses the protocol; without one
    /// it is GTP.
    ///
    /// # Errors
    /// Where the command line has no program or an open quotation mark.
    pub fn parse(text: &str) -> Result<Contender, CommandError> {
        let (protocol, line) = match (text.strip_prefix("wtp:"), text.strip_prefix("gtp:")) {
            (Some(line), _) => (ProtocolKind::Wtp, line),
            (_, line) => (ProtocolKind::Gtp, line.unwrap_or(text)),
        };
        let command = words(line)?;
        if command.is_empty() {
            return Err(CommandError::NoProgram);
        }
        Ok(Contender { protocol, command, name: None, init: Vec::new(), limit: None })
    }
}

/// The words of a command line, separated by blanks. Single or double quotation marks keep blanks.
///
/// A backslash is no escape character, since paths of Windows have it.
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
    fn a_prefix_gives_the_protocol() {
        let of = |text| Contender::parse(text).map(|contender| contender.protocol);
        assert_eq!(of("wtp:tianyuan"), Ok(ProtocolKind::Wtp));
        assert_eq!(of("gtp:tianyuan"), of("tianyuan"));
        assert_eq!(of("wtp: "), Err(CommandError::NoProgram));
    }
}
