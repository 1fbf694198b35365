//! How well moves were foretold.

use std::fmt;

use super::opinion::Opinion;

/// Sums over positions.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Accuracy {
    /// How many positions were looked at.
    pub positions: u64,
    /// In how many of them the move played was thought the likeliest.
    pub first: u64,
    /// In how many it was among the likeliest five.
    pub first_five: u64,
    /// The sum of the surprises at the moves played, in nats.
    pub loss: f64,
}

impl Accuracy {
    /// Adds what was thought of a position.
    pub fn add<const W: usize>(&mut self, opinion: &Opinion<W>) {
        self.positions += 1;
        self.first += u64::from(opinion.likelier == 0);
        self.first_five += u64::from(opinion.likelier < 5);
        self.loss += f64::from(opinion.loss);
    }
}

impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = |sum: f64| sum / self.positions.max(1) as f64;
        let [first, five] = [self.first, self.first_five].map(|n| 100.0 * mean(n as f64));
        let loss = mean(self.loss);
        write!(f, "top-1 {first:.2} %, top-5 {five:.2} %, log-loss {loss:.4}")?;
        write!(f, " on {} positions", self.positions)
    }
}
