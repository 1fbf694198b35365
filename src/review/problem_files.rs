//! The names of files of problems, of which each size of board has its own.

use std::ops::RangeInclusive;

/// The lines of the boards that are reviewed.
pub(super) const SIZES: RangeInclusive<usize> = 2..=25;

/// The name of a file of problems, without an extension.
pub(super) fn stem(lines: usize) -> String {
    format!("problems-{lines}x{lines}")
}
