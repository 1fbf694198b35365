//! The result of a search for the page.

use serde::Serialize;

use super::game_tree::cell;
use crate::engine::{Candidate, Report};
use crate::go::{BoardSize, Color, Move};

/// The maximum number of candidate moves.
const MOST_CHOICES: usize = 10;

/// The maximum length of a variation.
const LONGEST_LINE: usize = 24;

/// Black's win rate in 1/10,000 and lead in 1/100 point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct BlackValue(pub(super) i32, pub(super) i32);

impl BlackValue {
    /// Converts the value of a player.
    pub(super) fn of(color: Color, winrate: f64, lead: f64) -> BlackValue {
        let (winrate, lead) = match color {
            Color::Black => (winrate, lead),
            Color::White => (1.0 - winrate, -lead),
        };
        BlackValue((winrate * 10_000.0).round() as i32, (lead * 100.0).round() as i32)
    }

    /// Returns the value for a player.
    pub(super) fn for_player(self, color: Color) -> BlackValue {
        match color {
            Color::Black => self,
            Color::White => BlackValue(10_000 - self.0, -self.1),
        }
    }
}

/// A candidate: visits, win rate and lead of the player, variation, prior in 1/10,000.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Choice(
    pub(super) u64,
    pub(super) i32,
    pub(super) i32,
    pub(super) Vec<Option<usize>>,
    pub(super) i32,
);

/// The evaluation of a position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Evaluation {
    pub(super) visits: u64,
    /// Black's value.
    pub(super) value: BlackValue,
    /// The best moves.
    pub(super) choices: Vec<Choice>,
    /// A letter per cell, from `a` (White) to `u` (Black).
    pub(super) owned: String,
    /// `true` if the search has ended.
    pub(super) done: bool,
}

impl Evaluation {
    /// Converts a report on a position with `color` to move.
    pub(super) fn of(report: &Report, size: BoardSize, color: Color, done: bool) -> Evaluation {
        let sign = f64::from(color.sign());
        let mut owned = vec!['k'; size.area()];
        for &(point, owner) in &report.ownership {
            owned[cell(size, point)] = letter(owner * sign);
        }
        let candidates = report.candidates.iter().take(MOST_CHOICES);
        Evaluation {
            visits: report.visits,
            value: BlackValue::of(color, report.winrate, report.score_lead),
            choices: candidates.map(|candidate| choice(size, candidate)).collect(),
            owned: owned.into_iter().collect(),
            done,
        }
    }
}

/// Returns the letter of an ownership for Black, -1 to 1.
fn letter(owner: f64) -> char {
    let step = (owner * 10.0).round().clamp(-10.0, 10.0) as i8;
    char::from(b'k'.saturating_add_signed(step))
}

fn choice(size: BoardSize, candidate: &Candidate) -> Choice {
    let BlackValue(winrate, lead) =
        BlackValue::of(Color::Black, candidate.winrate, candidate.score_lead);
    let place = |mv: &Move| mv.point().map(|point| cell(size, point));
    let line = candidate.pv.iter().take(LONGEST_LINE).map(place).collect();
    Choice(candidate.visits, winrate, lead, line, (candidate.prior * 10_000.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_of_black() {
        assert_eq!(BlackValue::of(Color::White, 0.25, 3.5), BlackValue(7500, -350));
        assert_eq!(BlackValue(7500, -350).for_player(Color::White), BlackValue(2500, 350));
        assert_eq!([-1.0, 0.0, 1.0].map(letter), ['a', 'k', 'u']);
    }
}
