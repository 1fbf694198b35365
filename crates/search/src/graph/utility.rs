//! Utility: the objective of the search, mostly winning with a small score term.

use std::f64::consts::FRAC_2_PI;
use std::sync::LazyLock;

use crate::params::GraphParams;
use tianyuan_go::BoardSize;

use super::node_stats::ExpectedOutcome;

/// The utility function of a search, from Black's side (KataGo's formula).
///
/// The utility is the win rate from -1 to 1 plus two squashed scores: one around 0, one around a centre near the
/// expected score. Scores are squashed by 2/π·atan, averaged over a normal distribution of the score. A game without
/// result has utility 0 by default.
#[derive(Debug, Clone)]
pub(super) struct Utility {
    win_loss_part: f64,
    /// Black's utility of a game without result.
    no_result: f64,
    static_part: f64,
    dynamic_part: f64,
    centre: f64,
    static_scale: f64,
    dynamic_scale: f64,
}

/// The scale of the score around 0, in lines of the board.
const STATIC_SCALE: f64 = 2.0;

impl Utility {
    /// Creates the utility function for a board size, with Black's expected score at the root.
    pub(super) fn new(params: &GraphParams, size: BoardSize, expected: f64) -> Utility {
        let lines = size.lines() as f64;
        // A fixed centre would be useless far from 0, where the squashed score is flat. The dynamic part keeps a
        // gradient at the expected score, even in a decided game. Without the dynamic part 32.5 of 80 games were won,
        // without the static part 40.5.
        let dynamic_scale = params.centre_scale.max(0.01) * lines;
        // With a centre closer to 0, the leader gains less from additional points than it loses from missing ones, so
        // it plays safe (KataGo's 0.2).
        let centre = expected * (1.0 - params.centre_pull);
        Utility {
            win_loss_part: params.win_loss,
            no_result: -params.no_result,
            static_part: params.static_score,
            dynamic_part: params.dynamic_score,
            // With a very large lead, the pull alone would move the centre out of the useful range.
            centre: centre.clamp(expected - dynamic_scale, expected + dynamic_scale),
            static_scale: STATIC_SCALE * lines,
            dynamic_scale,
        }
    }

    /// Returns the utility of an expected outcome for Black.
    pub(super) fn of(&self, expectation: &ExpectedOutcome) -> f64 {
        // The mean of the squashed score over its distribution, not the squashed mean: a safe lead is better than an
        // uncertain lead of the same size.
        let (score, deviation) = (expectation.score, expectation.deviation());
        let squashed =
            |centre: f64, scale: f64| SQUASHED.mean((score - centre) / scale, deviation / scale);
        // Winning dominates. The score decides between moves with the same win rate, so that the search plays well
        // even if the winner is certain.
        expectation.win_loss * self.win_loss_part
            + self.static_part * squashed(0.0, self.static_scale)
            + self.dynamic_part * squashed(self.centre, self.dynamic_scale)
            + self.no_result * expectation.no_result
    }

    /// Returns the change of utility when the net errs by this much, for the uncertainty of an evaluation.
    pub(super) fn uncertainty(&self, score: f64, win_loss_error: f64, score_error: f64) -> f64 {
        self.slope(score).mul_add(score_error, win_loss_error * self.win_loss_part)
    }

    /// Returns the change of utility per point at a score, ignoring the deviation.
    pub(super) fn slope(&self, score: f64) -> f64 {
        // The derivative of 2/π·atan((score - centre) / scale).
        let slope = |centre: f64, scale: f64| {
            let from_centre = score - centre;
            FRAC_2_PI * scale / scale.mul_add(scale, from_centre * from_centre)
        };
        self.static_part * slope(0.0, self.static_scale)
            + self.dynamic_part * slope(self.centre, self.dynamic_scale)
    }

    /// Returns the largest possible utility.
    pub(super) fn most(&self) -> f64 {
        // A win with an infinite score: the scale of virtual losses and of the prior for lower bounds.
        self.win_loss_part + self.static_part + self.dynamic_part
    }
}

/// Table steps per unit of mean and deviation.
const STEPS: usize = 16;

/// Larger means and deviations are clamped to this value.
const LIMIT: usize = 24;

/// Table entries in each direction.
const LENGTH: usize = LIMIT * STEPS + 1;

/// Steps of the integral per standard deviation, and its range in standard deviations.
const PARTS: usize = 10;
const REACH: usize = 5;

static SQUASHED: LazyLock<Squashed> = LazyLock::new(Squashed::new);

/// A table of the mean of 2/π·atan over normal distributions, by mean and deviation.
struct Squashed(Vec<f32>);

impl Squashed {
    fn new() -> Squashed {
        // A table, because every backup of every node needs the integral. Every argument of the integral is a
        // multiple of 1 / (steps · parts), so that each arctangent is computed once.
        let most = LENGTH * PARTS * (1 + REACH);
        let unit = 1.0 / (STEPS * PARTS) as f64;
        let squash: Vec<f64> =
            (0..=most).map(|i| FRAC_2_PI * libm::atan(i as f64 * unit)).collect();
        let reach = (PARTS * REACH) as i64;
        let weigh = |i: i64| libm::exp(-0.5 * (i as f64 / PARTS as f64).powi(2));
        let weights: Vec<(i64, f64)> = (-reach..=reach).map(|i| (i, weigh(i))).collect();
        let sum: f64 = weights.iter().map(|&(_, weight)| weight).sum();
        let mean = |mean: usize, deviation: usize| {
            let value = |i: i64| {
                let x = (mean * PARTS) as i64 + deviation as i64 * i;
                squash[x.unsigned_abs() as usize] * x.signum() as f64
            };
            weights.iter().map(|&(i, weight)| weight * value(i)).sum::<f64>() / sum
        };
        let places = (0..LENGTH).flat_map(|m| (0..LENGTH).map(move |d| (m, d)));
        Squashed(places.map(|(m, d)| mean(m, d) as f32).collect())
    }

    /// Returns the mean of the squashed value over a normal distribution.
    fn mean(&self, mean: f64, deviation: f64) -> f64 {
        let place = |x: f64| {
            let steps = (x * STEPS as f64).min((LENGTH - 1) as f64);
            let below = (steps as usize).min(LENGTH - 2);
            (below, steps - below as f64)
        };
        // The squashed score is odd, so the table only contains means of at least 0.
        let ((m, over_m), (d, over_d)) = (place(mean.abs()), place(deviation));
        let at = |m: usize, d: usize| f64::from(self.0[m * LENGTH + d]);
        let between = |a: f64, b: f64, part: f64| a + (b - a) * part;
        let lower = between(at(m, d), at(m, d + 1), over_d);
        let upper = between(at(m + 1, d), at(m + 1, d + 1), over_d);
        between(lower, upper, over_m) * mean.signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the mean by a fine sum.
    fn integral(mean: f64, deviation: f64) -> f64 {
        let parts = (-8000..=8000).map(|i| f64::from(i) * 1e-3);
        let weighed = parts.map(|z| {
            let weight = (-0.5 * z * z).exp();
            (weight, weight * FRAC_2_PI * (mean + deviation * z).atan())
        });
        let (weights, values) = weighed.fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        values / weights
    }

    #[test]
    fn squashed_table_matches_integral() {
        for (mean, deviation) in
            [(0.0, 0.0), (0.0, 3.0), (0.5, 0.0), (-0.53, 0.22), (1.0, 1.0), (3.3, 5.1), (23.0, 2.0)]
        {
            let (found, expected) = (SQUASHED.mean(mean, deviation), integral(mean, deviation));
            assert!((found - expected).abs() < 5e-4, "{mean} {deviation}: {found} {expected}");
        }
        assert!((SQUASHED.mean(1.0, 0.0) - 0.5).abs() < 1e-6, "a quarter turn has half of a half");
        assert!(SQUASHED.mean(500.0, 0.0) > 0.97);
    }

    #[test]
    fn utility_adds_score_terms_to_winrate() {
        let size = BoardSize::new(9).expect("a size");
        let params = GraphParams::default();
        let utility = Utility::new(&params, size, 5.0);
        let sure = |score: f64, win_loss| ExpectedOutcome {
            win_loss,
            score,
            score_square: score * score,
            ..ExpectedOutcome::default()
        };
        assert!((utility.most() - 1.4).abs() < 1e-9);
        // The centre is 4. One scale (6.75) above it, the squashed score is a half.
        let found = utility.of(&sure(10.75, 0.25));
        let expected = 0.25 + 0.1 * FRAC_2_PI * (10.75_f64 / 18.0).atan() + 0.3 * 0.5;
        assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        let none = ExpectedOutcome { no_result: 1.0, ..sure(0.0, 0.0) };
        assert!((utility.of(&none) - utility.of(&sure(0.0, 0.0))).abs() < 1e-12);
        let slope = (utility.of(&sure(6.5, 0.0)) - utility.of(&sure(5.5, 0.0))) / 1.0;
        assert!((utility.slope(6.0) - slope).abs() < 2e-3, "{slope}");
    }

    #[test]
    fn win_loss_factor_scales_winrate_only() {
        let size = BoardSize::new(9).expect("a size");
        let params = GraphParams { win_loss: 0.25, no_result: 0.5, ..GraphParams::default() };
        let (usual, scaled) =
            (Utility::new(&GraphParams::default(), size, 0.0), Utility::new(&params, size, 0.0));
        let won =
            ExpectedOutcome { win_loss: 0.8, score: 3.0, score_square: 9.0, ..Default::default() };
        assert!((usual.of(&won) - scaled.of(&won) - 0.75 * 0.8).abs() < 1e-12);
        assert!((usual.most() - scaled.most() - 0.75).abs() < 1e-12);
        let void = ExpectedOutcome { no_result: 1.0, ..ExpectedOutcome::default() };
        assert!((scaled.of(&void) + 0.5).abs() < 1e-12, "half a win for White");
        let errors = scaled.uncertainty(0.0, 0.4, 0.0);
        assert!((errors - 0.1).abs() < 1e-12, "{errors}");
    }

    #[test]
    fn utility_centre_stays_near_expected_score() {
        let size = BoardSize::new(9).expect("a size");
        let centre = |expected| Utility::new(&GraphParams::default(), size, expected).centre;
        assert_eq!([centre(0.0), centre(-10.0)], [0.0, -8.0]);
        assert_eq!(centre(60.0), 53.25, "a scale below, not a fifth");
    }
}
