//! The task of a search: a position, the player to move, and restrictions and adjustments.

use std::sync::Arc;

use tianyuan_go::{Color, Game, Move};

use super::human::RootHuman;
use super::move_filter::MoveFilter;
use super::root_options::RootOptions;

/// The root position of a search, with all settings that its results depend on.
#[derive(Debug, Clone)]
pub(super) struct SearchRoot {
    /// The game up to the position.
    pub(super) game: Arc<Game>,
    /// The player to move.
    pub(super) color: Color,
    /// Dynamic komi: half points that White receives in the search in addition to komi.
    pub(super) dynamic_komi: i32,
    /// The points that the tax on groups in seki takes from Black, minus White's. Playouts and built-in nets do not
    /// know the tax.
    pub(super) seki_tax: i32,
    /// Moves that the tree excludes.
    pub(super) restriction: MoveFilter,
    /// Options of the root, as far as the search method supports them.
    pub(super) options: RootOptions,
    /// The human net, if one guides the search.
    pub(super) human: Option<RootHuman>,
    /// `true` if the tree is stored for a later return to this position.
    pub(super) is_set_aside: bool,
}

impl SearchRoot {
    /// Returns `true` if the player may make a move at the root.
    pub(super) fn allows(&self, mv: Move) -> bool {
        self.restriction.allows(self.color, mv, 0)
    }

    /// Returns the playout-doubling advantage of a colour, as a net input.
    pub(super) fn advantage_of(&self, color: Color) -> f32 {
        let advantage = self.options.playout_doubling_advantage as f32;
        if color == self.color { advantage } else { -advantage }
    }

    /// Returns White's compensation in the search in half points: komi, handicap and dynamic komi.
    pub(super) fn compensation(&self) -> i32 {
        self.game.compensation() + self.dynamic_komi
    }

    /// Returns the points that dynamic komi takes from the player to move.
    pub(super) fn dynamic_points(&self) -> f64 {
        0.5 * f64::from(self.dynamic_komi * self.color.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::{BoardSize, Rules};

    #[test]
    fn doubling_advantage_is_relative_to_player_to_move() {
        let game = Game::new(BoardSize::new(7).expect("a size"), Rules::CHINESE);
        let root = SearchRoot {
            game: Arc::new(game),
            color: Color::White,
            dynamic_komi: 0,
            seki_tax: 0,
            restriction: MoveFilter::default(),
            options: RootOptions { playout_doubling_advantage: 1.5, ..RootOptions::default() },
            human: None,
            is_set_aside: false,
        };
        assert_eq!(Color::BOTH.map(|color| root.advantage_of(color)), [-1.5, 1.5]);
    }
}
