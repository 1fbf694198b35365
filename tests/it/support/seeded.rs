//! Reproducible random tests: fixed seeds and a random one, printed on failure.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// Seeds that every run uses.
const FIXED: [u64; 2] = [1, 361];

/// Runs a test with random numbers from each fixed seed and from a random one. To reproduce a failure, add the
/// printed seed to the fixed ones.
pub fn with_seeds(mut test: impl FnMut(&mut StdRng)) {
    for seed in FIXED.into_iter().chain([rand::random()]) {
        with_seed(seed, &mut test);
    }
}

/// Runs a test with random numbers from one seed.
pub fn with_seed(seed: u64, mut test: impl FnMut(&mut StdRng)) {
    let _told = Told(seed);
    test(&mut StdRng::seed_from_u64(seed));
}

/// Prints its seed on a panic.
struct Told(u64);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the random numbers came from the seed {}", self.0);
        }
    }
}
