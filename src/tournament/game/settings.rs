//! The conditions of a match, equal for all games and engines, and the rule that ends decided games early.

use std::time::Duration;

use super::move_stats::MoveStats;
use crate::go::{BoardSize, Color, Rules};

/// The conditions of all games of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct GameSettings {
    /// The board size.
    pub size: BoardSize,
    /// The rules, with komi.
    pub rules: Rules,
    /// The name of the rules as entered by the user.
    pub rules_name: String,
    /// The time by which a player may exceed its clock without losing.
    pub margin: Duration,
    /// The response timeout if no clock applies.
    pub answer_timeout: Duration,
    /// The number of turns after which a game is a draw.
    pub max_turns: usize,
    /// The rule by which both engines end a decided game.
    pub adjudication: Option<Adjudication>,
}

/// The rule for decided games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjudication {
    /// The minimum winrate of the winner, above 0.5.
    pub winrate: Option<f64>,
    /// The minimum lead of the winner in points.
    pub score: Option<f64>,
    /// The number of consecutive moves of each engine.
    pub moves: usize,
}

/// Counts how long both engines have agreed on the winner.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AdjudicationTracker {
    winner: Option<Color>,
    moves: usize,
}

impl Adjudication {
    /// Returns the winner according to an engine's evaluation of its move. Returns `None` if the game is not
    /// decided. If both bounds are set, both must be reached.
    fn winner(&self, color: Color, stats: &MoveStats) -> Option<Color> {
        let by_winrate = self.winrate.map(|least| {
            let winrate = stats.winrate?;
            side(color, winrate >= least, winrate <= 1.0 - least)
        });
        let by_score = self.score.map(|least| {
            let score = stats.score?;
            side(color, score >= least, score <= -least)
        });
        match (by_winrate, by_score) {
            (Some(one), Some(other)) => one.filter(|_| one == other),
            (one, other) => one.or(other).flatten(),
        }
    }
}

fn side(color: Color, wins: bool, loses: bool) -> Option<Color> {
    match (wins, loses) {
        (true, _) => Some(color),
        (_, true) => Some(!color),
        _ => None,
    }
}

impl AdjudicationTracker {
    /// Adds an engine's evaluation of its move. Returns the winner once both engines have agreed often enough.
    pub(super) fn add(
        &mut self,
        rule: &Adjudication,
        color: Color,
        stats: &MoveStats,
    ) -> Option<Color> {
        let winner = rule.winner(color, stats);
        let goes_on = winner.is_some() && winner == self.winner;
        self.moves = if goes_on { self.moves + 1 } else { usize::from(winner.is_some()) };
        self.winner = winner;
        // Colours alternate, so each engine made half of the moves.
        winner.filter(|_| self.moves >= 2 * rule.moves)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn stated(winrate: Option<f64>, score: Option<f64>) -> MoveStats {
        let (time, at) = (Duration::ZERO, Duration::ZERO);
        MoveStats { time, at, left: None, playouts: None, winrate, score }
    }

    /// The move after which a game is decided, by the winrates of both in turn, Black first.
    fn decided(rule: &Adjudication, winrates: &[Option<f64>]) -> Option<(usize, Color)> {
        let mut agreement = AdjudicationTracker::default();
        let mut moves = Color::BOTH.into_iter().cycle().zip(winrates).zip(1..);
        moves.find_map(|((color, &winrate), number)| {
            Some((number, agreement.add(rule, color, &stated(winrate, None))?))
        })
    }

    #[test]
    fn adjudication_requires_consecutive_agreement_of_both_engines() {
        let rule = Adjudication { winrate: Some(0.9), score: None, moves: 2 };
        let [sure, lost, open] = [0.95, 0.04, 0.5].map(Some);
        assert_eq!(decided(&rule, &[sure, lost, sure, lost]), Some((4, Color::Black)));
        assert_eq!(decided(&rule, &[lost, sure, lost, sure]), Some((4, Color::White)));
        let late = [sure, lost, sure, open, sure, lost, sure, lost];
        assert_eq!(decided(&rule, &late), Some((8, Color::Black)));
        assert_eq!(
            decided(&rule, &[sure, sure, sure, sure, sure]),
            None,
            "each calls itself winner"
        );
        assert_eq!(decided(&rule, &[sure, None, sure, None, sure]), None, "one says nothing");
    }

    #[test]
    fn adjudication_requires_every_set_threshold() {
        let rule = Adjudication { winrate: Some(0.9), score: Some(5.0), moves: 1 };
        let winner = |winrate, score| rule.winner(Color::Black, &stated(winrate, score));
        assert_eq!(winner(Some(0.95), Some(6.0)), Some(Color::Black));
        assert_eq!(winner(Some(0.05), Some(-6.0)), Some(Color::White));
        for (winrate, score) in [
            (Some(0.95), Some(4.0)),
            (Some(0.95), None),
            (None, Some(9.0)),
            (Some(0.95), Some(-9.0)),
        ] {
            assert_eq!(winner(winrate, score), None, "{winrate:?} {score:?}");
        }
        let by_score = Adjudication { winrate: None, ..rule };
        assert_eq!(by_score.winner(Color::White, &stated(None, Some(5.0))), Some(Color::White));
    }
}
