//! What a search looks at: a position, the player to move, and what shifts or limits the choice.

use std::sync::Arc;

use tianyuan_go::{Color, Game, Move};

use super::move_filter::MoveFilter;
use super::root_options::RootOptions;

/// The position at the root of a search with the conditions that its results depend on.
#[derive(Debug, Clone)]
pub(super) struct SearchRoot {
    /// The game up to the position.
    pub(super) game: Arc<Game>,
    /// The player to move.
    pub(super) color: Color,
    /// Dynamic komi: half points that White gets in the search in addition to komi.
    pub(super) dynamic_komi: i32,
    /// Moves that the tree leaves out.
    pub(super) restriction: MoveFilter,
    /// What is done otherwise at the root, as far as the method of search heeds it.
    pub(super) options: RootOptions,
    /// Whether the tree is kept for a later return to this position.
    pub(super) is_set_aside: bool,
}

impl SearchRoot {
    /// Whether the player may make a move at the root.
    pub(super) fn allows(&self, mv: Move) -> bool {
        self.restriction.allows(self.color, mv, 0)
    }

    /// The playout-doubling advantage of a colour, as a net is told it.
    pub(super) fn advantage_of(&self, color: Color) -> f32 {
        let advantage = self.options.playout_doubling_advantage as f32;
        if color == self.color { advantage } else { -advantage }
    }

    /// White's compensation in the search, in half points: komi, handicap and dynamic komi.
    pub(super) fn compensation(&self) -> i32 {
        self.game.compensation() + self.dynamic_komi
    }

    /// The points that the player to move has less in the search than in the game.
    pub(super) fn dynamic_points(&self) -> f64 {
        0.5 * f64::from(self.dynamic_komi * self.color.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::{BoardSize, Rules};

    #[test]
    fn an_advantage_is_that_of_the_player_to_move() {
        let game = Game::new(BoardSize::new(7).expect("a size"), Rules::CHINESE);
        let root = SearchRoot {
            game: Arc::new(game),
            color: Color::White,
            dynamic_komi: 0,
            restriction: MoveFilter::default(),
            options: RootOptions { playout_doubling_advantage: 1.5, ..RootOptions::default() },
            is_set_aside: false,
        };
        assert_eq!(Color::BOTH.map(|color| root.advantage_of(color)), [-1.5, 1.5]);
    }
}
