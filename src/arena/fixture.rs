//! Fixtures: which game has which colours and which opening.

use crate::go::Color;

use super::contender::Side;

/// A game of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, counted from 1.
    pub number: usize,
    /// The number of its opening, counted from 0. Games of a pair share it.
    pub opening: usize,
    /// Who has Black.
    pub black: Side,
}

impl Fixture {
    /// The game of a number: in pairs of one opening with colours changed, A with Black first, or
    /// all with A as Black, each with the next opening.
    pub fn of(number: usize, alternate: bool) -> Fixture {
        let place = number - 1;
        match alternate {
            true => {
                let black = Side::BOTH[place % 2];
                Fixture { number, opening: place / 2, black }
            }
            false => Fixture { number, opening: place, black: Side::A },
        }
    }

    /// Who has a colour.
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
        let games: Vec<_> = (1..=4).map(|number| Fixture::of(number, true)).collect();
        let openings: Vec<_> = games.iter().map(|game| game.opening).collect();
        assert_eq!(openings, [0, 0, 1, 1]);
        let black: Vec<_> = games.iter().map(|game| game.side(Color::Black)).collect();
        assert_eq!(black, [Side::A, Side::B, Side::A, Side::B]);
        assert_eq!((games[1].color(Side::A), games[1].side(Color::White)), (Color::White, Side::A));
        let kept = Fixture::of(4, false);
        assert_eq!((kept.opening, kept.black), (3, Side::A));
    }
}
