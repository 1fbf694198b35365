//! Options of the root: how widely an analysis explores the moves of its position, and additional net inputs.
//!
//! Names and meanings are those of KataGo's settings.

use crate::params_macro::{Interface, params};
use tianyuan_go::rng::Rng;
use tianyuan_nn::AnyNet;

/// The interfaces that accept an option of the root. Some options may also be fields of a query.
const ACCEPTED: &[Interface] = &[Interface::Gtp, Interface::Json, Interface::Param];
const IN_QUERY: &[Interface] =
    &[Interface::Gtp, Interface::Json, Interface::Query, Interface::Param];

params! {
    /// How widely a search explores the moves of its root, and inputs of its net.
    ///
    /// Their effect depends on the method of search:
    ///
    /// | option | KataGo nets | built-in nets | playouts alone |
    /// | --- | --- | --- | --- |
    /// | `wide_root_noise` | yes | yes | values only |
    /// | `policy_temperature`, `fpu_reduction_max`, `symmetries`, `ignore_history` | yes | yes | no |
    /// | `playout_doubling_advantage` | yes | no | no |
    ///
    /// ```
    /// use tianyuan_go::{BoardSize, Color, Game, Rules};
    /// use tianyuan_search::{Limits, RootOptions, Search};
    ///
    /// let game = Game::new(BoardSize::new(7).expect("boards have 2 to 25 lines"), Rules::CHINESE);
    /// let limits = Limits { visits: Some(300), ..Limits::default() };
    /// let moves_with = |wide_root_noise| {
    ///     let mut search = Search::new(1, 16, 1);
    ///     search.set_root_options(RootOptions { wide_root_noise, ..RootOptions::default() });
    ///     search.run(&game, Color::Black, &limits, &mut |_| true).candidates.len()
    /// };
    /// assert!(moves_with(1.0) > moves_with(0.0));
    /// ```
    #[derive(Copy)]
    RootOptions on ACCEPTED; {
        /// Noise that spreads the search over more root moves: 0 for play, 0.04 for a broader
        /// analysis.
        wide_root_noise: f64 = 0.0, "analysisWideRootNoise" in 0.0..=5.0, on IN_QUERY;
        /// Temperature of the root policy; above 1 it is flatter.
        policy_temperature: f64 = 1.0, "rootPolicyTemperature" in 0.01..=100.0, on IN_QUERY;
        /// Maximum first-play urgency reduction at the root, reached when all of the policy is
        /// visited.
        fpu_reduction_max: f64 = 0.1, "rootFpuReductionMax" in 0.0..=2.0, on IN_QUERY;
        /// Number of symmetries over which the root evaluation is averaged.
        symmetries: u32 = 1, "rootNumSymmetriesToSample" in 1..=8;
        /// Net input: the advantage of the player to move; 1 means twice the opponent's playouts.
        playout_doubling_advantage: f64 = 0.0, "playoutDoublingAdvantage" in -3.0..=3.0;
        /// Hides the moves before the position from the net.
        ignore_history: bool = false, "ignorePreRootHistory" in false..=true;
    }
}

impl RootOptions {
    /// Returns the options for choosing a move: without options that make an analysis show more than it would play.
    pub fn for_play(self) -> RootOptions {
        RootOptions { wide_root_noise: 0.0, ignore_history: false, ..self }
    }

    /// Returns the same options for a search from the opponent's side.
    pub fn for_opponent(self) -> RootOptions {
        let playout_doubling_advantage = -self.playout_doubling_advantage;
        RootOptions { playout_doubling_advantage, ..self }
    }

    /// Returns the options that apply without a net.
    pub(super) fn of_playouts(self) -> RootOptions {
        RootOptions { wide_root_noise: self.wide_root_noise, ..RootOptions::default() }
    }

    /// Returns the options that apply with a net.
    pub(super) fn of_net(self, net: &AnyNet) -> RootOptions {
        match net.has_doubling_advantage() {
            true => self,
            false => RootOptions { playout_doubling_advantage: 0.0, ..self },
        }
    }

    /// Returns `true` if a tree that grew under other options would be the same under these, `moves` moves below its
    /// root. Below the root only the net inputs matter.
    pub(super) fn fit(&self, before: &RootOptions, moves: usize) -> bool {
        if moves == 0 {
            return self == before;
        }
        let then = if moves.is_multiple_of(2) { *before } else { before.for_opponent() };
        self.playout_doubling_advantage == then.playout_doubling_advantage
            && !self.ignore_history
            && !then.ignore_history
    }

    /// Returns `true` if the moves of the root are selected like those of other positions.
    pub(super) fn uses_default_selection(&self) -> bool {
        let usual = RootOptions::default();
        self.wide_root_noise == 0.0
            && self.policy_temperature == usual.policy_temperature
            && self.fpu_reduction_max == usual.fpu_reduction_max
    }
}

/// Applies a temperature to the policy of all moves and normalises it.
pub fn apply_temperature(policy: &mut [f64], temperature: f64) {
    if temperature == 1.0 {
        return;
    }
    let most = policy.iter().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    for part in policy.iter_mut() {
        *part = libm::pow(*part / most, 1.0 / temperature);
    }
    let sum: f64 = policy.iter().sum();
    policy.iter_mut().for_each(|part| *part /= sum.max(f64::MIN_POSITIVE));
}

/// Deviations of the selection at the root from other positions, for one thread.
#[derive(Debug)]
pub(super) struct RootNoise {
    pub(super) options: RootOptions,
    rng: Rng,
}

impl RootNoise {
    /// Creates the noise of a thread with its own random numbers. Returns `None` without noise.
    pub(super) fn new(options: &RootOptions, rng: &Rng) -> Option<RootNoise> {
        // Different random numbers than the playouts, which use the same generator.
        let rng = Rng::new(!rng.clone().bits());
        (!options.uses_default_selection()).then_some(RootNoise { options: *options, rng })
    }

    /// Returns the policy for exploration: noise flattens it (KataGo's formula).
    pub(super) fn widened(&self, policy: f64) -> f64 {
        match self.options.wide_root_noise > 0.0 {
            true => libm::pow(policy, 1.0 / (1.0 + 4.0 * self.options.wide_root_noise)),
            false => policy,
        }
    }

    /// Returns a random bonus for a move's utility: the positive part of a normal deviate, so that half of all moves
    /// are unchanged (KataGo's formula).
    pub(super) fn bonus(&mut self) -> f64 {
        if self.options.wide_root_noise <= 0.0 || self.rng.bits() >> 63 == 0 {
            return 0.0;
        }
        // Box-Muller transform; the argument of the logarithm is above 0.
        let [first, second] = [(); 2].map(|()| f64::from(self.rng.unit()));
        let radius = (-2.0 * libm::log(1.0 - first)).sqrt();
        self.options.wide_root_noise * (radius * libm::cos(std::f64::consts::TAU * second)).abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params_macro::ParamGroup;

    #[test]
    fn options_are_clamped_to_ranges() {
        let usual = RootOptions::default();
        assert_eq!(usual.bounded(), usual);
        let wild = RootOptions {
            wide_root_noise: 1e9,
            policy_temperature: f64::NAN,
            fpu_reduction_max: -1.0,
            symmetries: 0,
            playout_doubling_advantage: f64::NEG_INFINITY,
            ignore_history: true,
        };
        let expected = RootOptions {
            wide_root_noise: 5.0,
            policy_temperature: 1.0,
            fpu_reduction_max: 0.0,
            symmetries: 1,
            playout_doubling_advantage: -3.0,
            ignore_history: true,
        };
        assert_eq!(wild.bounded(), expected);
    }

    #[test]
    fn tree_fits_if_it_would_grow_identically() {
        let usual = RootOptions::default();
        let noisy = RootOptions { wide_root_noise: 0.1, ..usual };
        let strong = RootOptions { playout_doubling_advantage: 1.0, ..usual };
        let forgetful = RootOptions { ignore_history: true, ..usual };
        for options in [usual, noisy, strong, forgetful] {
            assert!(options.fit(&options, 0));
        }
        assert!(!usual.fit(&noisy, 0) && usual.fit(&noisy, 1) && noisy.fit(&usual, 2));
        assert!(!strong.fit(&strong, 1) && strong.fit(&strong, 2));
        assert!(strong.for_opponent().fit(&strong, 1) && !usual.fit(&strong, 2));
        assert!(!forgetful.fit(&forgetful, 1) && !usual.fit(&forgetful, 1));
    }

    #[test]
    fn temperature_flattens_policy() {
        let tempered = |temperature| {
            let mut policy = [0.64, 0.16, 0.04, 0.16, 0.0];
            apply_temperature(&mut policy, temperature);
            policy
        };
        assert_eq!(tempered(1.0), [0.64, 0.16, 0.04, 0.16, 0.0]);
        for (found, expected) in tempered(2.0).into_iter().zip([8.0, 4.0, 2.0, 4.0, 0.0]) {
            assert!((found - expected / 18.0).abs() < 1e-12, "{found} {expected}");
        }
        assert!(tempered(0.01)[0] > 0.999_999, "{:?}", tempered(0.01));
    }

    #[test]
    fn bonus_is_positive_part_of_normal_deviate() {
        let options = RootOptions { wide_root_noise: 0.5, ..RootOptions::default() };
        let rng = Rng::new(1);
        assert!(RootNoise::new(&RootOptions::default(), &rng).is_none());
        let mut noise = RootNoise::new(&options, &rng).expect("there is noise");
        let all: Vec<f64> = (0..20_000).map(|_| noise.bonus()).collect();
        let positive: Vec<f64> = all.iter().copied().filter(|&bonus| bonus > 0.0).collect();
        let mean = |of: fn(f64) -> f64| {
            positive.iter().map(|&bonus| of(bonus / 0.5)).sum::<f64>() / positive.len() as f64
        };
        assert!((positive.len() as f64 / 20_000.0 - 0.5).abs() < 0.02, "{}", positive.len());
        assert!((mean(|x| x * x) - 1.0).abs() < 0.05, "a deviation of 1");
        assert!((mean(|x| x) - std::f64::consts::FRAC_2_PI.sqrt()).abs() < 0.02);
        // The cube root of 0.001.
        assert!((noise.widened(0.001) - 0.1).abs() < 1e-12);
    }
}
