//! The result of a game, and its text `B+2.5`.

use std::fmt;

use crate::go::{Color, Komi};

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A win.
    Win {
        /// The winner.
        winner: Color,
        /// The manner of the win.
        by: Manner,
    },
    /// A draw (和棋).
    Draw,
    /// No result: the game does not count (SGF `Void`).
    Void,
    /// A result that is unknown, as the record itself says (SGF `?`).
    Unknown,
}

impl Outcome {
    /// The margin in half points, if there is one.
    pub fn margin(self) -> Option<u16> {
        match self {
            Outcome::Win { by: Manner::HalfPoints(halves), .. } => Some(halves),
            _ => None,
        }
    }
}

/// The manner of a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Manner {
    /// By a margin in half points, never 0.
    HalfPoints(u16),
    /// By resignation (中盘胜), which wei7 means by a win without a margin.
    Resignation,
    /// The opponent's time ran out.
    Time,
    /// The opponent forfeited.
    Forfeit,
    /// The record does not say.
    Unstated,
}

/// `B+2.5`, `W+R`, `0` for a draw: the way of SGF, and of all Go programs.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            Outcome::Draw => return f.write_str("0"),
            Outcome::Void => return f.write_str("Void"),
            Outcome::Unknown => return f.write_str("?"),
            Outcome::Win { winner, by } => (winner.letter(), by),
        };
        match by {
            Manner::HalfPoints(halves) => {
                write!(f, "{winner}+{}", half_points_text((*halves).into()))
            }
            Manner::Resignation => write!(f, "{winner}+R"),
            Manner::Time => write!(f, "{winner}+T"),
            Manner::Forfeit => write!(f, "{winner}+F"),
            Manner::Unstated => write!(f, "{winner}+"),
        }
    }
}

/// Half points as a decimal: 5 as `2.5`.
pub(crate) fn half_points_text(halves: i32) -> String {
    match Komi::from_half_points(halves) {
        Some(komi) => komi.to_string(),
        None => format!("{}", f64::from(halves) / 2.0),
    }
}
