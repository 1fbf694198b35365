//! Errors of engines; each of them loses the game.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::records::record::Language;

/// The kind of an engine error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EngineErrorKind {
    /// The process ended during the game.
    #[serde(rename = "crash")]
    Crash,
    /// The engine did not respond in time.
    #[serde(rename = "no answer")]
    NoAnswer,
    /// The output was not a valid response.
    #[serde(rename = "garbled answer")]
    Garbage,
    /// The engine answered with an illegal move, or with text that is not a move.
    #[serde(rename = "illegal move")]
    IllegalMove,
    /// The engine rejected a legal move of its opponent.
    #[serde(rename = "refused a legal move")]
    RefusedMove,
    /// The engine refused to generate a move.
    #[serde(rename = "no move")]
    NoMove,
    /// The engine exceeded its thinking time.
    #[serde(rename = "lost on time")]
    Time,
}

impl EngineErrorKind {
    /// All kinds, in the order of reports.
    pub const ALL: [EngineErrorKind; 7] = [
        EngineErrorKind::Crash,
        EngineErrorKind::NoAnswer,
        EngineErrorKind::Garbage,
        EngineErrorKind::IllegalMove,
        EngineErrorKind::RefusedMove,
        EngineErrorKind::NoMove,
        EngineErrorKind::Time,
    ];
}

impl EngineErrorKind {
    /// Returns a short description of the kind.
    pub fn name(self, language: Language) -> &'static str {
        match self {
            EngineErrorKind::Crash => language.choose("crash", "崩溃"),
            EngineErrorKind::NoAnswer => language.choose("no answer", "没有响应"),
            EngineErrorKind::Garbage => language.choose("garbled answer", "响应无法理解"),
            EngineErrorKind::IllegalMove => language.choose("illegal move", "着手不合规则"),
            EngineErrorKind::RefusedMove => {
                language.choose("refused a legal move", "拒绝合乎规则的着手")
            }
            EngineErrorKind::NoMove => language.choose("no move", "拒绝着手"),
            EngineErrorKind::Time => language.choose("lost on time", "超时"),
        }
    }
}

impl fmt::Display for EngineErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name(Language::English))
    }
}

/// An engine error with a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineError {
    /// The kind of error.
    pub kind: EngineErrorKind,
    /// A description for human readers.
    pub what: String,
}

impl EngineError {
    /// Creates an error.
    pub fn new(kind: EngineErrorKind, what: impl Into<String>) -> EngineError {
        EngineError { kind, what: what.into() }
    }
}

/// `illegal move (D4: the point is occupied)`.
impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.kind, self.what)
    }
}
