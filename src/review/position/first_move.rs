//! The value of moving first, from short searches of the position with another side to move.
//!
//! For a position with player P to move and best move B:
//!
//! - `gain` = (P's lead if P moves first) − (P's lead if the opponent moves first on the same board);
//! - `follow_up` = (P's lead after B if P moves again) − (P's lead after B if the opponent replies).
//!
//! Both are differences between two complete continuations (deiri counting), so that settled parts of the board cancel
//! out. B is sente if the opponent loses more by ignoring it than P gains by it; [`FirstMove::is_sente`] gives the
//! criterion.

use serde::{Deserialize, Serialize};

/// The value of the first move in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct FirstMove {
    /// The gain of the player to move by moving first, in 1/100 point, at least 0.
    pub gain: i32,
    /// The further gain if the player moves again after the best move, in 1/100 point, at least 0.
    pub follow_up: i32,
    /// `true` if the best reply to the best move is near it.
    pub is_answered: bool,
}

/// The minimum follow-up of a sente move, in 1/100 point: smaller threats are within the search error.
const LEAST_THREAT: i32 = 200;

impl FirstMove {
    /// Creates the value from leads of the player to move, in 1/100 point: if the player moves first, if the opponent
    /// moves first, and after the best move if the player moves again.
    pub(in crate::review) fn new([first, second, twice]: [i32; 3], is_answered: bool) -> FirstMove {
        let (gain, follow_up) = ((first - second).max(0), (twice - first).max(0));
        FirstMove { gain, follow_up, is_answered }
    }

    /// Returns `true` if the best move is sente: the best reply is near it, and the follow-up is at least two points
    /// and more than 1.5 times the gain.
    ///
    /// In theory the factor is 2: a simple threat has the temperature `follow_up / 2`, and an answered move gains `gain`
    /// without losing the turn. The follow-up of a gote move such as a push into a corridor equals the gain. Short
    /// searches underestimate threats, so that 1.5 separates the two better than 2.
    pub(in crate::review) fn is_sente(self) -> bool {
        self.is_answered && self.follow_up >= LEAST_THREAT && 2 * self.follow_up > 3 * self.gain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sente_requires_answer_and_larger_follow_up() {
        // {10 | 0 || -3}: the threat of 10 is answered, and 3 points are gained.
        let sente = FirstMove::new([0, -300, 1_000], true);
        assert_eq!((sente.gain, sente.follow_up, sente.is_sente()), (300, 1_000, true));
        assert!(
            !FirstMove { is_answered: false, ..sente }.is_sente(),
            "the opponent plays elsewhere"
        );
        // {4 | 0 || -3}: the reply is smaller than the move.
        assert!(!FirstMove::new([0, -300, 400], true).is_sente());
        assert!(!FirstMove::new([0, 0, 150], true).is_sente(), "within the error");
        let noise = FirstMove::new([-20, 0, -30], true);
        assert_eq!((noise.gain, noise.follow_up), (0, 0));
    }
}
