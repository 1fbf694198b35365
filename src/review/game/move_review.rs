//! The review of each move: value before and after, loss, rank, and the phase of the game.
//!
//! It does not search; it compares assessments. Values are those of the player who made the move.

use serde::Serialize;

use crate::records::record::replay::position_at;
use crate::records::record::{Record, Size};
use crate::review::game::game_positions::{GamePositions, Played};
use crate::review::position::evaluation::{CandidateMove, PointIndex, PositionEvaluation};
use crate::review::position::grade::Grade;
use crate::review::position::mistake_kind::MistakeKind;
use crate::review::position::value::{Value, WHOLE};

/// A part of the game, by the number of the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::review) enum Phase {
    /// 布局: up to a seventh of the points of the board, 51 moves on 19x19.
    Opening,
    /// 中盘: up to five twelfths of them, 150 moves on 19x19.
    Middle,
    /// 官子: what follows.
    Endgame,
}

impl Phase {
    /// All phases, in the order of a game.
    pub(in crate::review) const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Endgame];

    /// The phase of a move, by its number from 1.
    pub(in crate::review) fn of(number: u32, size: Size) -> Phase {
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

/// The number of moves after which the same better move is another lesson.
const SAME_LESSON: u32 = 20;

/// A move with its values, compared with the engine's choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::review) struct MoveReview<'a> {
    /// The move.
    pub played: Played,
    /// The player's value before the move.
    pub before: Value,
    /// The player's value after the move.
    pub after: Value,
    /// The loss of the move; none where the engine would have played it.
    pub loss: Value,
    /// The standard error of the difference between the two, in ten-thousandths of winrate.
    pub error: i32,
    /// How good the move was.
    pub grade: Grade,
    /// The kind of mistake that it was, if it was not good.
    pub kind: Option<MistakeKind>,
    /// The engine's choice; `None` where it found nothing to search.
    pub best: Option<&'a CandidateMove>,
    /// The rank of the move among those that the engine searched, from 1; `None` where it searched
    /// others only.
    pub rank: Option<usize>,
    /// The number of moves that the engine searched.
    pub searched: usize,
    /// The phase of the game.
    pub phase: Phase,
}

impl MoveReview<'_> {
    /// Whether the engine would have played the move.
    pub(in crate::review) fn agrees(&self) -> bool {
        self.rank == Some(1)
    }

    /// Whether the loss is larger than twice its error, so that hardly any search would say otherwise.
    pub(in crate::review) fn is_sure(&self) -> bool {
        self.loss.winrate > 2 * self.error
    }

    /// The engine's choice, where it is another move and the difference is larger than its error.
    pub(in crate::review) fn better(&self) -> Option<&CandidateMove> {
        self.best.filter(|_| !self.agrees() && self.loss.winrate > self.error)
    }

    /// Whether the same better move of the same player was missed a little earlier or later.
    pub(in crate::review) fn is_repeat_of(&self, other: &MoveReview<'_>) -> bool {
        let distance = self.played.number.abs_diff(other.played.number);
        self.played.color == other.played.color
            && self.better_move() == other.better_move()
            && distance <= SAME_LESSON
    }

    /// The first move of the better variation.
    pub(in crate::review) fn better_move(&self) -> Option<PointIndex> {
        self.better()?.line.first().copied()
    }
}

/// The standard error of the difference of two winrates, in ten-thousandths, as if each playout were won or
/// lost: with n playouts the variance of a winrate p is p (1 - p) / n. With a net it is less.
fn error(before: &PositionEvaluation, after: &PositionEvaluation) -> i32 {
    let variance = |assessment: &PositionEvaluation| {
        let winrate = assessment.value.winrate_fraction();
        winrate * (1.0 - winrate) / assessment.playouts.max(1) as f64
    };
    ((variance(before) + variance(after)).sqrt() * f64::from(WHOLE)).round() as i32
}

/// The reviews of all moves of a course, from the assessments of its situations.
pub(in crate::review) fn review_moves<'a>(
    record: &Record,
    course: &GamePositions,
    assessments: &'a [PositionEvaluation],
) -> Vec<MoveReview<'a>> {
    let reviewed = |&played: &Played| {
        let (before, after) = (&assessments[played.before], &assessments[played.after]);
        let same_player = course.situations[played.after].color == played.color;
        let worth = if same_player { after.value } else { after.value.of_opponent() };
        let rank = before.rank(played.point);
        // Assessments vary a little; the engine's own choice must not seem to lose by that.
        let loss = if rank == Some(1) { Value::default() } else { before.value.loss_to(worth) };
        let error = error(before, after);
        let grade = Grade::of(loss, error);
        let wanted = before.best().and_then(|best| best.line.first());
        let kind = wanted.filter(|_| grade != Grade::Good).map(|&wanted| {
            let position = position_at(record, course.situations[played.before].node);
            MistakeKind::of(played.color, &position, [played.point, wanted], [before, after])
        });
        MoveReview {
            played,
            before: before.value,
            after: worth,
            loss,
            error,
            grade,
            kind,
            best: before.best(),
            rank,
            searched: before.ranking.len(),
            phase: Phase::of(played.number, record.size),
        }
    };
    course.moves.iter().map(reviewed).collect()
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
