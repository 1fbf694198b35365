//! The kind of a mistake: life and death, direction or size.

use serde::{Deserialize, Serialize};

use crate::go::Color;
use crate::records::record::{Position, Size};
use crate::review::position::evaluation::{PointIndex, PositionEvaluation, point};

/// The kind of a move that is not graded good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::review) enum MistakeKind {
    /// 死活: stones changed owner.
    LifeAndDeath,
    /// 方向: the engine's choice is far from the played move.
    Direction,
    /// 大小: the engine's choice is near the played move but larger.
    Size,
}

/// The ownership from which a point counts as a side's, in hundredths.
const OWNED: i32 = 30;

/// The minimum number of stones that change owner in a life-and-death mistake.
const FEWEST_STONES: usize = 3;

impl MistakeKind {
    /// All kinds, in table order.
    pub(in crate::review) const ALL: [MistakeKind; 3] =
        [MistakeKind::LifeAndDeath, MistakeKind::Direction, MistakeKind::Size];

    /// Classifies a move of `color` in `position` from the evaluations before and after it.
    pub(in crate::review) fn of(
        color: Color,
        position: &Position,
        [played, better]: [PointIndex; 2],
        [before, after]: [&PositionEvaluation; 2],
    ) -> MistakeKind {
        let size = position.size();
        let changed = position.stones().filter(|&(point, _)| {
            let place = size.index(point);
            let owned =
                |found: &PositionEvaluation| i32::from(found.ownership[place]) * color.sign();
            owned(before) >= OWNED && owned(after) <= -OWNED
        });
        if changed.count() >= FEWEST_STONES {
            MistakeKind::LifeAndDeath
        } else if is_far(played, better, size) {
            MistakeKind::Direction
        } else {
            MistakeKind::Size
        }
    }

    /// Returns its name in tables and JSON lines.
    pub(in crate::review) const fn name(self) -> &'static str {
        match self {
            MistakeKind::LifeAndDeath => "life-and-death",
            MistakeKind::Direction => "direction",
            MistakeKind::Size => "size",
        }
    }
}

/// Returns `true` if two moves are more than a third of the board apart; a pass is far from every point.
fn is_far(one: PointIndex, other: PointIndex, size: Size) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return one != other };
    let (one, other) = (point(one, size), point(other, size));
    let distance = one.x.abs_diff(other.x).max(one.y.abs_diff(other.y));
    usize::from(distance) * 3 > size.width()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::Point;
    use crate::review::position::value::Value;

    /// An evaluation on 9x9 with the ownership of the first points set to `first`.
    fn owned(first: &[i8]) -> PositionEvaluation {
        let mut ownership = vec![0; 81];
        ownership[..first.len()].copy_from_slice(first);
        let (choices, ranking) = (Vec::new(), Vec::new());
        PositionEvaluation { playouts: 1, value: Value::default(), choices, ranking, ownership }
    }

    #[test]
    fn life_and_death_precedes_distance() {
        let size = Size::new(9, 9).expect("a size");
        let mut position = Position::new(size);
        for (x, color) in [(0, Color::Black), (1, Color::White), (2, Color::Black)] {
            position.play(color, Point { x, y: 0 });
        }
        let of = |color, moves, before: &[i8], after: &[i8]| {
            MistakeKind::of(color, &position, moves, [&owned(before), &owned(after)])
        };
        let far = [Some(80), Some(4)];
        let (lost, kept) = ([90, 40, 30], [-90, -30, -31]);
        assert_eq!(of(Color::Black, far, &lost, &kept), MistakeKind::LifeAndDeath);
        assert_eq!(of(Color::White, far, &lost, &kept), MistakeKind::Direction, "they were saved");
        assert_eq!(of(Color::White, far, &kept, &lost), MistakeKind::LifeAndDeath);
        assert_eq!(of(Color::Black, far, &[90, 40, 29], &kept), MistakeKind::Direction);
        assert_eq!(of(Color::Black, [Some(0), Some(3)], &[], &[]), MistakeKind::Size);
        assert_eq!(of(Color::Black, [Some(0), Some(4)], &[], &[]), MistakeKind::Direction);
        assert_eq!(of(Color::Black, [None, Some(4)], &[], &[]), MistakeKind::Direction);
    }
}
