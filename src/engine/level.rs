//! Levels: ways to play weaker than the engine could, from a beginner upward.
//!
//! The upper levels search less. The lowest ones do not play the move that their search found: they
//! sample from the softmax of the move model, with a higher temperature at a lower level. They
//! make no blunders on purpose; they do not look ahead.

use std::fmt;

use crate::go::{Color, Game, Move, Point};
use crate::model::{Model, UNITS};
use crate::search::Rng;

/// A playing strength, from 1 (a beginner) to 10 (all that the engine can do).
///
/// ```
/// use tianyuan::engine::Level;
///
/// assert_eq!(Level::new(10), Some(Level::FULL));
/// assert_eq!(Level::new(11), None);
/// assert!(Level::new(1) < Level::new(2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The limits of a level below the highest.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// The most playouts for a move.
    playouts: u64,
    /// Softmax temperature of the move choice; above 1 is more random than strong players are.
    /// `None` where the search chooses the move.
    temperature: Option<f32>,
}

/// The limits of levels 1 to 9, chosen by matches: up to level 9 each beats the one below in seven
/// to nine games of ten (figures in CHANGELOG.md).
const LIMITS: [Limits; 9] = [
    Limits { playouts: 100, temperature: Some(2.5) },
    Limits { playouts: 100, temperature: Some(1.5) },
    Limits { playouts: 100, temperature: Some(0.8) },
    Limits { playouts: 25, temperature: None },
    Limits { playouts: 80, temperature: None },
    Limits { playouts: 250, temperature: None },
    Limits { playouts: 800, temperature: None },
    Limits { playouts: 2500, temperature: None },
    Limits { playouts: 8000, temperature: None },
];

/// The least probability, relative to that of the most probable move at temperature 1, of a move that
/// is sampled. Less probable ones look absurd even to a beginner.
const LEAST_PROBABILITY: f32 = 1.0 / 200.0;

impl Level {
    /// The highest level, without any limits.
    pub const FULL: Level = Level(10);

    /// The level of a number from 1 to 10; `None` for other numbers.
    pub fn new(level: u32) -> Option<Level> {
        (1..=10).contains(&level).then_some(Level(level as u8))
    }

    fn limits(self) -> Option<&'static Limits> {
        LIMITS.get(usize::from(self.0) - 1)
    }

    /// The most playouts for a move; `None` at the highest level.
    pub fn playouts(self) -> Option<u64> {
        self.limits().map(|limits| limits.playouts)
    }

    /// A move sampled from the move model; `None` at levels whose search chooses the move, and where
    /// no point can be played. A seed always gives the same move.
    pub(super) fn sampled_move(self, game: &Game, color: Color, seed: u64) -> Option<Move> {
        let temperature = self.limits()?.temperature?;
        let logits = playable_logits(game, color);
        let best = logits.iter().map(|&(_, logit)| logit).max()?;
        // The logarithm of a move's probability relative to the best one's.
        let nats = |logit: i32| (logit - best) as f32 / UNITS as f32;
        // `libm`, since the platform's exponential differs between machines and a sample may hang on it.
        let probable = |&&(_, logit): &&(Point, i32)| libm::expf(nats(logit)) >= LEAST_PROBABILITY;
        let weight = |logit: i32| libm::expf(nats(logit) / temperature);
        let probable = logits.iter().filter(probable);
        let weighed = probable.map(|&(point, logit)| (point, weight(logit)));
        sample(&weighed.collect::<Vec<_>>(), seed).map(Move::Play)
    }
}

/// The playable points with their logits by the move model, in [`UNITS`] of a nat.
fn playable_logits(game: &Game, color: Color) -> Vec<(Point, i32)> {
    let board = game.board();
    let logits = Model::embedded().scores(board, color, game.last_points());
    let is_playable = |&v: &Point| board.is_playable(color, v) && game.is_legal(color, v).is_ok();
    let playable = board.empty_points().iter().copied().filter(is_playable);
    playable.map(|v| (v, logits[v])).collect()
}

/// A point drawn at random, with probabilities in proportion to the weights.
fn sample(weighed: &[(Point, f32)], seed: u64) -> Option<Point> {
    let sum: f32 = weighed.iter().map(|&(_, weight)| weight).sum();
    let mut rest = sum * Rng::new(seed).unit();
    let is_it = |&&(_, weight): &&(Point, f32)| {
        rest -= weight;
        rest < 0.0
    };
    // Rounding may leave a rest above 0 after the last point.
    weighed.iter().find(is_it).or(weighed.last()).map(|&(point, _)| point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Rules};

    fn game() -> Game {
        Game::new(BoardSize::STANDARD, Rules::CHINESE)
    }

    fn openings(level: u32) -> usize {
        let level = Level::new(level).expect("a level");
        let mv = |seed| level.sampled_move(&game(), Color::Black, seed).and_then(Move::point);
        let mut points: Vec<Point> = (0..300).filter_map(mv).collect();
        points.sort();
        points.dedup();
        points.len()
    }

    #[test]
    fn lower_levels_draw_more_freely_but_not_anything() {
        let [one, three] = [1, 3].map(openings);
        assert!(4 < three && three < one && one < 100, "{three} {one}");
    }

    #[test]
    fn higher_levels_go_by_their_search_and_the_last_one_has_no_bounds() {
        assert_eq!(openings(4), 0);
        let playouts: Vec<_> = (4..=10).map(|n| Level::new(n).and_then(Level::playouts)).collect();
        assert!(playouts.is_sorted_by_key(|playouts| playouts.unwrap_or(u64::MAX)));
        assert_eq!((Level::FULL.playouts(), Level::new(0), Level::new(11)), (None, None, None));
    }

    #[test]
    fn a_seed_is_a_move() {
        let level = Level::new(1).expect("a level");
        let mv = |seed| level.sampled_move(&game(), Color::White, seed);
        assert!((0..20).all(|seed| mv(seed) == mv(seed) && mv(seed).is_some()));
    }
}
