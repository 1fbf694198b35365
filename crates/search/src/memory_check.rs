//! Asks whether the system has memory left before much is taken: a small allocation that fails
//! later would end the process.

use std::hint::black_box;

/// Bytes that stay free for all that is allocated beside trees and threads.
const RESERVE: usize = 16 << 20;

/// Whether so many bytes can be allocated with a reserve left over.
pub(super) fn can_allocate(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    // Nothing is written: the system only sets addresses aside and commits no memory.
    let is_given = probe.try_reserve_exact(bytes + RESERVE).is_ok();
    // Without this the compiler may remove an allocation that nobody uses.
    black_box(&probe);
    is_given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_system_can_allocate_everything() {
        assert!(can_allocate(1));
        assert!(!can_allocate(isize::MAX as usize - RESERVE));
    }
}
