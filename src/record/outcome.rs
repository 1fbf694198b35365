//! How a game ended, and how that is written: `B+2.5`.
//!
//! It does not know why.

use std::fmt;

use crate::go::{Color, Komi};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Somebody won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: Manner,
    },
    /// 和棋.
    Draw,
    /// The game counts for nothing (SGF `Void`).
    Void,
    /// The record says that nobody knows (SGF `?`).
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

/// How a game was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Manner {
    /// By half points; never 0.
    HalfPoints(u16),
    /// 中盘胜. What wei7 means where it gives no margin.
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
