//! Which shapes strong players play in often enough to learn a weight.
//!
//! A shape is counted only once the next smaller one has been seen often enough, so that the many
//! large ones that come up once take no memory.

use std::collections::HashMap;

use crate::go::Point;
use crate::model::Reading;

use super::keys::Identity;

/// How often each shape was played.
#[derive(Debug, Default)]
pub struct Census {
    counts: HashMap<u32, u32, Identity>,
    least: u32,
}

impl Census {
    /// An empty census; a shape is known once it was seen `least` times.
    pub fn new(least: u32) -> Census {
        Census { counts: HashMap::default(), least }
    }

    /// The most frequent shapes, at most so many.
    pub fn known(&self, most: usize) -> Vec<u32> {
        let counted = self.counts.iter().map(|(&key, &count)| (count, key));
        let mut known: Vec<(u32, u32)> = counted.filter(|&(count, _)| count >= self.least).collect();
        known.sort_unstable_by(|a, b| b.cmp(a));
        known.truncate(most);
        known.into_iter().map(|(_, key)| key).collect()
    }
}

impl Reading for Census {
    fn feature(&mut self, _: Point, _: u16) {}

    fn shape(&mut self, _: Point, key: u32) -> bool {
        let count = self.counts.entry(key).or_default();
        *count += 1;
        *count >= self.least
    }
}
