//! Result of a game and its notation, such as `B+2.5`.

use std::fmt;
use std::str::FromStr;

use tianyuan_go::{Color, Komi};

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A win.
    Win {
        /// The winner.
        winner: Color,
        /// The reason for the win.
        by: WinReason,
    },
    /// A draw (和棋).
    Draw,
    /// No result: the game is void (SGF `Void`).
    Void,
    /// A result that the record explicitly marks as unknown (SGF `?`).
    Unknown,
}

impl Outcome {
    /// Returns the margin in half points, if there is one.
    pub fn margin(self) -> Option<u16> {
        match self {
            Outcome::Win { by: WinReason::HalfPoints(halves), .. } => Some(halves),
            _ => None,
        }
    }
}

/// Reason for a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// By a margin in half points, never 0.
    HalfPoints(u16),
    /// By resignation (中盘胜); wei7 represents it as a win without a margin.
    Resignation,
    /// By time: the opponent's time ran out.
    Time,
    /// By forfeit of the opponent.
    Forfeit,
    /// Not specified by the record.
    Unstated,
}

/// Formats the result as in SGF: `B+2.5`, `W+R`, or `0` for a draw.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            Outcome::Draw => return f.write_str("0"),
            Outcome::Void => return f.write_str("Void"),
            Outcome::Unknown => return f.write_str("?"),
            Outcome::Win { winner, by } => (winner.letter(), by),
        };
        match by {
            WinReason::HalfPoints(halves) => {
                write!(f, "{winner}+{}", half_points_text((*halves).into()))
            }
            WinReason::Resignation => write!(f, "{winner}+R"),
            WinReason::Time => write!(f, "{winner}+T"),
            WinReason::Forfeit => write!(f, "{winner}+F"),
            WinReason::Unstated => write!(f, "{winner}+"),
        }
    }
}

/// Parses the output of [`Outcome`]'s `Display` and the long forms of SGF: `W+Resign`, `B+Time`, `Draw`.
impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        let lower = text.to_ascii_lowercase();
        let (winner, by) = match lower.as_str() {
            "0" | "draw" => return Ok(Outcome::Draw),
            "void" => return Ok(Outcome::Void),
            "?" => return Ok(Outcome::Unknown),
            text => text.split_once('+').ok_or(ParseOutcomeError)?,
        };
        let winner = match winner {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(ParseOutcomeError),
        };
        let by = match by {
            "" => WinReason::Unstated,
            "r" | "resign" => WinReason::Resignation,
            "t" | "time" => WinReason::Time,
            "f" | "forfeit" => WinReason::Forfeit,
            margin => WinReason::HalfPoints(half_points(margin).ok_or(ParseOutcomeError)?),
        };
        Ok(Outcome::Win { winner, by })
    }
}

/// Error for a text that is not a game result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a result such as B+2.5, W+R, B+T or 0")]
pub struct ParseOutcomeError;

/// Parses a decimal such as `2.5` as a positive number of half points.
fn half_points(text: &str) -> Option<u16> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let halves = 2.0 * text.parse::<f64>().ok().filter(|_| is_plain)?;
    let is_margin = halves.fract() == 0.0 && (1.0..=f64::from(u16::MAX)).contains(&halves);
    is_margin.then_some(halves as u16)
}

/// Formats half points as a decimal: 5 becomes `2.5`.
pub(crate) fn half_points_text(halves: i32) -> String {
    match Komi::from_half_points(halves) {
        Some(komi) => komi.to_string(),
        None => format!("{}", f64::from(halves) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcome_roundtrip_and_invalid_outcomes() {
        for text in ["B+2.5", "W+R", "B+T", "W+F", "B+", "0", "Void", "?", "W+361"] {
            assert_eq!(text.parse::<Outcome>().expect(text).to_string(), text);
        }
        for (long, short) in [("B+Resign", "B+R"), ("w+time", "W+T"), ("Draw", "0")] {
            assert_eq!(long.parse::<Outcome>().expect(long).to_string(), short);
        }
        for text in ["", "B", "B+0", "B+2.25", "B+-1", "B+1e3", "X+R", "B+inf", "B+99999"] {
            assert_eq!(text.parse::<Outcome>(), Err(ParseOutcomeError), "{text}");
        }
    }
}
