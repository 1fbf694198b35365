//! What went otherwise in a dialogue.

use std::fmt;

use super::wire::NoLine;

/// The first place where a dialogue went otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// What was expected: lines with placeholders; none where nothing was.
    pub expected: Vec<String>,
    /// What came.
    pub came: Came,
}

/// What came in the place of what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Came {
    /// Another response.
    Lines(Vec<String>),
    /// A line where the output should have ended.
    More(String),
    /// No line.
    Nothing(NoLine),
}

/// What came, in one sentence.
impl fmt::Display for Came {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Came::Lines(lines) => write!(f, "came {lines:#?}"),
            Came::More(line) => write!(f, "more comes back: {line:?}"),
            Came::Nothing(NoLine::Ended) => f.write_str("the output has ended"),
            Came::Nothing(NoLine::TooLong) => f.write_str("a line without end comes back"),
            Came::Nothing(NoLine::Late) => f.write_str("no answer in time"),
        }
    }
}

/// Where, what was expected and what came.
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.expected[..] {
            [] => write!(f, "{}: {}", self.line, self.came),
            expected => write!(f, "{}: expected {expected:#?}\n{}", self.line, self.came),
        }
    }
}
