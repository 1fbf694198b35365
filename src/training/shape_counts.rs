//! Counts the occurrences of shapes, to select frequent ones.

use crate::go::Point;
use crate::nn::move_model::FeatureSink;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

/// The number of occurrences of each shape.
///
/// A shape is counted only if the next smaller shape has occurred often enough. This saves the memory of the many
/// large shapes that occur once.
#[derive(Debug)]
pub(super) struct ShapeCounts {
    counts: HashMap<u32, u32, KeyHash>,
    least: u32,
}

impl ShapeCounts {
    /// Creates empty counts. A shape is known after `least` occurrences.
    pub(super) fn new(least: u32) -> ShapeCounts {
        ShapeCounts { counts: HashMap::default(), least }
    }

    /// Returns the keys of known shapes in descending order of frequency, at most `most`.
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

/// Uses a 32-bit key as its own hash, spread over 64 bits.
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
    fn known_shapes_are_sorted_by_frequency_without_rare_ones() {
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
