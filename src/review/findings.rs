//! What each move of a game did: worth before and after, loss, rank, and the phase of the game.
//!
//! It does not search; it compares assessments. Values are as whoever made the move sees them.

use serde::Serialize;

use super::assessment::{Assessment, Cell, Choice};
use super::course::{Course, Played};
use super::value::Value;
use crate::record::Size;

/// A part of the game, by the number of the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Phase {
    /// 布局: up to a seventh of the points of the board, 51 moves on 19x19.
    Opening,
    /// 中盘: up to five twelfths of them, 150 moves on 19x19.
    Middle,
    /// 官子: what follows.
    Endgame,
}

impl Phase {
    /// All of them, in their order.
    pub(super) const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Endgame];

    /// The phase of a move, by its number from 1.
    pub(super) fn of(number: u32, size: Size) -> Phase {
        let (number, area) = (number as usize, size.area());
        if number * 7 <= area {
            Phase::Opening
        } else if number * 12 <= area * 5 {
            Phase::Middle
        } else {
            Phase::Endgame
        }
    }
}

/// What a move did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding<'a> {
    /// The move.
    pub played: Played,
    /// What the position was worth to whoever made it.
    pub before: Value,
    /// What it was worth to the same player after it.
    pub after: Value,
    /// What the move lost: nothing where the engine would have played it.
    pub loss: Value,
    /// What the engine would have played; `None` where it found nothing to search.
    pub best: Option<&'a Choice>,
    /// The place of the move among those that the engine searched, from 1; `None` where it did not
    /// look at it.
    pub rank: Option<usize>,
    /// How many moves the engine searched.
    pub searched: usize,
    /// The phase of the game.
    pub phase: Phase,
}

/// A loss of winrate that a reader is told of: a doubtful move.
pub(super) const DOUBTFUL: i32 = 500;
/// A loss of winrate that makes a move bad.
pub(super) const BAD: i32 = 1_000;
/// A loss of winrate that makes it very bad.
pub(super) const VERY_BAD: i32 = 2_000;

impl Finding<'_> {
    /// Whether it is what the engine would have played.
    pub(super) fn agrees(&self) -> bool {
        self.rank == Some(1)
    }

    /// The first move of the engine's variation, where it is another move.
    pub(super) fn better(&self) -> Option<Cell> {
        let best = self.best.filter(|_| !self.agrees())?;
        best.line.first().copied()
    }
}

/// What the moves of a course did, by the assessments of all its situations.
pub(super) fn findings<'a>(
    course: &Course,
    assessments: &'a [Assessment],
    size: Size,
) -> Vec<Finding<'a>> {
    let finding = |&played: &Played| {
        let (before, after) = (&assessments[played.before], &assessments[played.after]);
        let same_player = course.situations[played.after].color == played.color;
        let worth = if same_player { after.value } else { after.value.of_opponent() };
        let rank = before.rank(played.cell);
        let agrees = rank == Some(1);
        Finding {
            played,
            before: before.value,
            after: worth,
            loss: if agrees { Value::default() } else { before.value.loss_to(worth) },
            best: before.best(),
            rank,
            searched: before.ranking.len(),
            phase: Phase::of(played.number, size),
        }
    };
    course.moves.iter().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_follow_the_size_of_the_board() {
        let last = |lines: usize, phase: Phase| {
            let size = Size::new(lines, lines).expect("a size");
            (1..=400).rev().find(|&number| Phase::of(number, size) == phase)
        };
        assert_eq!([last(19, Phase::Opening), last(19, Phase::Middle)], [Some(51), Some(150)]);
        assert_eq!([last(9, Phase::Opening), last(9, Phase::Middle)], [Some(11), Some(33)]);
        assert_eq!(last(2, Phase::Opening), None);
    }
}
