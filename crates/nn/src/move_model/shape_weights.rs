//! The weights of shapes, to be looked up thousands of times for every position.
//!
//! A hash table with open addressing of four bytes a slot: the low bits of a key, which its place
//! does not tell, and the weight.

/// A slot without a shape.
const FREE: u32 = 0;

/// Weights by the keys of shapes.
#[derive(Debug)]
pub(super) struct ShapeWeights {
    slots: Vec<u32>,
    shift: u32,
}

impl ShapeWeights {
    /// A table of shapes, each once.
    pub(super) fn new(shapes: &[(u32, i8)]) -> ShapeWeights {
        // At most half full, and the place at least as many bits as a slot lacks of the key.
        let bits = (2 * shapes.len()).next_power_of_two().ilog2().max(8);
        let mut weights = ShapeWeights { slots: vec![FREE; 1 << bits], shift: 32 - bits };
        for &(key, weight) in shapes {
            let place = weights.find(key).unwrap_or_else(|free| free);
            weights.slots[place] = slot(key, weight);
        }
        weights
    }

    /// The weight of a shape, where it is known.
    #[inline]
    pub(super) fn weight(&self, key: u32) -> Option<i8> {
        self.find(key).ok().map(|place| (self.slots[place] as u8 ^ 0x80) as i8)
    }

    /// The place of a shape, or the free one where it would be.
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

/// A shape in four bytes. The weight is never the least that a byte holds, so that no slot in use
/// looks free.
fn slot(key: u32, weight: i8) -> u32 {
    key << 8 | u32::from(weight.max(-i8::MAX) as u8 ^ 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_model::ring::mix;

    #[test]
    fn what_was_put_in_comes_out_and_nothing_else() {
        let key = |i: u64| mix(i) as u32;
        let weight = |i: u64| (i % 255) as i8;
        let shapes: Vec<(u32, i8)> = (0..5000).map(|i| (key(i), weight(i).max(-127))).collect();
        let weights = ShapeWeights::new(&shapes);
        assert!(shapes.iter().all(|&(key, weight)| weights.weight(key) == Some(weight)));
        assert!((5000..50_000).all(|i| weights.weight(key(i)).is_none()));
        assert_eq!(ShapeWeights::new(&[]).weight(7), None);
    }
}
