//! A check: a dialogue with its number, the clause that it tests, and its requirements.

use std::time::Duration;

use super::dialogue::{Dialogue, Entry, seconds};
use super::engine_io::Strictness;
use super::text::{LineError, ParseError};
use crate::protocol::{Protocol, WTP};

/// The basis of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecClause {
    /// The text of the protocol; an engine that deviates fails.
    Text,
    /// One interpretation of an ambiguous clause, with its number in `protocol-transcripts/README.md` if it has one.
    /// An engine may interpret the clause differently.
    Reading(Option<u32>),
}

/// A check of an engine.
#[derive(Debug, Clone)]
pub struct Check {
    /// Its number, unique within the protocol.
    pub number: u32,
    /// Its class: the name of its file.
    pub class: String,
    /// What it tests, in English.
    pub title: String,
    /// What it tests, in Chinese; may be empty.
    pub chinese: String,
    /// The clause of the specification.
    pub clause: String,
    /// The basis of the verdict.
    pub basis: SpecClause,
    /// The commands that the engine must support for the check to run.
    pub needs: Vec<String>,
    /// The board size; `None` for the engine's initial board.
    pub size: Option<usize>,
    /// How strictly responses are compared.
    pub manner: Strictness,
    /// The response timeout, if it differs from the default.
    pub limit: Option<Duration>,
    /// The line that opens the session before the dialogue: the greeting, or in GTP any command. `None` if no line is
    /// sent.
    pub greeting: Option<String>,
    /// The dialogue.
    pub dialogue: Dialogue,
}

/// Parses the checks of a file, whose name without extension is their class.
///
/// # Errors
/// Returns [`ParseError`] for the first invalid line or check.
pub fn checks(
    text: &str,
    class: &str,
    protocol: &'static Protocol,
) -> Result<Vec<Check>, ParseError> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| line.starts_with("@ check ");
    let starts: Vec<usize> = (0..lines.len()).filter(|&at| begins(lines[at])).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let parts = starts.iter().zip(ends);
    let one = |(&from, to): (&usize, usize)| {
        let dialogue = Dialogue::parse(lines[from..to].iter().copied(), from + 1, protocol)?;
        Check::of(dialogue, class)
    };
    parts.map(one).collect()
}

impl Check {
    fn of(dialogue: Dialogue, class: &str) -> Result<Check, ParseError> {
        let headers: Vec<(usize, String)> =
            dialogue.entries.iter().enumerate().filter_map(header).collect();
        let greeting =
            if dialogue.protocol.version == WTP.version { "WTP" } else { "protocol_version" };
        let mut check = Check {
            number: 0,
            class: class.into(),
            title: String::new(),
            chinese: String::new(),
            clause: String::new(),
            basis: SpecClause::Text,
            needs: Vec::new(),
            size: None,
            manner: Strictness::Lenient,
            limit: None,
            greeting: Some(greeting.into()),
            dialogue,
        };
        for (at, text) in headers {
            let line = check.dialogue.line(at);
            check.set(&text).map_err(|error| ParseError::Line { line, error })?;
        }
        if check.clause.is_empty() {
            return Err(ParseError::NoClause(check.number));
        }
        Ok(check)
    }

    /// Applies a header line.
    fn set(&mut self, header: &str) -> Result<(), LineError> {
        let (name, rest) = header.split_once(' ').unwrap_or((header, ""));
        let number = |text: &str| text.parse().map_err(|_| LineError::Number(text.into()));
        match name {
            "check" => {
                let (first, title) = rest.split_once(' ').unwrap_or((rest, ""));
                self.number = number(first)?;
                self.title = title.into();
            }
            "zh" => self.chinese = rest.into(),
            "clause" => self.clause = rest.into(),
            "reading" if rest.is_empty() => self.basis = SpecClause::Reading(None),
            "reading" => self.basis = SpecClause::Reading(Some(number(rest)?)),
            "needs" => self.needs = rest.split_whitespace().map(String::from).collect(),
            "size" => self.size = Some(number(rest)? as usize),
            "exact" => self.manner = Strictness::Exact,
            "limit" => self.limit = Some(seconds(rest)?),
            "greeting" => self.greeting = Some(rest.into()),
            "unopened" => self.greeting = None,
            _ => return Err(LineError::Header(name.into())),
        }
        Ok(())
    }
}

fn header((at, entry): (usize, &Entry)) -> Option<(usize, String)> {
    match entry {
        Entry::Header(text) => Some((at, text.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_contains_several_checks() {
        let text = "# About.\n\n@ check 7 One\n@ zh 一\n@ clause 2.1\n@ reading 5\n> name\n< = x\n\n\
                    @ check 9 Two\n@ clause 3\n@ size 9\n@ exact\n@ limit 0.5\n> quit\n";
        let found = checks(text, "ids", &WTP).expect("two checks");
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].number, &*found[0].title, &*found[0].chinese), (7, "One", "一"));
        assert_eq!(
            (found[0].basis, found[1].basis),
            (SpecClause::Reading(Some(5)), SpecClause::Text)
        );
        assert_eq!((found[1].size, found[1].manner), (Some(9), Strictness::Exact));
        assert_eq!(found[1].dialogue.line(0), 10);
    }

    #[test]
    fn parse_error_names_line() {
        let error = |text: &str| checks(text, "ids", &WTP).expect_err("an error").to_string();
        assert!(error("@ check x Title\n").starts_with("line 1: \"x\""));
        assert!(error("@ check 1 T\n@ clause 1\n@ colour red").starts_with("line 3: "));
        assert!(error("@ check 1 T\n@ clause 1\n> a \\xg0").starts_with("line 3: "));
        assert!(error("@ check 1 T\n@ clause 1\nname").starts_with("line 3: "));
        assert!(error("@ check 1 T\n> name").contains("no clause"));
    }
}
