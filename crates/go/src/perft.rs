//! Perft for Go: the number of move sequences of a length, which every correct board agrees on.

use crate::with_words;

use super::{Board, BoardSize, Color, Game, KoRule, Move, Point, Rules};

/// What a perft counts.
#[derive(Debug, Clone, Copy)]
pub struct Perft {
    /// The size of the board.
    pub size: BoardSize,
    /// Simple ko or a superko.
    pub ko: KoRule,
    /// Whether passing counts as a move; two passes then end a sequence.
    pub pass: bool,
    /// Whether chains of two or more stones may be played off the board by their owner.
    pub suicide: bool,
}

impl Perft {
    /// The number of sequences of `depth` moves from the empty board, those that two passes end
    /// early among them.
    pub fn count(&self, depth: usize) -> u64 {
        if self.ko == KoRule::Simple && !self.suicide {
            let start = (Color::Black, 0, depth);
            return with_words!(self.size, W => self.fast(&Board::<W>::new(self.size), start));
        }
        let rules = Rules { ko: self.ko, multi_stone_suicide: self.suicide, ..Rules::CHINESE };
        self.slow(&mut Game::new(self.size, rules), depth)
    }

    /// Counts on the [`Board`] alone, which is the code that playouts rely on.
    fn fast<const W: usize>(&self, board: &Board<W>, node: (Color, usize, usize)) -> u64 {
        let (color, passes, depth) = node;
        if depth == 0 || passes == 2 {
            return 1;
        }
        let legal = board.empty_points().iter().filter(|&&point| board.is_legal(color, point));
        let mut count = 0;
        if depth == 1 {
            // The last move need not be played, which makes a count many times faster.
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

    /// Counts through the [`Game`], which tests superko and undo as well.
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
