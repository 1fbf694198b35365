//! Perft for Go: the number of move sequences of a length, which every correct board agrees on.

use crate::with_words;

use super::{Board, BoardSize, Color, Game, KoRule, Move, Rules};

/// What a perft counts.
#[derive(Debug, Clone, Copy)]
pub struct Perft {
    /// The board.
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

    /// On the board alone: what playouts rely on.
    fn fast<const W: usize>(&self, board: &Board<W>, node: (Color, usize, usize)) -> u64 {
        let (color, passes, depth) = node;
        if depth == 0 || passes == 2 {
            return 1;
        }
        let legal = board.empty_points().iter().filter(|&&point| board.is_legal(color, point));
        let mut count = 0;
        if depth == 1 {
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

    /// Through the game, with superko and undo.
    fn slow(&self, game: &mut Game, depth: usize) -> u64 {
        if depth == 0 || game.passes() == 2 {
            return 1;
        }
        let color = game.to_play();
        let points = game.size().points().map(Move::Play);
        let moves: Vec<Move> = points.chain(self.pass.then_some(Move::Pass)).collect();
        let mut count = 0;
        for mv in moves {
            if game.play(color, mv).is_ok() {
                count += self.slow(game, depth - 1);
                game.undo();
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_plies_of_9x9() {
        let size = BoardSize::new(9).expect("a size");
        let perft = Perft { size, ko: KoRule::Simple, pass: false, suicide: false };
        assert_eq!([1, 2, 3].map(|depth| perft.count(depth)), [81, 6480, 511_920]);
    }

    #[test]
    fn tmp() {
        let s = |n| BoardSize::new(n).unwrap();
        let p = |n, ko, pass, d: usize| Perft { size: s(n), ko, pass, suicide: false }.count(d);
        use KoRule::*;
        assert_eq!(
            (1..=5).map(|d| p(5, Simple, false, d)).collect::<Vec<_>>(),
            [25, 600, 13800, 303424, 6368416]
        );
        assert_eq!(
            (1..=4).map(|d| p(5, Positional, true, d)).collect::<Vec<_>>(),
            [26, 651, 15651, 361067]
        );
        assert_eq!(p(3, Simple, false, 7), 168144);
        assert_eq!(p(3, Simple, true, 7), 848019);
        assert_eq!(p(3, Positional, false, 7), 168112);
        assert_eq!(p(3, Positional, true, 7), 847987);
        assert_eq!(p(2, Simple, false, 7), 32);
        assert_eq!(p(2, Simple, true, 7), 1329);
        assert_eq!(p(2, Positional, false, 7), 16);
        assert_eq!(p(2, Positional, true, 7), 1249);
        assert_eq!(
            (1..=5).map(|d| p(4, Simple, false, d)).collect::<Vec<_>>(),
            [16, 240, 3360, 43576, 521800]
        );
        assert_eq!(
            (1..=5).map(|d| p(4, Simple, true, d)).collect::<Vec<_>>(),
            [17, 273, 4113, 58001, 764289]
        );
    }
}
