//! Levels: the engine on purpose weaker than it is, from a beginner upward.
//!
//! The upper levels search less. The lowest ones do not trust their search at all and play what
//! looks natural to them: moves drawn from the move model, the lower the level the more freely.
//! Nobody blunders on purpose; they do not look ahead.

use std::fmt;

use crate::go::{Color, Game, Move, Point};
use crate::model::{Model, UNITS};
use crate::search::Rng;

/// How strong to play, 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What is weaker about a level.
#[derive(Debug, Clone, Copy)]
struct Weakness {
    /// The most playouts for a move.
    playouts: u64,
    /// How much more alike than to a strong player the moves seem to it that it draws from; `None`
    /// where the search chooses.
    temperature: Option<f32>,
}

/// By level, from 1 on; the last one has none. Chosen by matches: up to level 9 each beats the one
/// below seven to nine times out of ten, as CHANGELOG.md tells.
const WEAKNESSES: [Weakness; 9] = [
    Weakness { playouts: 100, temperature: Some(2.5) },
    Weakness { playouts: 100, temperature: Some(1.5) },
    Weakness { playouts: 100, temperature: Some(0.8) },
    Weakness { playouts: 25, temperature: None },
    Weakness { playouts: 80, temperature: None },
    Weakness { playouts: 250, temperature: None },
    Weakness { playouts: 800, temperature: None },
    Weakness { playouts: 2500, temperature: None },
    Weakness { playouts: 8000, temperature: None },
];

/// A move that strong players choose so much more seldom than the one they like best is nothing that
/// anybody thinks of.
const UNTHOUGHT_OF: f32 = 1.0 / 200.0;

impl Level {
    /// Everything that the engine can do.
    pub const FULL: Level = Level(10);

    /// A level from 1 to 10.
    pub fn new(level: u32) -> Option<Level> {
        (1..=10).contains(&level).then_some(Level(level as u8))
    }

    fn weakness(self) -> Option<&'static Weakness> {
        WEAKNESSES.get(usize::from(self.0) - 1)
    }

    /// The most playouts that it makes for a move.
    pub fn playouts(self) -> Option<u64> {
        self.weakness().map(|weakness| weakness.playouts)
    }

    /// A move that looks natural to it; `None` where it goes by its search, or nothing is to be
    /// played. The same seed gives the same move.
    pub(super) fn natural_move(self, game: &Game, color: Color, seed: u64) -> Option<Move> {
        let temperature = self.weakness()?.temperature?;
        let thoughts = thoughts(game, color);
        let best = thoughts.iter().map(|&(_, score)| score).max()?;
        let nats = |score: i32| (score - best) as f32 / UNITS as f32;
        // The platform's exponential is not the same on every machine, and a draw may hang on it.
        let likely = |&&(_, score): &&(Point, i32)| libm::expf(nats(score)) >= UNTHOUGHT_OF;
        let weight = |score: i32| libm::expf(nats(score) / temperature);
        let thought_of = thoughts.iter().filter(likely);
        let weighed = thought_of.map(|&(point, score)| (point, weight(score)));
        drawn(&weighed.collect::<Vec<_>>(), seed).map(Move::Play)
    }
}

/// The playable moves with their scores by the move model.
fn thoughts(game: &Game, color: Color) -> Vec<(Point, i32)> {
    let board = game.board();
    let scores = Model::embedded().scores(board, color, game.last_points());
    let is_playable = |&v: &Point| board.is_playable(color, v) && game.is_legal(color, v).is_ok();
    let playable = board.empty_points().iter().copied().filter(is_playable);
    playable.map(|v| (v, scores[v])).collect()
}

/// One of some points, by their weights.
fn drawn(weighed: &[(Point, f32)], seed: u64) -> Option<Point> {
    let sum: f32 = weighed.iter().map(|&(_, weight)| weight).sum();
    let mut rest = sum * Rng::new(seed).share();
    let is_it = |&&(_, weight): &&(Point, f32)| {
        rest -= weight;
        rest < 0.0
    };
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
        let mv = |seed| level.natural_move(&game(), Color::Black, seed).and_then(Move::point);
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
        let mv = |seed| level.natural_move(&game(), Color::White, seed);
        assert!((0..20).all(|seed| mv(seed) == mv(seed) && mv(seed).is_some()));
    }
}
