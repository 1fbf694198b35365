//! The result of a training game: `B+R`, `W+3.5`, `B+T`.
//!
//! Wins on time, by forfeit or after a disconnection are unknown results: they are uninformative about the position.

use crate::go::Color;

/// An unknown margin.
const UNKNOWN: i16 = i16::MAX;

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GameResult {
    winner: Option<Color>,
    /// The margin in half points for the winner.
    margin: Option<i16>,
}

impl GameResult {
    /// Parses a result; an unknown format is an unknown result.
    pub(crate) fn parse(text: &str) -> GameResult {
        let (color, how) = match text.split_once('+') {
            Some(("B", how)) => (Some(Color::Black), how),
            Some(("W", how)) => (Some(Color::White), how),
            _ => (None, ""),
        };
        let is_unclear = how.starts_with(['T', 'F', 'O']);
        let halves = how.parse::<f64>().ok().map(|points| (points * 2.0).round());
        let fits = |halves: &f64| (0.0..f64::from(UNKNOWN)).contains(halves);
        let winner = color.filter(|_| !is_unclear);
        let margin = halves.filter(|halves| winner.is_some() && fits(halves));
        GameResult { winner, margin: margin.map(|halves| halves as i16) }
    }

    /// Returns 1 if a colour won, -1 if it lost, and 0 if the result is unknown.
    pub(crate) fn won(self, color: Color) -> i8 {
        match self.winner {
            Some(winner) if winner == color => 1,
            Some(_) => -1,
            None => 0,
        }
    }

    /// Returns the margin of a colour in half points, or `None` if it is unknown.
    pub(crate) fn counted(self, color: Color) -> Option<i16> {
        self.margin.map(|margin| margin * i16::from(self.won(color)))
    }

    /// Returns the margin of a colour in half points; 32767 if it is unknown.
    pub(crate) fn margin(self, color: Color) -> i16 {
        self.counted(color).unwrap_or(UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_parsed_for_both_colors() {
        let read = |text: &str| {
            let result = GameResult::parse(text);
            Color::BOTH.map(|color| (result.won(color), result.margin(color)))
        };
        assert_eq!(read("B+3.5"), [(1, 7), (-1, -7)]);
        assert_eq!(read("W+R"), [(-1, UNKNOWN), (1, UNKNOWN)]);
        for unknown in ["B+T", "W+Forfeit", "?", "0", "C+2", "", "B+T9"] {
            assert_eq!(read(unknown), [(0, UNKNOWN); 2], "{unknown}");
        }
        assert_eq!(read("B+1e9"), [(1, UNKNOWN), (-1, UNKNOWN)]);
        assert_eq!(read("B+-3"), [(1, UNKNOWN), (-1, UNKNOWN)]);
    }
}
