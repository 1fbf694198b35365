//! The kind of a mistake, from the evaluations before and after it.

use serde::{Deserialize, Serialize};

use crate::go::Color;
use crate::records::record::{Position, Size};
use crate::review::position::area;
use crate::review::position::evaluation::{PointIndex, PositionEvaluation};

/// The kind of a move that is not graded good. Many mistakes have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::review) enum MistakeKind {
    /// 死活: at least [`FEWEST_STONES`] stones changed owner.
    LifeAndDeath,
    /// 局部计算: the engine's choice is near the played move, and a stone nearby changed owner.
    Reading,
    /// 方向: the engine's choice is far from the played move, in the opening.
    Direction,
    /// 大小: the engine's choice and the opponent's best reply are far from the played move, after the opening.
    Size,
}

/// A move to classify: its position, its alternatives and the evaluations.
#[derive(Debug, Clone, Copy)]
pub(in crate::review) struct Mistake<'a> {
    /// The player of the move.
    pub color: Color,
    /// The position before the move.
    pub position: &'a Position,
    /// `true` if the move was played in the opening.
    pub is_opening: bool,
    /// The move.
    pub played: PointIndex,
    /// The engine's choice.
    pub better: PointIndex,
    /// The evaluation before the move.
    pub before: &'a PositionEvaluation,
    /// The evaluation after the move.
    pub after: &'a PositionEvaluation,
}

/// The ownership from which a point counts as a side's, in hundredths.
const OWNED: i32 = 30;

/// The minimum number of stones that change owner in a life-and-death mistake.
const FEWEST_STONES: usize = 3;

impl MistakeKind {
    /// All kinds, in table order.
    pub(in crate::review) const ALL: [MistakeKind; 4] = [
        MistakeKind::LifeAndDeath,
        MistakeKind::Reading,
        MistakeKind::Direction,
        MistakeKind::Size,
    ];

    /// Returns the first kind whose criterion `mistake` meets, or `None` if there is none.
    pub(in crate::review) fn of(mistake: &Mistake<'_>) -> Option<MistakeKind> {
        let lost = mistake.lost_stones();
        if lost.len() >= FEWEST_STONES {
            return Some(MistakeKind::LifeAndDeath);
        }
        if !mistake.is_far(mistake.better) {
            let is_near = |&stone: &u16| !mistake.is_far(Some(stone));
            let is_misread = mistake.loses_played_stone() || lost.iter().any(is_near);
            return is_misread.then_some(MistakeKind::Reading);
        }
        if mistake.is_opening {
            return Some(MistakeKind::Direction);
        }
        let reply = *mistake.after.best()?.line.first()?;
        mistake.is_far(reply).then_some(MistakeKind::Size)
    }

    /// Returns its name in tables and JSON lines.
    pub(in crate::review) const fn name(self) -> &'static str {
        match self {
            MistakeKind::LifeAndDeath => "life-and-death",
            MistakeKind::Reading => "reading",
            MistakeKind::Direction => "direction",
            MistakeKind::Size => "size",
        }
    }
}

impl Mistake<'_> {
    /// Returns the stones of both colours that the player owned before the move and the opponent owns after it.
    fn lost_stones(&self) -> Vec<u16> {
        let size = self.position.size();
        let places = self.position.stones().map(|(point, _)| size.index(point));
        places.filter(|&place| self.is_lost(place)).map(|place| place as u16).collect()
    }

    fn is_lost(&self, place: usize) -> bool {
        self.owned(self.before, place) >= OWNED && self.owned(self.after, place) <= -OWNED
    }

    /// Returns `true` if the opponent owns the played stone.
    fn loses_played_stone(&self) -> bool {
        self.played.is_some_and(|place| self.owned(self.after, place.into()) <= -OWNED)
    }

    /// Returns the player's ownership of a point, in hundredths.
    fn owned(&self, found: &PositionEvaluation, place: usize) -> i32 {
        i32::from(found.ownership[place]) * self.color.sign()
    }

    fn is_far(&self, other: PointIndex) -> bool {
        is_far(self.played, other, self.position.size())
    }
}

/// Returns `true` if two moves are far apart; a pass is far from every point.
fn is_far(one: PointIndex, other: PointIndex, size: Size) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return one != other };
    area::is_far(one, other, size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::Point;
    use crate::review::position::evaluation::CandidateMove;
    use crate::review::position::value::Value;

    /// An evaluation on 9x9 with the ownership of the first points set to `first`, and a best move.
    fn owned(first: &[i8], best: PointIndex) -> PositionEvaluation {
        let mut ownership = vec![0; 81];
        ownership[..first.len()].copy_from_slice(first);
        let choices =
            vec![CandidateMove { visits: 1, value: Value::default(), prior: 0, line: vec![best] }];
        let ranking = Vec::new();
        PositionEvaluation {
            playouts: 1,
            value: Value::default(),
            choices,
            ranking,
            priors: Vec::new(),
            ownership,
            first_move: None,
        }
    }

    /// Classifies a move with three stones at the left of the upper edge: black, white, black.
    fn kind(
        color: Color,
        is_opening: bool,
        [played, better, reply]: [PointIndex; 3],
        [before, after]: [&[i8]; 2],
    ) -> Option<MistakeKind> {
        let mut position = Position::new(Size::new(9, 9).expect("a size"));
        for (x, color) in [(0, Color::Black), (1, Color::White), (2, Color::Black)] {
            position.play(color, Point { x, y: 0 });
        }
        let [before, after] = [owned(before, better), owned(after, reply)];
        let (position, before, after) = (&position, &before, &after);
        MistakeKind::of(&Mistake { color, position, is_opening, played, better, before, after })
    }

    const FAR: [PointIndex; 3] = [Some(80), Some(4), Some(5)];
    const NEAR: [PointIndex; 3] = [Some(3), Some(4), Some(5)];

    #[test]
    fn life_and_death_requires_three_stones_that_change_owner() {
        let (lost, kept): (&[i8], &[i8]) = (&[90, 40, 30], &[-90, -30, -31]);
        let of = |color, ownership| kind(color, true, FAR, ownership);
        assert_eq!(of(Color::Black, [lost, kept]), Some(MistakeKind::LifeAndDeath));
        assert_eq!(of(Color::White, [kept, lost]), Some(MistakeKind::LifeAndDeath));
        assert_eq!(of(Color::White, [lost, kept]), Some(MistakeKind::Direction), "a gain");
        assert_eq!(of(Color::Black, [&[90, 40, 29], kept]), Some(MistakeKind::Direction));
    }

    #[test]
    fn reading_requires_lost_stone_near_both_moves() {
        let of = |moves, ownership| kind(Color::Black, false, moves, ownership);
        assert_eq!(of(NEAR, [&[0, 0, 30], &[0, 0, -30]]), Some(MistakeKind::Reading));
        assert_eq!(
            of(NEAR, [&[0, 0, 0, 0], &[0, 0, 0, -30]]),
            Some(MistakeKind::Reading),
            "played"
        );
        assert_eq!(of(NEAR, [&[0, 0, 30], &[0, 0, -29]]), None);
        let right = [Some(8), Some(7), Some(6)];
        assert_eq!(of(right, [&[0, 0, 30], &[0, 0, -30]]), None, "the stone is far away");
    }

    #[test]
    fn distant_better_move_is_direction_in_opening_and_size_later() {
        let of = |is_opening, moves| kind(Color::Black, is_opening, moves, [&[], &[]]);
        assert_eq!(of(true, [Some(0), Some(4), Some(1)]), Some(MistakeKind::Direction));
        assert_eq!(of(true, [Some(0), Some(3), Some(8)]), None, "near");
        assert_eq!(of(false, [Some(0), Some(4), Some(4)]), Some(MistakeKind::Size));
        assert_eq!(of(false, [Some(0), Some(4), Some(1)]), None, "the opponent replies nearby");
        assert_eq!(of(false, [None, Some(4), Some(4)]), Some(MistakeKind::Size), "a pass");
    }
}
