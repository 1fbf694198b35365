//! The weakest player that finishes its games: random legal moves that do not fill its own eyes.

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::go::{Color, Game, Move, Point};

/// Returns a uniformly random legal move that does not fill an own eye; a pass if there is none.
pub fn random_move(game: &Game, color: Color, rng: &mut StdRng) -> Move {
    let mut points: Vec<Point> = game.board().empty_points().to_vec();
    while !points.is_empty() {
        let point = points.swap_remove(rng.random_range(0..points.len()));
        let eye = game.board().neighbourhood(point).is_eye(color);
        if !eye && game.is_legal(color, point).is_ok() {
            return Move::Play(point);
        }
    }
    Move::Pass
}
