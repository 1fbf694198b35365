//! The state of a position's search: the searcher with its tree, and what was found so far.

use std::time::Duration;

use super::symmetric_hash::SymmetricHash;
use crate::go::{Color, Game};
use crate::search::{Report, Search};

/// A search that has begun, and can go on after a pause.
#[derive(Debug)]
pub(super) struct SearchState {
    pub(super) searcher: Searcher,
    pub(super) game: Game,
    pub(super) to_move: Color,
    pub(super) hash: SymmetricHash,
    /// The policy; empty unless it was asked for.
    pub(super) policy: Vec<f64>,
    /// The time that was spent on it.
    pub(super) spent: Duration,
    /// The playouts that were made for it.
    pub(super) playouts: u64,
    /// When the next report is due, in time spent.
    pub(super) next_report: Option<Duration>,
    /// The latest report.
    pub(super) report: Report,
}

/// A searcher, and the game whose position its tree begins with.
#[derive(Debug)]
pub(super) struct Searcher {
    pub(super) search: Search,
    pub(super) last: Option<Game>,
}

/// The most moves by which a position may follow the last one of a searcher to go on with its tree.
const MOST_MOVES: usize = 2;

impl Searcher {
    /// Whether a game goes on from the last position of this searcher.
    pub(super) fn can_continue_to(&self, game: &Game) -> bool {
        let moves = self.last.as_ref().and_then(|last| game.moves_since(last));
        moves.is_some_and(|moves| moves.len() <= MOST_MOVES)
    }
}
