//! Whether the system has memory to spare, asked before much is taken: a small allocation that
//! fails later ends the process.

use std::hint::black_box;

/// Bytes that must be left for all that is allocated beside trees and threads.
const SPARE: usize = 16 << 20;

/// Whether so many bytes may be taken.
pub(super) fn has_room_for(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    // Nothing is written: the system sets the addresses aside, no memory.
    let is_given = probe.try_reserve_exact(bytes + SPARE).is_ok();
    black_box(&probe);
    is_given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_system_has_room_for_everything() {
        assert!(has_room_for(1));
        assert!(!has_room_for(isize::MAX as usize - SPARE));
    }
}
