//! The sequential probability ratio test (SPRT, Wald 1945) with the generalised likelihood ratio.

use super::elo::expected_score;
use super::likelihood::ScoreCounts;
use crate::records::record::Language;

/// A sequential probability ratio test of two hypotheses about a difference in strength.
///
/// ```
/// use tianyuan::tournament::statistics::{Decision, ScoreCounts, Sprt};
///
/// let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
/// let mut scores = ScoreCounts::new(3);
/// assert_eq!(sprt.decision(&scores), Decision::Undecided);
/// (0..50).for_each(|_| scores.add(2));
/// assert_eq!(sprt.decision(&scores), Decision::AcceptH1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The difference in Elo of the hypothesis H0.
    pub elo0: f64,
    /// The difference in Elo of the hypothesis H1; more than `elo0`.
    pub elo1: f64,
    /// The probability to accept H1 although H0 is true (type I error).
    pub alpha: f64,
    /// The probability to accept H0 although H1 is true (type II error).
    pub beta: f64,
}

/// The decision of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// More games are needed.
    Undecided,
    /// H0 is accepted.
    AcceptH0,
    /// H1 is accepted.
    AcceptH1,
}

impl Sprt {
    /// Returns the log-likelihood ratios at which H0 and H1 are accepted, in this order.
    pub fn bounds(&self) -> [f64; 2] {
        let Sprt { alpha, beta, .. } = *self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// Returns the log-likelihood ratio of H1 against H0; positive if the scores favour H1.
    pub fn log_likelihood_ratio(&self, scores: &ScoreCounts) -> f64 {
        let under = |elo| scores.log_likelihood(expected_score(elo));
        under(self.elo1) - under(self.elo0)
    }

    /// Returns the decision for the given scores.
    pub fn decision(&self, scores: &ScoreCounts) -> Decision {
        let ratio = self.log_likelihood_ratio(scores);
        match self.bounds() {
            [low, _] if ratio <= low => Decision::AcceptH0,
            [_, high] if ratio >= high => Decision::AcceptH1,
            _ => Decision::Undecided,
        }
    }
}

/// A sequential test that receives units one by one, in a predetermined order. Units after its decision do not
/// count.
///
/// ```
/// use tianyuan::tournament::statistics::{Decision, ScoreCounts, SequentialTest, Sprt};
///
/// let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
/// let mut test = SequentialTest::new(sprt, ScoreCounts::new(3));
/// (0..50).for_each(|_| test.add(2));
/// (0..500).for_each(|_| test.add(0));
/// assert_eq!(test.decision(), Decision::AcceptH1);
/// assert!(test.scores().total() < 50);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SequentialTest {
    sprt: Sprt,
    scores: ScoreCounts,
}

impl SequentialTest {
    /// Creates a test with the units so far.
    pub fn new(sprt: Sprt, scores: ScoreCounts) -> SequentialTest {
        SequentialTest { sprt, scores }
    }

    /// Adds a unit by the index of its score, unless the test is decided.
    pub fn add(&mut self, score: usize) {
        if !self.is_decided() {
            self.scores.add(score);
        }
    }

    /// Returns the hypotheses.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Returns the units that count.
    pub fn scores(&self) -> &ScoreCounts {
        &self.scores
    }

    /// Returns the log-likelihood ratio of the units that count.
    pub fn log_likelihood_ratio(&self) -> f64 {
        self.sprt.log_likelihood_ratio(&self.scores)
    }

    /// Returns the decision so far.
    pub fn decision(&self) -> Decision {
        self.sprt.decision(&self.scores)
    }

    /// Returns `true` if the test is decided.
    pub fn is_decided(&self) -> bool {
        self.decision() != Decision::Undecided
    }
}

impl Decision {
    /// Returns the decision as a word.
    pub(crate) fn name(self, language: Language) -> &'static str {
        match self {
            Decision::Undecided => language.choose("undecided", "未决"),
            Decision::AcceptH0 => language.choose("H0 accepted", "接受 H0"),
            Decision::AcceptH1 => language.choose("H1 accepted", "接受 H1"),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn ratio_without_draws_matches_coin_tosses() {
        let mut scores = ScoreCounts::new(3);
        (0..30).for_each(|_| scores.add(2));
        (0..17).for_each(|_| scores.add(0));
        let [p0, p1] = [SPRT.elo0, SPRT.elo1].map(expected_score);
        let coin = 30.0 * (p1 / p0).ln() + 17.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        assert!((SPRT.log_likelihood_ratio(&scores) - coin).abs() < 1e-9);
    }

    #[test]
    fn bounds_match_wald_formula() {
        let [low, high] = SPRT.bounds();
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
    }

    /// How often in a hundred tests on pairs each hypothesis is accepted, where A is so much stronger.
    fn accepted(elo: f64) -> [usize; 2] {
        let mut rng = StdRng::seed_from_u64(1);
        let mut times = [0, 0];
        for _ in 0..100 {
            let mut scores = ScoreCounts::new(5);
            while SPRT.decision(&scores) == Decision::Undecided {
                let game = |rng: &mut StdRng| match rng.random::<f64>() {
                    draw if draw < 0.2 => 1,
                    other => 2 * usize::from((other - 0.2) / 0.8 < expected_score(elo)),
                };
                scores.add(game(&mut rng) + game(&mut rng));
            }
            times[usize::from(SPRT.decision(&scores) == Decision::AcceptH1)] += 1;
        }
        times
    }

    #[test]
    fn error_rates_stay_within_alpha_and_beta() {
        let ([right0, wrong0], [wrong1, right1]) = (accepted(-10.0), accepted(70.0));
        assert!(wrong0 <= 8 && wrong1 <= 8, "{right0} {wrong0}, {wrong1} {right1}");
    }
}
