//! The sequential probability ratio test: games go on until one of two strengths is the likelier by
//! far (Wald 1945; on pairs of games with the generalised likelihood ratio).

use std::fmt;

use super::elo::expected_score;
use super::likelihood::Outcomes;

/// Two hypotheses about a difference in strength, and how often each may be taken wrongly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The difference in Elo of the hypothesis H0.
    pub elo0: f64,
    /// That of H1, the larger one.
    pub elo1: f64,
    /// The chance that H1 is accepted while H0 is true.
    pub alpha: f64,
    /// The chance that H0 is accepted while H1 is true.
    pub beta: f64,
}

/// What the test says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Nothing yet.
    GoOn,
    /// The difference is rather that of H0.
    AcceptH0,
    /// The difference is rather that of H1.
    AcceptH1,
}

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        let Sprt { alpha, beta, .. } = *self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The logarithm of how much likelier H1 makes the outcomes than H0.
    pub fn log_likelihood_ratio(&self, outcomes: &Outcomes) -> f64 {
        let under = |elo| outcomes.log_likelihood(expected_score(elo));
        under(self.elo1) - under(self.elo0)
    }

    /// What the outcomes decide.
    pub fn decision(&self, outcomes: &Outcomes) -> Decision {
        let ratio = self.log_likelihood_ratio(outcomes);
        match self.bounds() {
            [low, _] if ratio <= low => Decision::AcceptH0,
            [_, high] if ratio >= high => Decision::AcceptH1,
            _ => Decision::GoOn,
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::GoOn => "undecided",
            Decision::AcceptH0 => "H0 accepted",
            Decision::AcceptH1 => "H1 accepted",
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn games_without_draws_are_tosses_of_a_coin() {
        let mut outcomes = Outcomes::none(3);
        (0..30).for_each(|_| outcomes.add(2));
        (0..17).for_each(|_| outcomes.add(0));
        let [p0, p1] = [SPRT.elo0, SPRT.elo1].map(expected_score);
        let coin = 30.0 * (p1 / p0).ln() + 17.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        assert!((SPRT.log_likelihood_ratio(&outcomes) - coin).abs() < 1e-9);
    }

    #[test]
    fn the_bounds_are_the_usual_ones() {
        let [low, high] = SPRT.bounds();
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
    }

    /// How often in a hundred tests on pairs each hypothesis is accepted, where A is so much stronger.
    fn accepted(elo: f64) -> [usize; 2] {
        let mut rng = StdRng::seed_from_u64(1);
        let mut times = [0, 0];
        for _ in 0..100 {
            let mut outcomes = Outcomes::none(5);
            while SPRT.decision(&outcomes) == Decision::GoOn {
                let game = |rng: &mut StdRng| match rng.random::<f64>() {
                    draw if draw < 0.2 => 1,
                    other => 2 * usize::from((other - 0.2) / 0.8 < expected_score(elo)),
                };
                outcomes.add(game(&mut rng) + game(&mut rng));
            }
            times[usize::from(SPRT.decision(&outcomes) == Decision::AcceptH1)] += 1;
        }
        times
    }

    #[test]
    fn each_hypothesis_is_taken_wrongly_as_seldom_as_asked() {
        let ([right0, wrong0], [wrong1, right1]) = (accepted(-10.0), accepted(70.0));
        assert!(wrong0 <= 8 && wrong1 <= 8, "{right0} {wrong0}, {wrong1} {right1}");
    }
}
