//! Random numbers: a built-in generator, so that a seed gives the same games with every version of every library.

/// SplitMix64 (Steele, Lea and Flood 2014): every seed is valid and has its own sequence.
///
/// It computes one number ahead: while a number is used, immediately and unpredictably in a playout, the processor
/// can compute the next one.
#[derive(Debug, Clone)]
pub struct Rng {
    state: u64,
    next: u64,
}

impl Rng {
    /// Creates a generator at the start of a seed's sequence.
    pub const fn new(seed: u64) -> Rng {
        let state = seed.wrapping_add(STEP);
        Rng { state, next: mix(state) }
    }

    /// Returns the next 64 bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        let bits = self.next;
        self.state = self.state.wrapping_add(STEP);
        self.next = mix(self.state);
        bits
    }

    /// Returns a number below `bound`, uniform to within 2^-48 (multiply and shift, no division).
    ///
    /// `bound` is from 1 to 2^16 - 1.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0 && bound < 1 << 16, "the bound is from 1 to 2^16 - 1");
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// Returns a number in [0, 1), uniform in steps of 2^-24.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 24) as f32
    }

    /// Returns `true` with this probability, in steps of a thousandth.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        (self.below(1000) as f64) < 1000.0 * probability
    }
}

/// The increment of the state: odd, and far from simple fractions of the range.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of the generator, a bijection of 64-bit words.
#[inline]
pub const fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
