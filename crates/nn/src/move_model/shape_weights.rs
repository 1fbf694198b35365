//! Lookup of shape weights, which happens thousands of times per position.
//!
//! A hash table with open addressing and four bytes per slot: the low bits of the key, which the slot index does not
//! determine, and the weight.

/// An empty slot.
const FREE: u32 = 0;

/// Weights indexed by shape keys.
#[derive(Debug)]
pub(super) struct ShapeWeights {
    slots: Vec<u32>,
    shift: u32,
}

impl ShapeWeights {
    /// Creates a table from distinct shapes.
    pub(super) fn new(shapes: &[(u32, i8)]) -> ShapeWeights {
        // At most half full, and with enough index bits for the key bits that a slot omits.
        let bits = (2 * shapes.len()).next_power_of_two().ilog2().max(8);
        let mut weights = ShapeWeights { slots: vec![FREE; 1 << bits], shift: 32 - bits };
        for &(key, weight) in shapes {
            let place = weights.find(key).unwrap_or_else(|free| free);
            weights.slots[place] = slot(key, weight);
        }
        weights
    }

    /// Returns the weight of a known shape.
    #[inline]
    pub(super) fn weight(&self, key: u32) -> Option<i8> {
        self.find(key).ok().map(|place| (self.slots[place] as u8 ^ 0x80) as i8)
    }

    /// Returns the slot of a shape, or the free slot for it.
    #[inline]
    fn find(&self, key: u32) -> Result<usize, usize> {
        let mut place = (key >> self.shift) as usize;
        loop {
            let found = self.slots[place];
            if found == FREE {
                return Err(place);
            }
            if found >> 8 == key & 0xff_ffff {
                return Ok(place);
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
    }
}

/// Encodes a shape in four bytes. The weight is never `i8::MIN`, so that no used slot looks free.
fn slot(key: u32, weight: i8) -> u32 {
    key << 8 | u32::from(weight.max(-i8::MAX) as u8 ^ 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_model::ring::mix;

    #[test]
    fn weights_are_found_only_for_inserted_shapes() {
        let key = |i: u64| mix(i) as u32;
        let weight = |i: u64| (i % 255) as i8;
        let shapes: Vec<(u32, i8)> = (0..5000).map(|i| (key(i), weight(i).max(-127))).collect();
        let weights = ShapeWeights::new(&shapes);
        assert!(shapes.iter().all(|&(key, weight)| weights.weight(key) == Some(weight)));
        assert!((5000..50_000).all(|i| weights.weight(key(i)).is_none()));
        assert_eq!(ShapeWeights::new(&[]).weight(7), None);
    }
}
