//! What the playout policy thinks of a position: the moves that playouts begin with.

use crate::go::{Board, Color, Game, Point, PointMap};
use crate::with_words;

use super::Policy;
use super::heavy::Heavy;
use crate::search::params::PlayoutParams;
use crate::search::rng::Rng;

/// The share of playouts of `color` that begin on each point, by so many draws; row by row from the
/// bottom left. The same position always gets the same answer.
pub fn first_moves(game: &Game, color: Color, draws: u32) -> Vec<(Point, f64)> {
    let start = game.board();
    let counts = with_words!(game.size(), W => drawn(&start.resized::<W>(), game, color, draws));
    let share = |point: Point| f64::from(counts[point]) / f64::from(draws.max(1));
    game.size().points().map(|point| (point, share(point))).collect()
}

fn drawn<const W: usize>(start: &Board<W>, game: &Game, color: Color, draws: u32) -> PointMap<u32> {
    let (mut rng, params) = (Rng::new(game.key()), PlayoutParams::default());
    let mut counts = PointMap::new(0);
    for _ in 0..draws {
        let mut policy = Heavy::new(game.last_points(), &params, &mut rng);
        if let Some(point) = policy.choose(&mut start.clone(), color).point() {
            counts[point] += 1;
        }
    }
    counts
}
