//! What a game is worth that two passes have ended.

use crate::go::{Board, Color, PointMap, PointSet, score};

use super::evaluation::Evaluation;
use super::expectation::Expectation;
use super::path::Path;

/// The mean ownership by the other colour from which a chain is dead, and by its own from which it is
/// alive; between them the net is not sure, and its value stands.
const SURE: f64 = 0.6;

/// The end of a game by rules under which all stones stand.
pub(super) fn standing_end<const W: usize>(path: &Path<'_, W>) -> Evaluation {
    counted_end(path, &PointSet::EMPTY)
}

/// The end of a game by rules that take dead stones off, where a net has said who owns what: the score
/// without the dead stones, or what the net expects where it is not sure of some.
pub(super) fn judged_end<const W: usize>(path: &Path<'_, W>, by_net: &Evaluation) -> Evaluation {
    let size = path.board().size();
    let mut owners = PointMap::<f64, W>::new(0.0);
    size.points().zip(by_net.owners()).for_each(|(point, owner)| owners[point] = owner);
    match dead_stones(path.board(), &owners) {
        Some(dead) => counted_end(path, &dead),
        None => {
            let owners = by_net.owners().map(|owner| owner as f32);
            Evaluation::of_end(by_net.expectation, owners)
        }
    }
}

/// The dead stones, by their owners, Black positive; `None` where any chain is doubtful.
fn dead_stones<const W: usize>(board: &Board<W>, owners: &PointMap<f64, W>) -> Option<PointSet<W>> {
    let mut dead = PointSet::EMPTY;
    for color in Color::BOTH {
        for chain in board.stones_of(color).components(board.size().stride()) {
            let sum: f64 = chain.iter().map(|point| owners[point]).sum();
            let owned = sum * f64::from(color.sign()) / chain.len() as f64;
            if owned.abs() < SURE {
                return None;
            }
            if owned < 0.0 {
                dead |= chain;
            }
        }
    }
    Some(dead)
}

fn counted_end<const W: usize>(path: &Path<'_, W>, dead: &PointSet<W>) -> Evaluation {
    let area = score::Area::of(path.board(), dead);
    let owner = |point| {
        let has = |color: Color| f32::from(u8::from(area.points[color.index()].contains(point)));
        has(Color::Black) - has(Color::White)
    };
    let owners = path.board().size().points().map(owner);
    Evaluation::of_end(Expectation::of_end(path.score(dead)), owners)
}
