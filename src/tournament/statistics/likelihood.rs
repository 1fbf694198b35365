//! The likelihood of results under an expected score: the basis of the confidence interval, the likelihood of
//! superiority and the SPRT.
//!
//! Results are counted in units with evenly spaced scores: 0, 1/2 or 1 for a game; 0, 1/4, 1/2, 3/4 or 1 for a
//! pair. Pairs with the same opening and swapped colours are preferable, because the advantage of an opening
//! for one colour cancels out.

/// The frequency of each score. Scores are evenly spaced from 0 to 1.
///
/// ```
/// use tianyuan::tournament::statistics::ScoreCounts;
///
/// // Pairs of games have the scores 0, 1/4, 1/2, 3/4 and 1.
/// let mut pairs = ScoreCounts::new(5);
/// pairs.add(2);
/// pairs.add(4);
/// assert_eq!(pairs.counts(), [0, 0, 1, 0, 1]);
/// assert_eq!(pairs.mean(), Some(0.75));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreCounts {
    counts: Vec<u64>,
}

impl ScoreCounts {
    /// Creates an instance without units, with `scores` different scores.
    ///
    /// # Panics
    /// Panics if `scores` is less than 2.
    pub fn new(scores: usize) -> ScoreCounts {
        assert!(scores >= 2, "a unit needs at least two different scores");
        ScoreCounts { counts: vec![0; scores] }
    }

    /// Adds a unit by the index of its score, 0 for score 0.
    ///
    /// # Panics
    /// Panics if the index is out of range.
    pub fn add(&mut self, index: usize) {
        self.counts[index] += 1;
    }

    /// Returns the number of units with each score, score 0 first.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the number of units.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the mean score, 0 to 1. Returns `None` if there are no units.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.seen().map(|(score, count)| score * count).sum();
        (self.total() > 0).then(|| sum / self.total() as f64)
    }

    /// Returns the scores that occurred, each with its count.
    fn seen(&self) -> impl Iterator<Item = (f64, f64)> {
        let last = (self.counts.len() - 1) as f64;
        let scores = self.counts.iter().enumerate();
        scores.filter(|entry| *entry.1 > 0).map(move |(i, &n)| (i as f64 / last, n as f64))
    }

    /// Returns the log-likelihood ratio of these scores for an expected score: the maximum log-likelihood over
    /// all distributions with this mean, minus that over all distributions. It is 0 at [`mean`](Self::mean) and
    /// negative elsewhere.
    ///
    /// By Lagrange multipliers the probability of a score s that occurred n of N times is
    /// n / N / (1 + x (s - mean)), where x makes the mean right (Owen 1988, empirical likelihood). If
    /// no such x exists, x is at the end of its range and a score that did not occur gets the rest.
    ///
    /// # Panics
    /// Panics if `mean` is not strictly between 0 and 1.
    pub fn log_likelihood(&self, mean: f64) -> f64 {
        assert!(0.0 < mean && mean < 1.0, "mean score {mean} is certain");
        let derivative = |x: f64| -> f64 {
            self.seen().map(|(s, n)| n * (s - mean) / (1.0 + x * (s - mean))).sum()
        };
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..BISECTIONS {
            let middle = (low + high) / 2.0;
            if derivative(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let x = (low + high) / 2.0;
        -self.seen().map(|(s, n)| n * (x * (s - mean)).ln_1p()).sum::<f64>()
    }
}

/// The number of bisection steps. After 80, an interval is below the precision of `f64`.
pub(super) const BISECTIONS: u32 = 80;

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(counts: &[u64]) -> ScoreCounts {
        ScoreCounts { counts: counts.to_vec() }
    }

    /// The best log-likelihood of a win, a draw and a loss of the given mean, by trying every frequency
    /// of draws in fine steps, less the best of all.
    fn by_grid_search(counts: [u64; 3], mean: f64) -> f64 {
        let log_likelihood = |frequencies: [f64; 3]| -> f64 {
            let terms = counts.iter().zip(frequencies).filter(|(n, _)| **n > 0);
            terms.map(|(&n, frequency)| n as f64 * frequency.ln()).sum()
        };
        let steps = 2_000_000;
        let tried = (0..=steps).map(|i| {
            let draws = 2.0 * mean.min(1.0 - mean) * f64::from(i) / f64::from(steps);
            let wins = mean - draws / 2.0;
            log_likelihood([1.0 - wins - draws, draws, wins])
        });
        let total = counts.iter().sum::<u64>() as f64;
        tried.fold(f64::NEG_INFINITY, f64::max) - log_likelihood(counts.map(|n| n as f64 / total))
    }

    #[test]
    #[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
    fn log_likelihood_matches_grid_search() {
        for counts in [[10, 5, 20], [1, 0, 1], [0, 7, 3], [0, 0, 12], [9, 0, 0], [0, 4, 0]] {
            for mean in [0.1, 0.3, 0.5, 0.55, 0.8, 0.97] {
                let (ours, tried) =
                    (scores(&counts).log_likelihood(mean), by_grid_search(counts, mean));
                assert!((ours - tried).abs() < 1e-5, "{counts:?} {mean}: {ours}, not {tried}");
            }
        }
    }

    #[test]
    fn log_likelihood_of_pairs_is_maximal_for_mean() {
        // Five frequencies with the right sum and mean leave three free; all in steps are tried.
        let counts = [2, 3, 6, 5, 4];
        let (mean, steps) = (0.45, 60);
        let log_likelihood = |frequencies: [f64; 5]| -> f64 {
            counts
                .iter()
                .zip(frequencies)
                .map(|(&n, frequency): (&u64, f64)| n as f64 * frequency.ln())
                .sum()
        };
        let frequency = |i: i32| f64::from(i) / f64::from(steps);
        let mut best = f64::NEG_INFINITY;
        for (b, c, d) in (0..steps)
            .flat_map(|b| (0..steps).flat_map(move |c| (0..steps).map(move |d| (b, c, d))))
        {
            let (b, c, d) = (frequency(b), frequency(c), frequency(d));
            let e = mean - b / 4.0 - c / 2.0 - 0.75 * d;
            let a = 1.0 - b - c - d - e;
            if a > 0.0 && e > 0.0 {
                best = best.max(log_likelihood([a, b, c, d, e]));
            }
        }
        let tried = best - log_likelihood(counts.map(|n| n as f64 / 20.0));
        let ours = scores(&counts).log_likelihood(mean);
        assert!(tried <= ours + 1e-9 && ours - tried < 0.02, "{ours}, tried {tried}");
    }

    #[test]
    fn log_likelihood_is_zero_at_observed_mean() {
        let pairs = scores(&[1, 2, 6, 5, 4]);
        let mean = pairs.mean().expect("units");
        assert!((mean - 0.625).abs() < 0.01, "{mean}");
        assert!(pairs.log_likelihood(mean).abs() < 1e-12);
        assert!(pairs.log_likelihood(0.5) < 0.0 && pairs.log_likelihood(0.7) < 0.0);
    }
}
