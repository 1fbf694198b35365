//! Checks that memory is available before large allocations: a small allocation that fails later would abort the
//! process.

use std::hint::black_box;

/// Bytes reserved for everything except trees and threads.
const RESERVE: usize = 16 << 20;

/// Returns `true` if a number of bytes can be allocated in addition to the reserve.
pub(super) fn can_allocate(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    // Nothing is written: the system only reserves addresses and commits no memory.
    let is_given = probe.try_reserve_exact(bytes + RESERVE).is_ok();
    // Otherwise the compiler may remove the unused allocation.
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
