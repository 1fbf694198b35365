//! How much each child counts in the value of its parent.

use crate::params::GraphParams;

use super::utility::hundredths;

/// A child as its parent weighs it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Share {
    /// What it is worth for the player who moves to it.
    pub(super) utility: f64,
    /// Its policy prior.
    pub(super) policy: f64,
    /// How much it counts.
    pub(super) weight: f64,
}

/// Takes off visits that went to a worse move although the policy does not favour it so much (KataGo's
/// form): against the moves before it, of which it should have no more than twice its part.
pub(super) fn prune_noise(shares: &mut [Share], params: &GraphParams) {
    let scale = hundredths(params.noise_scale);
    if shares.len() < 2 || scale <= 0.0 {
        return;
    }
    let (mut utilities, mut weights, mut policies) = (0.0, 0.0, 0.0);
    for share in shares {
        let policy = share.policy.max(1e-30);
        if weights > 0.0 && policies > 0.0 {
            let gap = utilities / weights - share.utility;
            let excess = share.weight - 2.0 * weights * policy / policies;
            if gap > 0.0 && excess > 0.0 {
                share.weight -= excess * (1.0 - libm::exp(-gap / scale));
            }
        }
        utilities += share.utility * share.weight;
        weights += share.weight;
        policies += policy;
    }
}

/// Moves weight from worse moves to better ones, with the same sum (KataGo's form): each counts by a
/// power of the probability that it is at least as good as the mean.
pub(super) fn favour_better(shares: &mut [Share], params: &GraphParams) {
    let exponent = hundredths(params.value_exponent);
    let before: f64 = shares.iter().map(|share| share.weight).sum();
    if exponent <= 0.0 || before <= 0.0 {
        return;
    }
    let mean = shares.iter().map(|share| share.utility * share.weight).sum::<f64>() / before;
    for share in &mut *shares {
        let deviation = (1e-8 + 1.0 / (1.5 * share.weight.sqrt())).sqrt();
        let probability = below_t((share.utility - mean) / deviation) + 1e-4;
        share.weight *= match params.value_exponent {
            // Roots are much faster than a power, and this runs for every child at every backup.
            25 => probability.sqrt().sqrt(),
            _ => libm::pow(probability, exponent),
        };
    }
    let after: f64 = shares.iter().map(|share| share.weight).sum();
    for share in shares {
        share.weight *= before / after;
    }
}

/// The probability below a value of Student's t distribution with three degrees of freedom.
fn below_t(t: f64) -> f64 {
    let x = t / 3.0_f64.sqrt();
    0.5 + (x / (1.0 + x * x) + libm::atan(x)) / std::f64::consts::PI
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(utility: f64, policy: f64, weight: f64) -> Share {
        Share { utility, policy, weight }
    }

    #[test]
    fn visits_beyond_the_policy_count_less_where_they_found_a_worse_value() {
        let params = GraphParams::default();
        let mut shares = [
            share(0.2, 0.6, 60.0),
            share(0.05, 0.1, 40.0),
            share(0.3, 0.01, 30.0),
            share(0.0, 0.2, 5.0),
        ];
        prune_noise(&mut shares, &params);
        // Its part is 10, twice that 20, so 20 are too many, and the gap is the scale.
        let expected = 40.0 - 20.0 * (1.0 - (-1.0_f64).exp());
        assert!((shares[1].weight - expected).abs() < 1e-9, "{shares:?}");
        assert_eq!(
            [0, 2, 3].map(|i| shares[i].weight),
            [60.0, 30.0, 5.0],
            "better, or not too many"
        );
    }

    #[test]
    fn worse_moves_count_less() {
        assert!((below_t(0.0) - 0.5).abs() < 1e-12);
        assert!((below_t(2.353) - 0.95).abs() < 1e-3 && (below_t(-3.182) - 0.025).abs() < 1e-3);
        let params = GraphParams::default();
        let mut shares = [share(0.4, 0.5, 90.0), share(-0.6, 0.5, 10.0)];
        favour_better(&mut shares, &params);
        let sum: f64 = shares.iter().map(|share| share.weight).sum();
        assert!((sum - 100.0).abs() < 1e-9);
        // The mean is 0.3; deviations are 0.2651 and 0.4592.
        let [z, other] = [0.1 / 0.265_07, -0.9 / 0.459_1].map(|t| (below_t(t) + 1e-4).powf(0.25));
        let expected = 100.0 * 10.0 * other / (90.0 * z + 10.0 * other);
        assert!((shares[1].weight - expected).abs() < 0.01, "{shares:?} {expected}");
        let mut same = [share(0.1, 0.5, 90.0), share(0.1, 0.5, 10.0)];
        favour_better(&mut same, &params);
        assert!((same[1].weight - 10.0).abs() < 1e-9);
    }
}
