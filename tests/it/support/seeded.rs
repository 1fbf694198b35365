//! Random tests that can be repeated: fixed seeds and a drawn one, each printed where it fails.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// Seeds that are always tried.
const FIXED: [u64; 2] = [1, 361];

/// Runs a test with random numbers from each of the fixed seeds and from one that is drawn.
/// To see a failure again, put the seed that it printed among the fixed ones.
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

/// Prints its seed when a panic passes by.
struct Told(u64);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the random numbers came from the seed {}", self.0);
        }
    }
}
