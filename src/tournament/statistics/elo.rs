//! The difference in Elo with its confidence interval and the likelihood of superiority.

use super::likelihood::{BISECTIONS, ScoreCounts};

/// Returns the expected score, 0 to 1, of a player that is `elo` stronger than its opponent.
///
/// ```
/// use tianyuan::tournament::statistics::expected_score;
///
/// assert_eq!(expected_score(0.0), 0.5);
/// assert!((expected_score(100.0) - 0.64).abs() < 0.001);
/// ```
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo for an expected score; infinite for scores 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// An estimate of the difference in strength.
///
/// ```
/// use tianyuan::tournament::statistics::{Estimate, ScoreCounts};
///
/// // Single games: 10 lost, none drawn, 30 won.
/// let mut scores = ScoreCounts::new(3);
/// (0..10).for_each(|_| scores.add(0));
/// (0..30).for_each(|_| scores.add(2));
/// let estimate = Estimate::of(&scores).expect("there are games");
/// assert_eq!(estimate.elo.round(), 191.0);
/// assert!(estimate.low > 0.0 && estimate.superiority > 0.99);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The maximum-likelihood difference in Elo; infinite if one side has all points.
    pub elo: f64,
    /// The lower end of the 95 % confidence interval, in Elo.
    pub low: f64,
    /// The upper end of the 95 % confidence interval, in Elo.
    pub high: f64,
    /// The likelihood that the difference is positive, 0 to 1.
    pub superiority: f64,
}

/// The 95 % quantile of the chi-square distribution with one degree of freedom, 1.96 squared: the
/// deviance at the ends of the interval.
const CHI_SQUARE: f64 = 3.841_458_820_694_124;

impl Estimate {
    /// Estimates the difference from scores. Returns `None` if there are none.
    ///
    /// The interval contains the differences that a likelihood ratio test at 5 % would not reject. Unlike an
    /// interval from mean and standard deviation, it is also valid if all units have the same score.
    pub fn of(scores: &ScoreCounts) -> Option<Estimate> {
        let mean = scores.mean()?;
        let deviance = |score: f64| -2.0 * scores.log_likelihood(score);
        let even = deviance(0.5).max(0.0).sqrt();
        Some(Estimate {
            elo: elo(mean),
            low: elo(end_of_interval(mean, 0.0, deviance)),
            high: elo(end_of_interval(mean, 1.0, deviance)),
            superiority: normal_cdf(if mean < 0.5 { -even } else { even }),
        })
    }
}

/// Returns the score between the mean and `bound` at which the deviance is [`CHI_SQUARE`].
fn end_of_interval(mean: f64, bound: f64, deviance: impl Fn(f64) -> f64) -> f64 {
    if mean == bound {
        return bound;
    }
    let (mut inside, mut outside) = (mean, bound);
    for _ in 0..BISECTIONS {
        let middle = (inside + outside) / 2.0;
        let certain = middle <= 0.0 || middle >= 1.0;
        if certain || deviance(middle) > CHI_SQUARE {
            outside = middle;
        } else {
            inside = middle;
        }
    }
    inside
}

/// Returns the standard normal distribution function, to within 1e-7 (Abramowitz and Stegun, 26.2.17).
fn normal_cdf(x: f64) -> f64 {
    const TERMS: [f64; 5] = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let tail = density * TERMS.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(counts: &[u64]) -> ScoreCounts {
        let mut scores = ScoreCounts::new(counts.len());
        for (index, &count) in counts.iter().enumerate() {
            (0..count).for_each(|_| scores.add(index));
        }
        scores
    }

    #[test]
    fn expected_score_and_elo_are_inverse() {
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((elo(0.75) - 190.848_5).abs() < 1e-3);
        assert!((elo(expected_score(-37.0)) + 37.0).abs() < 1e-9);
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn normal_cdf_matches_numerical_integral() {
        let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let (mut below, step) = (0.5, 1e-4);
        for i in 0..30_000 {
            let x = f64::from(i) * step;
            assert!((normal_cdf(x) - below).abs() < 2e-7, "{x}");
            assert!((normal_cdf(-x) - 1.0 + below).abs() < 2e-7, "-{x}");
            below += step * (density(x) + density(x + step)) / 2.0;
        }
    }

    /// The ends of the interval by the usual mean and deviation, as expected scores.
    fn by_deviation(counts: &[u64]) -> [f64; 2] {
        let last = (counts.len() - 1) as f64;
        let total: f64 = counts.iter().map(|&n| n as f64).sum();
        let scores = || counts.iter().enumerate().map(|(i, &n)| (i as f64 / last, n as f64));
        let mean = scores().map(|(s, n)| s * n).sum::<f64>() / total;
        let variance = scores().map(|(s, n)| n * (s - mean).powi(2)).sum::<f64>() / total;
        let margin = 1.959_964 * (variance / total).sqrt();
        [mean - margin, mean + margin]
    }

    #[test]
    fn interval_of_many_pairs_matches_normal_approximation() {
        for counts in [[300, 900, 2000, 1200, 400], [40, 0, 1000, 0, 90], [0, 10, 800, 700, 900]] {
            let estimate = Estimate::of(&scores(&counts)).expect("units");
            let ends = [estimate.low, estimate.high].map(expected_score);
            for (ours, usual) in ends.into_iter().zip(by_deviation(&counts)) {
                assert!((ours - usual).abs() < 3e-4, "{counts:?}: {ours}, not {usual}");
            }
        }
    }

    #[test]
    fn pairing_narrows_interval() {
        // Openings that one colour wins: every pair is shared.
        let pairs = Estimate::of(&scores(&[1, 2, 50, 2, 3])).expect("units");
        let games = Estimate::of(&scores(&[56, 0, 60])).expect("units");
        assert!(pairs.high - pairs.low < 0.5 * (games.high - games.low));
    }

    #[test]
    fn interval_of_20_won_pairs_has_finite_lower_bound() {
        let estimate = Estimate::of(&scores(&[0, 0, 0, 0, 20])).expect("units");
        assert_eq!((estimate.elo, estimate.high), (f64::INFINITY, f64::INFINITY));
        // The score for which twenty wins in a row have the likelihood exp(-3.84 / 2).
        let low = (-CHI_SQUARE / 40.0).exp();
        assert!((estimate.low - elo(low)).abs() < 1e-6, "{estimate:?}");
        assert!(estimate.superiority > 0.9999);
        let even = Estimate::of(&scores(&[3, 4, 3])).expect("units");
        assert!((even.superiority - 0.5).abs() < 1e-6 && even.elo.abs() < 1e-9);
        assert_eq!(Estimate::of(&scores(&[0, 0, 0])), None);
    }
}
