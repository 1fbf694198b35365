//! The state of a position's search: the searcher with its tree, and the results so far.

use std::time::Duration;

use super::position_hash::PositionHash;
use crate::go::{Color, Game};
use crate::search::{Report, Search};

/// A search that has started and can be resumed after a pause.
#[derive(Debug)]
pub(super) struct SearchState {
    pub(super) searcher: Searcher,
    pub(super) game: Game,
    pub(super) to_move: Color,
    pub(super) hash: PositionHash,
    /// The policy; empty unless requested.
    pub(super) policy: Vec<f64>,
    /// The search time so far.
    pub(super) spent: Duration,
    /// The playouts so far.
    pub(super) playouts: u64,
    /// The search time at which the next report is due.
    pub(super) next_report: Option<Duration>,
    /// The latest report.
    pub(super) report: Report,
}

/// A searcher, and the game at the root of its tree.
#[derive(Debug)]
pub(super) struct Searcher {
    pub(super) search: Search,
    pub(super) last: Option<Game>,
}

/// The maximum number of moves after the last position of a searcher at which its tree is reused.
const MOST_MOVES: usize = 2;

impl Searcher {
    /// Returns `true` if a game continues from the last position of this searcher.
    pub(super) fn can_continue_to(&self, game: &Game) -> bool {
        let moves = self.last.as_ref().and_then(|last| game.moves_since(last));
        moves.is_some_and(|moves| moves.len() <= MOST_MOVES)
    }
}
