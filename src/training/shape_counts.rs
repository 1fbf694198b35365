//! Counts how often each shape is played, to find those frequent enough for a weight.

use crate::go::Point;
use crate::nn::move_model::FeatureSink;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

/// How often each shape was played.
///
/// A shape counts only once the next smaller one was seen often enough, so that the many large ones
/// that come up once take no memory.
#[derive(Debug)]
pub(super) struct ShapeCounts {
    counts: HashMap<u32, u32, KeyHash>,
    least: u32,
}

impl ShapeCounts {
    /// No counts yet; a shape will be known once it was seen `least` times.
    pub(super) fn new(least: u32) -> ShapeCounts {
        ShapeCounts { counts: HashMap::default(), least }
    }

    /// The keys of the known shapes, those of the most frequent ones where there are more than
    /// `most`, from the most frequent on.
    pub(super) fn known(&self, most: usize) -> Vec<u32> {
        let counted = self.counts.iter().map(|(&key, &count)| (count, key));
        let mut known: Vec<_> = counted.filter(|&(count, _)| count >= self.least).collect();
        known.sort_unstable_by(|a, b| b.cmp(a));
        known.truncate(most);
        known.into_iter().map(|(_, key)| key).collect()
    }
}

impl FeatureSink for ShapeCounts {
    fn feature(&mut self, _: Point, _: u16) {}

    fn shape(&mut self, _: Point, key: u32) -> bool {
        let count = self.counts.entry(key).or_default();
        *count += 1;
        *count >= self.least
    }
}

/// Takes a key of 32 bits for its own hash, spread over 64.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KeyHash(u64);

impl BuildHasher for KeyHash {
    type Hasher = KeyHash;

    fn build_hasher(&self) -> KeyHash {
        KeyHash::default()
    }
}

impl Hasher for KeyHash {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(self.0 as u32 ^ u32::from(byte)));
    }

    fn write_u32(&mut self, key: u32) {
        self.0 = u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_come_first_and_the_rare_not_at_all() {
        let mut counts = ShapeCounts::new(3);
        let mut see = |key, times: u32| {
            for time in 1..=times {
                assert_eq!(counts.shape(Point::NOWHERE, key), time >= 3);
            }
        };
        see(7, 2);
        see(5, 3);
        see(9, 4);
        assert_eq!(counts.known(10), [9, 5]);
        assert_eq!(counts.known(1), [9]);
    }
}
