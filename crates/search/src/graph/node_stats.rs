//! The expected outcome of a game, and the statistics of a node, from Black's side.

use std::ops::AddAssign;

/// The expected outcome of a game, from Black's side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct ExpectedOutcome {
    /// Black's win probability minus White's.
    pub(super) win_loss: f64,
    /// The probability that the game has no result.
    pub(super) no_result: f64,
    /// The score, in points.
    pub(super) score: f64,
    /// The square of the score.
    pub(super) score_square: f64,
    /// The lead: the change of komi, in points, that would make the game fair.
    pub(super) lead: f64,
}

impl ExpectedOutcome {
    /// Returns the outcome of a game that ended with a score in half points.
    ///
    /// A drawn game is half a win and half a loss, so its score counts as half a point in either direction (KataGo's
    /// method).
    pub(super) fn of_end(half_points: i32) -> ExpectedOutcome {
        let score = 0.5 * f64::from(half_points);
        // With a deviation of half a point, a draw has the same spread as half a win and half a loss.
        let rounding = if half_points % 2 == 0 { 0.25 } else { 0.0 };
        ExpectedOutcome {
            win_loss: f64::from(half_points.signum()),
            no_result: 0.0,
            score,
            score_square: score.mul_add(score, rounding),
            lead: score,
        }
    }

    /// Returns the standard deviation of the score.
    pub(super) fn deviation(&self) -> f64 {
        self.score.mul_add(-self.score, self.score_square).max(0.0).sqrt()
    }

    /// Returns every number multiplied by a factor.
    pub(super) fn times(self, factor: f64) -> ExpectedOutcome {
        ExpectedOutcome {
            win_loss: self.win_loss * factor,
            no_result: self.no_result * factor,
            score: self.score * factor,
            score_square: self.score_square * factor,
            lead: self.lead * factor,
        }
    }
}

impl AddAssign for ExpectedOutcome {
    fn add_assign(&mut self, other: ExpectedOutcome) {
        self.win_loss += other.win_loss;
        self.no_result += other.no_result;
        self.score += other.score;
        self.score_square += other.score_square;
        self.lead += other.lead;
    }
}

/// The statistics of a node: weighted means over its own evaluation and its children.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Stats {
    /// The visits: its own, and those of the edges to its children.
    pub(super) visits: u32,
    /// The sum of the weights in the means.
    pub(super) weight: f64,
    /// The sum of the squared weights.
    pub(super) weight_square: f64,
    /// The mean outcome.
    pub(super) mean: ExpectedOutcome,
    /// The mean utility.
    pub(super) utility: f64,
    /// The mean square of utility.
    pub(super) utility_square: f64,
}

impl Stats {
    /// Returns the weight of `visits` visits, from the mean weight per visit.
    pub(super) fn weight_of(&self, visits: u32) -> f64 {
        // Visits that reached the child by other paths must not count for this edge.
        self.weight * f64::from(visits) / f64::from(self.visits.max(1))
    }

    /// Returns the sum of squared weights of `visits` visits.
    pub(super) fn weight_square_of(&self, visits: u32) -> f64 {
        self.weight_square * f64::from(visits) / f64::from(self.visits.max(1))
    }

    /// Returns `true` if there are no visits or no weight.
    pub(super) fn is_empty(&self) -> bool {
        self.visits == 0 || self.weight <= 0.0
    }
}

/// A sum from which the statistics of a node are computed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums(Stats);

impl Sums {
    /// Adds statistics with a total weight of `weight`, as `visits` visits.
    pub(super) fn add(&mut self, stats: &Stats, weight: f64, visits: u32) {
        // Weights may be pruned to zero. Such a child adds no visits either, so that the mean weight per visit stays
        // correct.
        if weight <= 0.0 {
            return;
        }
        let Sums(sum) = self;
        let factor = weight / stats.weight;
        sum.visits += visits;
        sum.weight += weight;
        // Scaling the weights of a child by a factor scales their squares by its square. The sum of squares
        // determines the effective sample size for lower bounds.
        sum.weight_square += factor * factor * stats.weight_square;
        sum.mean += stats.mean.times(weight);
        sum.utility += stats.utility * weight;
        sum.utility_square += stats.utility_square * weight;
    }

    /// Returns the sum of all weights.
    pub(super) fn weight(&self) -> f64 {
        self.0.weight
    }

    /// Returns the means.
    pub(super) fn stats(self) -> Stats {
        let Sums(sum) = self;
        let factor = 1.0 / sum.weight;
        Stats {
            mean: sum.mean.times(factor),
            utility: sum.utility * factor,
            utility_square: sum.utility_square * factor,
            ..sum
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_outcome_follows_score() {
        let won = ExpectedOutcome::of_end(7);
        assert_eq!((won.win_loss, won.score, won.score_square), (1.0, 3.5, 12.25));
        let drawn = ExpectedOutcome::of_end(0);
        assert_eq!((drawn.win_loss, drawn.deviation()), (0.0, 0.5), "half a point either way");
        assert_eq!(ExpectedOutcome::of_end(-24).win_loss, -1.0);
    }

    #[test]
    fn sums_compute_weighted_means() {
        let of = |score, weight| Stats {
            visits: 2,
            weight,
            weight_square: weight * weight,
            mean: ExpectedOutcome {
                score,
                score_square: score * score,
                ..ExpectedOutcome::default()
            },
            utility: score / 10.0,
            utility_square: score * score / 100.0,
        };
        let mut sums = Sums::default();
        sums.add(&of(2.0, 1.0), 1.0, 1);
        sums.add(&of(6.0, 2.0), 3.0, 5);
        let stats = sums.stats();
        assert_eq!((stats.visits, stats.weight, stats.weight_square), (6, 4.0, 10.0));
        assert_eq!((stats.mean.score, stats.mean.score_square), (5.0, 28.0));
        assert!((stats.mean.deviation() - 3.0_f64.sqrt()).abs() < 1e-12);
        assert!((stats.utility - 0.5).abs() < 1e-12 && (stats.utility_square - 0.28).abs() < 1e-12);
        assert_eq!([stats.weight_of(3), stats.weight_square_of(3)], [2.0, 5.0]);
    }
}
