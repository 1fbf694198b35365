//! The accuracy of a player: the share of the stakes that the player's moves preserved.
//!
//! `docs/reference/review-output.md` defines it and gives its variation between searches.

use serde::{Deserialize, Serialize};

use crate::review::position::value::WHOLE;

/// The loss of win rate that counts half, in 1/10,000: the threshold of a blunder.
const HALF: i64 = 2_000;

/// A weighted mean of the moves' scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(in crate::review) struct Accuracy {
    /// The sum of the weights, each up to 10,000.
    weight: i64,
    /// The sum of weight times score, each up to 10,000.
    sum: i64,
}

impl Accuracy {
    /// Adds a move with this win rate before it and this loss, both in 1/10,000.
    ///
    /// A loss L scores 1 / (1 + (L / 20 %)²), so that small losses, mostly noise, have little effect. The weight is 4
    /// p (1 - p) with p the win rate before the move: decided positions have little weight.
    pub(in crate::review) fn add(&mut self, winrate: i32, loss: i32) {
        let (whole, winrate, loss) = (i64::from(WHOLE), i64::from(winrate), i64::from(loss));
        let weight = 4 * winrate * (whole - winrate) / whole;
        let count = whole * HALF * HALF / (HALF * HALF + loss * loss);
        self.weight += weight;
        self.sum += weight * count;
    }

    /// Adds the sums of another accuracy.
    pub(in crate::review) fn join(&mut self, other: Accuracy) {
        self.weight += other.weight;
        self.sum += other.sum;
    }

    /// Returns the mean in 1/10,000, or `None` if the total weight is 0.
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
    fn accuracy_halves_blunders_and_nearly_ignores_noise() {
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
