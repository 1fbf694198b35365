//! Faults of engines. Each of them loses the game.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::records::record::Language;

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaultKind {
    /// The process ended during the game.
    #[serde(rename = "crash")]
    Crash,
    /// No answer came in time.
    #[serde(rename = "no answer")]
    NoAnswer,
    /// The output was no response.
    #[serde(rename = "garbled answer")]
    Garbage,
    /// The engine answered with an illegal move, or with text that is no move.
    #[serde(rename = "illegal move")]
    IllegalMove,
    /// The engine refused a legal move of its opponent.
    #[serde(rename = "refused a legal move")]
    RefusedMove,
    /// The engine refused to make a move.
    #[serde(rename = "no move")]
    NoMove,
    /// The engine exceeded its time.
    #[serde(rename = "lost on time")]
    Time,
}

impl FaultKind {
    /// All kinds, in the order in which they are reported.
    pub const ALL: [FaultKind; 7] = [
        FaultKind::Crash,
        FaultKind::NoAnswer,
        FaultKind::Garbage,
        FaultKind::IllegalMove,
        FaultKind::RefusedMove,
        FaultKind::NoMove,
        FaultKind::Time,
    ];
}

impl FaultKind {
    /// The kind in a few words.
    pub fn name(self, language: Language) -> &'static str {
        match self {
            FaultKind::Crash => language.choose("crash", "崩溃"),
            FaultKind::NoAnswer => language.choose("no answer", "没有响应"),
            FaultKind::Garbage => language.choose("garbled answer", "响应无法理解"),
            FaultKind::IllegalMove => language.choose("illegal move", "着手不合规则"),
            FaultKind::RefusedMove => language.choose("refused a legal move", "拒绝合乎规则的着手"),
            FaultKind::NoMove => language.choose("no move", "拒绝着手"),
            FaultKind::Time => language.choose("lost on time", "超时"),
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name(Language::English))
    }
}

/// A fault with a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// What happened, for a human reader.
    pub what: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, what: impl Into<String>) -> Fault {
        Fault { kind, what: what.into() }
    }
}

/// `illegal move (D4: the point is occupied)`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.kind, self.what)
    }
}
