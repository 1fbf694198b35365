//! The review of each move: value before and after, loss, rank and game phase.
//!
//! Compares stored evaluations without searching. Values are from the view of the player who made the move.

use serde::Serialize;

use crate::records::record::replay::position_at;
use crate::records::record::{Record, Size};
use crate::review::game::find_reasons::find_reasons;
use crate::review::game::game_positions::{GamePositions, Played};
use crate::review::game::group_proof::{LifeAndDeath, LossVerdict};
use crate::review::game::reasons::{LostMove, Reason};
use crate::review::position::evaluation::{CandidateMove, PointIndex, PositionEvaluation};
use crate::review::position::grade::Grade;
use crate::review::position::mistake_kind::{Mistake, MistakeKind};
use crate::review::position::value::{Value, WHOLE};

/// A phase of the game, by move number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::review) enum Phase {
    /// 布局: up to 1/7 of the board's points, 51 moves on 19x19.
    Opening,
    /// 中盘: up to 5/12 of the board's points, 150 moves on 19x19.
    Middle,
    /// 官子: the rest.
    Endgame,
}

impl Phase {
    /// All phases, in game order.
    pub(in crate::review) const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Endgame];

    /// Returns the phase of a move by its number from 1.
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

/// The number of moves within which missing the same better move counts as one lesson.
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
    /// The loss of the move; 0 for the engine's own choice.
    pub loss: Value,
    /// The standard error of the difference between `before` and `after`, in 1/10,000 of win rate.
    pub error: i32,
    /// The grade of the move.
    pub grade: Grade,
    /// The kind of mistake, if the move is not graded good and meets the criterion of a kind.
    pub kind: Option<MistakeKind>,
    /// The reasons of a mistake, at most two.
    pub reasons: Vec<Reason>,
    /// The engine's choice; `None` if it found no move to search.
    pub best: Option<&'a CandidateMove>,
    /// The move's rank among the moves that the engine searched, from 1; `None` if it was not searched.
    pub rank: Option<usize>,
    /// The number of moves that the engine searched.
    pub searched: usize,
    /// The phase of the game.
    pub phase: Phase,
    /// Proofs about groups that changed owner; empty until they are added.
    pub life_and_death: LifeAndDeath,
}

impl MoveReview<'_> {
    /// Returns `true` if the engine would have played the move.
    pub(in crate::review) fn agrees(&self) -> bool {
        self.rank == Some(1)
    }

    /// Returns `true` if the loss is proved, or exceeds twice its standard error and is not refuted.
    pub(in crate::review) fn is_sure(&self) -> bool {
        match self.life_and_death.verdict {
            Some(verdict) => verdict == LossVerdict::Confirmed,
            None => self.loss.winrate > 2 * self.error,
        }
    }

    /// Returns the engine's choice if it is a different move and the loss exceeds the standard error.
    pub(in crate::review) fn better(&self) -> Option<&CandidateMove> {
        self.best.filter(|_| !self.agrees() && self.loss.winrate > self.error)
    }

    /// Returns `true` if both moves are by the same player, missed the same better move and are close together.
    pub(in crate::review) fn is_repeat_of(&self, other: &MoveReview<'_>) -> bool {
        let distance = self.played.number.abs_diff(other.played.number);
        self.played.color == other.played.color
            && self.better_move() == other.better_move()
            && distance <= SAME_LESSON
    }

    /// Returns the first move of the better variation.
    pub(in crate::review) fn better_move(&self) -> Option<PointIndex> {
        self.better()?.line.first().copied()
    }
}

/// Returns the standard error of the difference of two win rates, in 1/10,000. Treats each playout as a win or loss:
/// with n playouts, a win rate p has variance p (1 - p) / n. With a net the actual error is smaller.
fn error(before: &PositionEvaluation, after: &PositionEvaluation) -> i32 {
    let variance = |assessment: &PositionEvaluation| {
        let winrate = assessment.value.winrate_fraction();
        winrate * (1.0 - winrate) / assessment.playouts.max(1) as f64
    };
    ((variance(before) + variance(after)).sqrt() * f64::from(WHOLE)).round() as i32
}

/// Reviews all moves of a game from the evaluations of its positions.
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
        // Evaluations vary slightly; the engine's own choice must not appear to lose by that noise.
        let loss = if rank == Some(1) { Value::default() } else { before.value.loss_to(worth) };
        let error = error(before, after);
        let grade = Grade::of(loss, error);
        let wanted = before.best().and_then(|best| best.line.first());
        let phase = Phase::of(played.number, record.size);
        let kind = wanted.filter(|_| grade != Grade::Good).and_then(|&better| {
            let position = &position_at(record, course.situations[played.before].node);
            let is_opening = phase == Phase::Opening;
            let Played { color, point: played, .. } = played;
            MistakeKind::of(&Mistake { color, position, is_opening, played, better, before, after })
        });
        MoveReview {
            played,
            before: before.value,
            after: worth,
            loss,
            error,
            grade,
            kind,
            reasons: reasons(record, course, (played, grade), [before, after]),
            best: before.best(),
            rank,
            searched: before.ranking.len(),
            phase,
            life_and_death: LifeAndDeath::default(),
        }
    };
    course.moves.iter().map(reviewed).collect()
}

/// Returns the reasons of a move that is not graded good.
fn reasons(
    record: &Record,
    course: &GamePositions,
    (played, grade): (Played, Grade),
    [before, after]: [&PositionEvaluation; 2],
) -> Vec<Reason> {
    let Played { color, point: played, before: place, after: next, .. } = played;
    let alternates = course.situations[next].color != color;
    let game = course.game_at(record, course.situations[place]);
    let better = before.best().and_then(|best| best.line.first().copied().flatten());
    match game {
        Ok(game) if grade != Grade::Good && alternates => {
            find_reasons(&LostMove { color, game: &game, played, better, before, after })
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_scale_with_board_size() {
        let last = |lines: usize, phase: Phase| {
            let size = Size::new(lines, lines).expect("a size");
            (1..=400).rev().find(|&number| Phase::of(number, size) == phase)
        };
        assert_eq!([last(19, Phase::Opening), last(19, Phase::Middle)], [Some(51), Some(150)]);
        assert_eq!([last(9, Phase::Opening), last(9, Phase::Middle)], [Some(11), Some(33)]);
        assert_eq!(last(2, Phase::Opening), None);
    }
}
