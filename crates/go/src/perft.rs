//! Perft for Go: the number of move sequences of a length, for comparison between implementations.

use crate::with_words;

use super::{Board, BoardSize, Color, Game, KoRule, Move, Point, Rules};

/// Options of a perft.
#[derive(Debug, Clone, Copy)]
pub struct Perft {
    /// The board size.
    pub size: BoardSize,
    /// The ko rule.
    pub ko: KoRule,
    /// Whether passes count as moves; two consecutive passes end a sequence.
    pub pass: bool,
    /// Whether multi-stone suicide is legal.
    pub suicide: bool,
}

impl Perft {
    /// Returns the number of sequences of `depth` moves from the empty board, including shorter ones that end with
    /// two passes.
    pub fn count(&self, depth: usize) -> u64 {
        if self.ko == KoRule::Simple && !self.suicide {
            let start = (Color::Black, 0, depth);
            return with_words!(self.size, W => self.fast(&Board::<W>::new(self.size), start));
        }
        let rules = Rules { ko: self.ko, multi_stone_suicide: self.suicide, ..Rules::CHINESE };
        self.slow(&mut Game::new(self.size, rules), depth)
    }

    /// Counts on the [`Board`] alone, the code that playouts use.
    fn fast<const W: usize>(&self, board: &Board<W>, node: (Color, usize, usize)) -> u64 {
        let (color, passes, depth) = node;
        if depth == 0 || passes == 2 {
            return 1;
        }
        let legal = board.empty_points().iter().filter(|&&point| board.is_legal(color, point));
        let mut count = 0;
        if depth == 1 {
            // The last move need not be played, which is many times faster.
            count += legal.count() as u64;
        } else {
            for &point in legal {
                let mut next = board.clone();
                next.play(color, point);
                count += self.fast(&next, (!color, 0, depth - 1));
            }
        }
        if self.pass {
            let mut next = board.clone();
            next.clear_ko();
            count += self.fast(&next, (!color, passes + 1, depth - 1));
        }
        count
    }

    /// Counts through the [`Game`], which also tests superko and undo.
    fn slow(&self, game: &mut Game, depth: usize) -> u64 {
        if depth == 0 || game.passes() == 2 {
            return 1;
        }
        let color = game.to_play();
        let legal = |&point: &Point| game.is_legal(color, point).is_ok();
        let points: Vec<Point> = game.size().points().filter(legal).collect();
        if depth == 1 {
            return points.len() as u64 + u64::from(self.pass);
        }
        let moves = points.into_iter().map(Move::Play).chain(self.pass.then_some(Move::Pass));
        let mut count = 0;
        for mv in moves {
            game.play(color, mv).expect("a legal move");
            count += self.slow(game, depth - 1);
            game.undo();
        }
        count
    }
}
