//! The first moves that the playout policy chooses in a position.

use tianyuan_go::{Board, Color, Game, Point, PointMap, with_words};

use super::heavy::Heavy;
use super::policy::Policy;
use crate::params::PlayoutParams;
use tianyuan_go::rng::Rng;

/// Returns the frequency, 0 to 1, with which playouts of `color` start at each point, estimated from `draws` samples;
/// row by row from the bottom left.
///
/// Random numbers depend only on the position, so equal positions have equal results.
pub fn first_moves(game: &Game, color: Color, draws: u32) -> Vec<(Point, f64)> {
    let start = game.board();
    let counts = with_words!(game.size(), W => drawn(&start.resized::<W>(), game, color, draws));
    let frequency = |point: Point| f64::from(counts[point]) / f64::from(draws.max(1));
    game.size().points().map(|point| (point, frequency(point))).collect()
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
