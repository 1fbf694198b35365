//! Hashing of keys that are hashes already.

use std::hash::{BuildHasher, Hasher};

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
