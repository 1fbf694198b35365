//! What engines do wrong, each of which loses the game.

use std::fmt;

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The process ended.
    Crash,
    /// It says nothing.
    NoAnswer,
    /// What it says is no response.
    Garbage,
    /// It made a move that the rules do not allow, or that is none.
    IllegalMove,
    /// It refused a move that the rules allow.
    RefusedMove,
    /// It refused to make a move.
    NoMove,
    /// Its time ran out.
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

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Crash => "crash",
            FaultKind::NoAnswer => "no answer",
            FaultKind::Garbage => "garbled answer",
            FaultKind::IllegalMove => "illegal move",
            FaultKind::RefusedMove => "refused a legal move",
            FaultKind::NoMove => "no move",
            FaultKind::Time => "lost on time",
        })
    }
}

/// A fault, with what happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Which.
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
