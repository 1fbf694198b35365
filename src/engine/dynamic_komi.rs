//! Komi for the thoughts of a handicap game: playouts that all end alike tell no move from another,
//! so the player is made to think that the game is even, less and less so as it goes on.
//!
//! It is never part of a score. As in Pachi: so many points for each stone that fade over the first
//! moves, and a ratchet for the side that is ahead all the same.

use super::params::HandicapParams;
use crate::go::{Color, Game};

/// Winrates beyond which the ratchet is turned, and below which it gives way (Pachi: 0.85, 0.80).
const TOO_EASY: f64 = 0.85;
const NOT_EASY: f64 = 0.80;

/// Half points that it is turned by, and that it gives way by (Pachi: 1 and 4 points).
const TURN: i32 = 2;
const GIVE: i32 = 8;

/// The ratchet of a handicap game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct DynamicKomi {
    /// Half points against the player, beyond what the stones are worth.
    ratchet: i32,
}

impl DynamicKomi {
    /// The half points that White is to have more in the thoughts of a player; 0 without handicap.
    pub(super) fn for_white(&self, game: &Game, color: Color, params: &HandicapParams) -> i32 {
        let stones = stones_given(game) as i32;
        let (area, turns) = (game.size().area(), game.turns().len());
        let fades_over = (params.stone_fades as usize * area / 361).max(1);
        let worth = stones * params.stone_worth as i32;
        let left = fades_over.saturating_sub(turns) as i32;
        // At the end the true score counts.
        if worth == 0 || left == 0 || game.passes() > 0 {
            return 0;
        }
        worth * left / fades_over as i32 + self.ratchet * color.sign()
    }

    /// Learns how easy the last search found the game.
    pub(super) fn learn(&mut self, winrate: f64) {
        if winrate > TOO_EASY {
            self.ratchet += TURN;
        } else if winrate < NOT_EASY {
            self.ratchet = (self.ratchet - GIVE).max(0);
        }
    }
}

/// Handicap stones: those that the game began with, or the moves that Black made before White did,
/// as some clients send them.
fn stones_given(game: &Game) -> usize {
    let by_black = game.turns().iter().take_while(|turn| turn.color == Color::Black);
    match game.handicap() {
        0 => Some(by_black.count()).filter(|&stones| stones > 1).unwrap_or(0),
        stones => stones,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::go::{BoardSize, Move, Rules, handicap};

    fn in_thought(komi: &DynamicKomi, game: &Game, color: Color) -> i32 {
        komi.for_white(game, color, &HandicapParams::default())
    }

    fn four_stones() -> Game {
        let size = BoardSize::new(13).expect("a size");
        let points = handicap::fixed(size, 4).expect("four corners");
        let stones: Vec<_> = points.into_iter().map(|point| (Color::Black, point)).collect();
        Game::setup(size, Rules::CHINESE, &stones, Color::White).expect("a position")
    }

    #[test]
    fn it_fades_and_ends() {
        let (mut game, komi) = (four_stones(), DynamicKomi::default());
        assert_eq!(in_thought(&komi, &game, Color::White), 64);
        let points: Vec<_> = game.size().points().collect();
        let mut before = 64;
        for (&point, color) in points.iter().zip([Color::White, Color::Black].into_iter().cycle()) {
            if game.play(color, Move::Play(point)).is_ok() {
                let now = in_thought(&komi, &game, Color::White);
                assert!(now <= before);
                before = now;
            }
        }
        assert_eq!(before, 0);
    }

    #[test]
    fn the_ratchet_holds_who_is_ahead_and_gives_way() {
        let (game, mut komi) = (four_stones(), DynamicKomi::default());
        for _ in 0..5 {
            komi.learn(0.9);
        }
        let sides = Color::BOTH.map(|color| in_thought(&komi, &game, color));
        assert_eq!(sides, [74, 54], "against whoever thinks");
        komi.learn(0.82);
        assert_eq!(in_thought(&komi, &game, Color::Black), 74);
        komi.learn(0.7);
        assert_eq!(in_thought(&komi, &game, Color::Black), 66);
        komi.learn(0.7);
        assert_eq!(in_thought(&komi, &game, Color::Black), 64);
    }

    #[test]
    fn an_even_game_has_none() {
        let mut komi = DynamicKomi::default();
        komi.learn(0.9);
        let mut game = Game::new(BoardSize::new(9).expect("a size"), Rules::CHINESE);
        assert_eq!(in_thought(&komi, &game, Color::Black), 0);
        for (column, stones) in [(2, 0), (6, 2)] {
            let point = game.size().point(column, 2);
            game.play(Color::Black, Move::Play(point)).expect("it is empty");
            assert_eq!(in_thought(&komi, &game, Color::White) > 0, stones > 0, "moves in a row");
        }
        game.play(Color::White, Move::Pass).expect("a pass is legal");
        assert_eq!(in_thought(&komi, &game, Color::White), 0, "who passes wants the true score");
    }
}
