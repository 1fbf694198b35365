//! How well moves were predicted: top-1, top-5 and log loss.

use std::fmt;

use super::prediction::Prediction;

/// Sums over positions.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Accuracy {
    /// The number of positions.
    pub positions: u64,
    /// Positions where the move played was the most probable one.
    pub top_1: u64,
    /// Positions where it was among the five most probable ones.
    pub top_5: u64,
    /// The sum of the log losses, in nats.
    pub loss: f64,
}

impl Accuracy {
    /// Adds the prediction of a position.
    pub(super) fn add<const W: usize>(&mut self, prediction: &Prediction<W>) {
        self.positions += 1;
        self.top_1 += u64::from(prediction.rank == 0);
        self.top_5 += u64::from(prediction.rank < 5);
        self.loss += f64::from(prediction.loss);
    }
}

impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = |sum: f64| sum / self.positions.max(1) as f64;
        let [first, five] = [self.top_1, self.top_5].map(|n| 100.0 * mean(n as f64));
        let loss = mean(self.loss);
        write!(f, "top-1 {first:.2} %, top-5 {five:.2} %, log-loss {loss:.4}")?;
        write!(f, " on {} positions", self.positions)
    }
}
