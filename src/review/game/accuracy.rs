//! The accuracy of a player: how much of what was at stake the moves kept.
//!
//! `docs/reference/review-output.md` has the definition and its spread from search to search.

use serde::{Deserialize, Serialize};

use crate::review::position::value::WHOLE;

/// The loss of win rate that counts half, in ten-thousandths: that of a blunder.
const HALF: i64 = 2_000;

/// A weighted mean of what moves count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(in crate::review) struct Accuracy {
    /// The sum of weights, each up to 10 000.
    weight: i64,
    /// The sum of weights times what moves count, each up to 10 000.
    sum: i64,
}

impl Accuracy {
    /// Adds a move that lost so much of this win rate, both in ten-thousandths.
    ///
    /// A loss L counts 1 / (1 + (L / 20 %)²): small losses, which are mostly noise, count almost as nothing. The weight is
    /// 4 p (1 - p), p the win rate before the move: where the game is decided there is little to keep.
    pub(in crate::review) fn add(&mut self, winrate: i32, loss: i32) {
        let (whole, winrate, loss) = (i64::from(WHOLE), i64::from(winrate), i64::from(loss));
        let weight = 4 * winrate * (whole - winrate) / whole;
        let count = whole * HALF * HALF / (HALF * HALF + loss * loss);
        self.weight += weight;
        self.sum += weight * count;
    }

    /// Adds what another player's moves count, or the same player's in another game.
    pub(in crate::review) fn join(&mut self, other: Accuracy) {
        self.weight += other.weight;
        self.sum += other.sum;
    }

    /// The mean in ten-thousandths; `None` where nothing was at stake.
    pub(in crate::review) fn mean(&self) -> Option<i32> {
        (self.sum + self.weight / 2).checked_div(self.weight).map(|mean| mean as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(moves: &[(i32, i32)]) -> Option<i32> {
        let mut accuracy = Accuracy::default();
        moves.iter().for_each(|&(winrate, loss)| accuracy.add(winrate, loss));
        accuracy.mean()
    }

    #[test]
    fn a_blunder_counts_half_and_noise_almost_nothing() {
        assert_eq!(of(&[(5_000, 0)]), Some(10_000));
        assert_eq!(of(&[(5_000, 2_000)]), Some(5_000));
        assert_eq!(of(&[(5_000, 200)]), Some(9_900));
        assert_eq!(of(&[(5_000, 1_000), (5_000, 0)]), Some(9_000));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[(10_000, 0), (0, 0)]), None, "nothing was at stake");
        let decided = of(&[(9_900, 900), (5_000, 0)]).expect("a mean");
        assert!(decided > 9_800, "what is decided weighs little: {decided}");
    }
}
