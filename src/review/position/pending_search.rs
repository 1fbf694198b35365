//! A pending search of a position.

use crate::review::options::SearchLimit;

/// A pending search: the index of a position, the limit, and the searched variant of the position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::review) struct PendingSearch {
    pub(in crate::review) place: usize,
    pub(in crate::review) limit: SearchLimit,
    pub(in crate::review) variant: Variant,
}

/// The searched variant of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::review) enum Variant {
    /// The position itself.
    Itself,
    /// The position with the opponent to move, as after a pass.
    OpponentFirst,
    /// The position after a move of the player at the point with this index, with the player to move again.
    MoveTwice(u16),
}

impl PendingSearch {
    /// Returns the progress steps of the search: its playouts, or 1 with a time limit.
    pub(in crate::review) fn steps(&self) -> u64 {
        match self.limit {
            SearchLimit::Playouts(playouts) => playouts,
            SearchLimit::Time(_) => 1,
        }
    }
}
