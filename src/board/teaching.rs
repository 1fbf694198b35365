//! Teaching games: moves that lose much, and a strength that follows the results.

use serde::Serialize;

use super::evaluation::{BlackValue, Evaluation};
use crate::engine::Level;
use crate::go::Color;
use crate::review::MoveExplanation;

/// The number of equal results in a row that changes the level.
const GAMES: usize = 3;

/// A move of the user that lost more than the limit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Lesson {
    /// The loss in 1/100 point.
    pub(super) loss: i32,
    /// The user's win rate before and after the move, in 1/10,000.
    pub(super) winrates: [i32; 2],
    /// The better variation, from the position before the move.
    pub(super) better: Vec<Option<usize>>,
    /// The expected continuation after the move.
    pub(super) refutation: Vec<Option<usize>>,
    /// The kind of the mistake and its reasons.
    #[serde(flatten)]
    pub(super) explanation: MoveExplanation,
}

impl Lesson {
    /// Returns the lesson of a move of `color`, or `None` if it is the engine's choice or loses less than `limit`, in
    /// 1/100 point. The evaluations are those before and after the move.
    pub(super) fn of(
        color: Color,
        played: Option<usize>,
        before: &Evaluation,
        after: &Evaluation,
        limit: i32,
    ) -> Option<Lesson> {
        let better = &before.choices.first()?.3;
        let [was, is] = [before, after].map(|it| it.value.for_player(color));
        let loss = was.1 - is.1;
        if better.first() == Some(&played) || loss < limit {
            return None;
        }
        let refutation = after.choices.first().map_or(Vec::new(), |choice| choice.3.clone());
        let (BlackValue(before, _), BlackValue(after, _)) = (was, is);
        Some(Lesson {
            loss,
            winrates: [before, after],
            better: better.clone(),
            refutation,
            explanation: MoveExplanation::default(),
        })
    }
}

/// The level of a player whose opponent adapts, with the results since the last change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LevelLadder {
    pub(super) level: Level,
    /// The last results at this level: wins of the user are `true`.
    pub(super) results: Vec<bool>,
}

impl LevelLadder {
    /// Parses results such as `WLW`; other letters are ignored.
    pub(super) fn new(level: Level, results: &str) -> LevelLadder {
        let results = results.chars().filter(|letter| matches!(letter, 'W' | 'L'));
        let results: Vec<bool> = results.map(|letter| letter == 'W').collect();
        let skipped = results.len().saturating_sub(GAMES - 1);
        LevelLadder { level, results: results[skipped..].to_vec() }
    }

    /// Returns the results as letters.
    pub(super) fn letters(&self) -> String {
        self.results.iter().map(|won| if *won { 'W' } else { 'L' }).collect()
    }

    /// Returns the ladder after another game. Three wins in a row raise the level by a rank, three losses lower it.
    pub(super) fn after(mut self, won: bool) -> LevelLadder {
        self.results.push(won);
        let last = self.results.iter().rev().take_while(|result| **result == won).count();
        if last < GAMES {
            let skipped = self.results.len().saturating_sub(GAMES - 1);
            return LevelLadder { results: self.results.split_off(skipped), ..self };
        }
        let level = if won { self.level.next() } else { self.level.previous() };
        LevelLadder { level: level.unwrap_or(self.level), results: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::Choice;
    use super::*;

    fn after(results: &str) -> (String, String) {
        let start = LevelLadder::new("10k".parse().expect("a level"), "");
        let end = results.chars().fold(start, |ladder, letter| ladder.after(letter == 'W'));
        (end.level.rank().expect("a rank"), end.letters())
    }

    #[test]
    fn three_equal_results_change_level() {
        let due = |level: &str, results: &str| (level.to_string(), results.to_string());
        assert_eq!(after("WW"), due("10k", "WW"));
        assert_eq!(after("WWW"), due("9k", ""));
        assert_eq!(after("WLWWLL"), due("10k", "LL"));
        assert_eq!(after("LLLLLL"), due("12k", ""));
        assert_eq!(after("WWWWWWL"), due("8k", "L"));
    }

    #[test]
    fn ladder_ends_at_both_levels() {
        let at = |level: Level, won| LevelLadder { level, results: vec![won; 2] }.after(won).level;
        let lowest = "25k".parse().expect("a level");
        assert_eq!((at(Level::FULL, true), at(lowest, false)), (Level::FULL, lowest));
    }

    #[test]
    fn lesson_needs_loss_above_limit_and_better_move() {
        let position = |winrate: i32, lead: i32, line: Vec<Option<usize>>| Evaluation {
            visits: 100,
            value: BlackValue(winrate, lead),
            choices: vec![Choice(100, winrate, lead, line, 0)],
            owned: String::new(),
            done: true,
        };
        let before = position(6000, 300, vec![Some(1), Some(2)]);
        let after = position(4000, -500, vec![Some(3)]);
        let of = |played, limit| Lesson::of(Color::Black, played, &before, &after, limit);
        let lesson = of(Some(9), 500).expect("it loses 8 points");
        assert_eq!((lesson.loss, lesson.winrates), (800, [6000, 4000]));
        assert_eq!((lesson.better, lesson.refutation), (vec![Some(1), Some(2)], vec![Some(3)]));
        assert_eq!((of(Some(9), 900), of(Some(1), 500)), (None, None));
        assert_eq!(Lesson::of(Color::White, Some(9), &before, &after, 500), None, "White gains");
    }
}
