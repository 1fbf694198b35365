//! Lead: the change of komi, in points, that would make a position even (KataGo's definition).
//!
//! KataGo nets have an output for it. For built-in nets and playouts it is estimated from the win rate and
//! the mean score, so that its sign agrees with the win rate. The mean score alone does not: a position
//! with many small wins and a few large losses is won but has a negative mean.

use tianyuan_nn::{AnyEvaluator, AnyInputs, PostprocessOptions, Symmetry};

/// The change of komi, in points, over which the slope of a net is measured on either side.
///
/// Measured on 219 positions of 9x9, 13x13 and 19x19 against the komi at which a search of 150 or 200
/// visits finds the position even. With 6 points the median error is 0.5 to 0.7 points; the mean score
/// has a median error of 0.9 to 1.5. Other shifts from 4 to 12 points are slightly worse.
const KOMI_SHIFT: f32 = 6.0;

/// The smallest slope: a settled board or a net that ignores komi has hardly any.
const MIN_SLOPE: f64 = 0.02;

/// The smallest distance of a win rate from 0 and 1, for finite log-odds.
const MIN_CHANCE: f64 = 1e-4;

/// The slope of playouts is this number over the standard deviation of their scores.
///
/// Found on 85 positions of 9x9 and 13x13 in the same way as [`KOMI_SHIFT`]; a normal distribution would
/// have 1.7, but a search adapts its moves to komi.
const SLOPE_PER_DEVIATION: f64 = 2.4;

/// How the log-odds of winning depend on komi: their change for each point in the player's favour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct KomiSlope(f64);

impl KomiSlope {
    /// Measures the slope of a built-in net at a position by two evaluations. Returns `None` for KataGo
    /// nets, which report a lead.
    pub(super) fn of_net(
        evaluator: &mut AnyEvaluator<'_>,
        inputs: &AnyInputs,
        symmetry: Symmetry,
    ) -> Option<KomiSlope> {
        let AnyInputs::Own(planes) = inputs else { return None };
        let mut winrate = |points| {
            let inputs = AnyInputs::Own(planes.with_more_komi(points));
            let output = evaluator.evaluate(&inputs, symmetry, PostprocessOptions::default())?;
            Some(f64::from(output.value.win))
        };
        Some(KomiSlope::between(winrate(-KOMI_SHIFT)?, winrate(KOMI_SHIFT)?))
    }

    /// Returns the slope between the win rates of a player with [`KOMI_SHIFT`] points less and with
    /// [`KOMI_SHIFT`] points more.
    fn between(less: f64, more: f64) -> KomiSlope {
        let slope = (log_odds(more) - log_odds(less)) / (2.0 * f64::from(KOMI_SHIFT));
        KomiSlope(slope.max(MIN_SLOPE))
    }

    /// Returns the slope of playouts whose scores have a standard deviation in points.
    pub(super) fn of_playouts(deviation: f64) -> KomiSlope {
        KomiSlope(SLOPE_PER_DEVIATION / deviation.max(1.0))
    }

    /// Estimates the lead in points from the win rate and the mean score of the same player.
    ///
    /// Near 50 % the win rate determines it. Near 0 and 100 % the log-odds are inaccurate, so the mean score is used
    /// unless its sign contradicts the win rate.
    pub(super) fn lead(self, winrate: f64, mean_score: f64) -> f64 {
        let by_winrate = log_odds(winrate) / self.0;
        let agrees = (mean_score > 0.0) == (winrate > 0.5);
        let by_score = if agrees { mean_score } else { 0.0 };
        let openness = 4.0 * winrate * (1.0 - winrate);
        openness * by_winrate + (1.0 - openness) * by_score
    }

    /// Returns the change of the log-odds by some points in the player's favour.
    pub(super) fn times(self, points: f64) -> f64 {
        self.0 * points
    }
}

/// Converts the figures of a search, which may have a dynamic komi, to the komi of the game, and adds the
/// lead. All figures are from the side of the player at the root.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct KomiCorrection {
    /// Added to the log-odds of winning.
    pub(super) log_odds: f64,
    /// Added to scores and leads, in points.
    ///
    /// The score of the same play differs by exactly the difference of komi. The change of a net's own score is
    /// less accurate: with four stones on 9x9 it was 44 points for 32 points of komi.
    pub(super) score: f64,
    /// `None` for a net that reports a lead.
    pub(super) slope: Option<KomiSlope>,
}

impl KomiCorrection {
    /// Returns the win rate with the komi of the game.
    pub(super) fn winrate(&self, searched: f64) -> f64 {
        if self.log_odds == 0.0 {
            return searched;
        }
        1.0 / (1.0 + libm::exp(-log_odds(searched) - self.log_odds))
    }

    /// Returns the lead by a win rate and a mean score with the komi of the game. `searched_lead` is that
    /// of a net that reports a lead.
    pub(super) fn lead(&self, winrate: f64, mean_score: f64, searched_lead: f64) -> f64 {
        match self.slope {
            Some(slope) => slope.lead(winrate, mean_score),
            None => searched_lead + self.score,
        }
    }
}

/// The logarithm of the odds of winning.
pub(super) fn log_odds(winrate: f64) -> f64 {
    let chance = winrate.clamp(MIN_CHANCE, 1.0 - MIN_CHANCE);
    libm::log(chance / (1.0 - chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lead_has_the_sign_of_the_winrate() {
        let slope = KomiSlope::between(0.2, 0.7);
        for winrate in [0.0, 0.001, 0.3, 0.49, 0.51, 0.8, 0.999, 1.0] {
            for mean_score in [-40.0, -0.5, 0.0, 0.5, 40.0] {
                let lead = slope.lead(winrate, mean_score);
                let agrees = lead == 0.0 || (lead > 0.0) == (winrate > 0.5);
                assert!(agrees, "winrate {winrate}, mean {mean_score}: lead {lead}");
            }
        }
        assert_eq!(slope.lead(0.5, 0.0), 0.0);
    }

    #[test]
    fn lead_near_even_follows_the_winrate_and_far_from_even_the_score() {
        // Six points turn 27 % into 73 %: a logit of 1 each.
        let slope = KomiSlope::between(0.268_941, 0.731_059);
        assert!((slope.lead(0.55, -3.0) - 1.19).abs() < 0.05, "{}", slope.lead(0.55, -3.0));
        assert!((slope.lead(0.9999, 25.0) - 25.0).abs() < 0.1);
        assert!((slope.lead(0.0001, -25.0) + 25.0).abs() < 0.1);
    }

    #[test]
    fn slope_is_never_zero_or_negative() {
        for (less, more) in [(0.5, 0.5), (0.9, 0.1), (1.0, 1.0), (0.0, 0.0)] {
            assert_eq!(KomiSlope::between(less, more), KomiSlope(MIN_SLOPE));
        }
        assert!(KomiSlope::of_playouts(0.0).lead(0.9, 3.0).is_finite());
    }

    #[test]
    fn correction_moves_the_winrate_along_the_slope() {
        let slope = KomiSlope::between(0.268_941, 0.731_059);
        let correction = |points: f64| KomiCorrection {
            log_odds: slope.times(points),
            ..KomiCorrection::default()
        };
        assert!((correction(6.0).winrate(0.5) - 0.731).abs() < 1e-3);
        let there_and_back = correction(-9.0).winrate(correction(9.0).winrate(0.3));
        assert!((there_and_back - 0.3).abs() < 1e-9);
        assert_eq!([0.0, 0.123, 1.0].map(|it| correction(0.0).winrate(it)), [0.0, 0.123, 1.0]);
    }
}
