//! Commands for handicap stones: on their usual points, where the engine wants them, or where the
//! client wants them.

use super::command::{Answer, Call};
use super::reply::{Failure, Reply};
use super::{number, vertex};
use crate::go::Point;

/// `fixed_handicap`: places 2 to 9 stones on the usual points of the board size.
pub(super) fn fixed_handicap(call: &mut Call) -> Answer {
    let stones = number_of_stones(call)?;
    let points = call.engine.fixed_handicap(stones)?;
    Ok(vertices(call, &points))
}

/// `place_free_handicap`: places stones on points that the engine chooses.
pub(super) fn place_free_handicap(call: &mut Call) -> Answer {
    let stones = number_of_stones(call)?;
    let points = call.engine.place_handicap(stones)?;
    Ok(vertices(call, &points))
}

/// `set_free_handicap`: places stones on points that the client names. Any number in any order is
/// allowed, since some clients set up whole positions this way.
pub(super) fn set_free_handicap(call: &mut Call) -> Answer {
    let size = call.engine.game().size();
    let read = |word| vertex::point(size, word).map_err(|_| Failure::BadVertexList);
    let points: Vec<Point> = call.words().into_iter().map(read).collect::<Result<_, _>>()?;
    call.engine.set_handicap(&points)?;
    Ok(Reply::Done)
}

/// The number of handicap stones of the game.
pub(super) fn current_handicap(call: &mut Call) -> Answer {
    Ok(Reply::Text(call.engine.game().handicap().to_string()))
}

fn number_of_stones(call: &Call) -> Result<usize, Failure> {
    let [stones] = call.exactly()?;
    number::integer(stones)
}

fn vertices(call: &Call, points: &[Point]) -> Reply {
    let size = call.engine.game().size();
    Reply::words(points.iter().map(|&point| vertex::vertex(size, point)))
}
