//! Where a game turned: the move after which its leader never lost the lead again.

use crate::go::Color;
use crate::review::game::move_review::MoveReview;
use crate::review::position::value::{Value, WHOLE};

/// The move with which a game turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::review) struct TurningPoint {
    /// The index of the move.
    pub place: usize,
    /// Who led from there to the end.
    pub leader: Color,
}

impl TurningPoint {
    /// The move of the main line after which the side that leads in the end led all the time, by more than the error of the
    /// searches; `None` where nobody leads in the end, or one side always did.
    pub(in crate::review) fn of(moves: &[MoveReview<'_>]) -> Option<TurningPoint> {
        let places = 0..moves.len();
        let main: Vec<usize> = places.filter(|&place| moves[place].played.is_main).collect();
        let leader = leader_after(&moves[*main.last()?])?;
        let open = main.iter().rposition(|&place| leader_after(&moves[place]) != Some(leader));
        let place = match open {
            Some(open) => main.get(open + 1).copied(),
            None => (leader_before(&moves[main[0]]) != Some(leader)).then_some(main[0]),
        };
        place.map(|place| TurningPoint { place, leader })
    }
}

fn leader_before(reviewed: &MoveReview<'_>) -> Option<Color> {
    leader(reviewed.played.color, reviewed.before, reviewed.error)
}

fn leader_after(reviewed: &MoveReview<'_>) -> Option<Color> {
    leader(reviewed.played.color, reviewed.after, reviewed.error)
}

/// Who leads by more than an error, from the value of a colour.
fn leader(color: Color, value: Value, error: i32) -> Option<Color> {
    let ahead = value.winrate - WHOLE / 2;
    let leader = if ahead > 0 { color } else { !color };
    (ahead.abs() > error).then_some(leader)
}
