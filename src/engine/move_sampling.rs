//! Moves of the lower levels: sampled from the policy without a search.

use crate::go::{Color, Game, Move, Point};
use crate::search::Rng;

/// The minimum logarithm of a move's weight relative to the most probable move. Less probable moves look absurd even
/// to a beginner.
const LEAST_WEIGHT: f32 = -4.0;

/// Samples a move from a policy with a softmax temperature. The policy has the probability of each point in row-major
/// order from the top left. Passes and moves that fill the player's own eye are excluded. Returns `None` if no move
/// is left. The result depends only on the seed.
pub(super) fn sample_move(
    game: &Game,
    color: Color,
    policy: &[f64],
    temperature: f32,
    seed: u64,
) -> Option<Move> {
    let points = game.size().points_from_top().zip(policy);
    let is_playable =
        |v: Point| game.board().is_playable(color, v) && game.is_legal(color, v).is_ok();
    // `libm`, because the platform's functions differ between machines and would change the sampled move.
    let logit = |p: f64| libm::logf(p as f32 + f32::MIN_POSITIVE);
    let logits: Vec<(Point, f32)> =
        points.filter(|&(v, _)| is_playable(v)).map(|(v, &p)| (v, logit(p))).collect();
    let best = logits.iter().map(|&(_, logit)| logit).max_by(f32::total_cmp)?;
    let weights = logits.iter().map(|&(v, logit)| (v, (logit - best) / temperature));
    let weights = weights.filter(|&(_, weight)| weight >= LEAST_WEIGHT);
    let weights: Vec<(Point, f32)> = weights.map(|(v, weight)| (v, libm::expf(weight))).collect();
    drawn(&weights, seed).map(Move::Play)
}

/// Samples a point with probabilities proportional to the weights.
fn drawn(weighed: &[(Point, f32)], seed: u64) -> Option<Point> {
    let sum: f32 = weighed.iter().map(|&(_, weight)| weight).sum();
    let mut rest = sum * Rng::new(seed).unit();
    let is_it = |&&(_, weight): &&(Point, f32)| {
        rest -= weight;
        rest < 0.0
    };
    // Rounding may leave a remainder above 0 after the last point.
    weighed.iter().find(is_it).or(weighed.last()).map(|&(point, _)| point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Rules};
    use crate::nn::Nets;
    use crate::search::policy;

    fn drawn(temperature: f32) -> Vec<Move> {
        let game = Game::new(BoardSize::STANDARD, Rules::CHINESE);
        let policy = policy(&game, Color::Black, &Nets::default());
        let draw = |seed| sample_move(&game, Color::Black, &policy, temperature, seed);
        let moves = (0..300).map(|seed| draw(seed).expect("the board is empty"));
        moves.collect()
    }

    /// Returns the number of different sampled moves.
    fn variety(temperature: f32) -> usize {
        let mut points: Vec<_> = drawn(temperature).into_iter().map(Move::point).collect();
        points.sort();
        points.dedup();
        points.len()
    }

    #[test]
    fn higher_temperature_increases_variety() {
        let [cold, warm, hot] = [0.01, 0.8, 50.0].map(variety);
        assert!(cold <= 8, "one move, and those that are the same by symmetry: {cold}");
        assert!(cold < warm && warm < hot && hot > 150, "{cold} {warm} {hot}");
    }

    #[test]
    fn sample_move_is_deterministic_for_seed() {
        assert_eq!(drawn(2.0), drawn(2.0));
    }

    #[test]
    fn sample_move_avoids_own_eyes() {
        let size = BoardSize::new(5).expect("a size");
        let mut game = Game::new(size, Rules::CHINESE);
        // All points except two in different corners are Black's.
        let corners = [size.point(0, 0), size.point(4, 4)];
        for point in size.points_from_top().filter(|point| !corners.contains(point)) {
            game.play(Color::Black, Move::Play(point)).expect("legal");
            game.play(Color::White, Move::Pass).expect("legal");
        }
        let policy = vec![1.0 / 26.0; 26];
        assert_eq!(sample_move(&game, Color::Black, &policy, 50.0, 1), None);
    }
}
