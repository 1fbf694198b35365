//! The schedule of a match: who has Black, and the opening, by the number of the game.

use crate::go::Color;

use super::contender::Side;

/// A scheduled game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The number of the game, counted from 1.
    pub number: usize,
    /// The number of the opening, counted from 0. The games of a pair share it.
    pub opening: usize,
    /// The side that has Black.
    pub black: Side,
}

impl ScheduledGame {
    /// The game with a number. With `alternate`, two games in a row share an opening and A has Black
    /// in the first of them; else A has Black in all games, and each has its own opening.
    pub fn new(number: usize, alternate: bool) -> ScheduledGame {
        let index = number - 1;
        match alternate {
            true => {
                let black = Side::BOTH[index % 2];
                ScheduledGame { number, opening: index / 2, black }
            }
            false => ScheduledGame { number, opening: index, black: Side::A },
        }
    }

    /// The side that has a colour.
    pub fn side(&self, color: Color) -> Side {
        match color {
            Color::Black => self.black,
            Color::White => self.black.other(),
        }
    }

    /// The colour of a side.
    pub fn color(&self, side: Side) -> Color {
        if self.black == side { Color::Black } else { Color::White }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_share_an_opening_and_change_colours() {
        let games: Vec<_> = (1..=4).map(|number| ScheduledGame::new(number, true)).collect();
        let openings: Vec<_> = games.iter().map(|game| game.opening).collect();
        assert_eq!(openings, [0, 0, 1, 1]);
        let black: Vec<_> = games.iter().map(|game| game.side(Color::Black)).collect();
        assert_eq!(black, [Side::A, Side::B, Side::A, Side::B]);
        assert_eq!((games[1].color(Side::A), games[1].side(Color::White)), (Color::White, Side::A));
        let kept = ScheduledGame::new(4, false);
        assert_eq!((kept.opening, kept.black), (3, Side::A));
    }
}
