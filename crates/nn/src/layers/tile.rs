//! The micro-kernel: some neighbouring points by some vectors of outputs; and the epilogue that finishes them.
//!
//! The accumulators of a tile stay in registers over all taps and inputs.

#![allow(unsafe_code)]

use crate::simd::vector::{Dot, Product, WeightOf};

/// The maximum number of points of a tile of any backend.
pub(super) const MOST_POINTS: usize = 13;

/// The accumulators of a tile: `VECTORS` vectors per point.
pub(super) type TileSums<D, const VECTORS: usize> = [[<D as Dot>::Sums; VECTORS]; MOST_POINTS];

/// Stores the sums of a tile of 1 to [`Dot::TILE_POINTS`] points, starting with `start`. The sums of neighbouring
/// points are `stride` apart.
///
/// # Safety
/// The processor must have the instructions of the backend. `point` is the index of an activation; all activations
/// and weights that follow from it and from `product` must be valid for reads: `VECTORS` vectors of weights for each
/// tap and word. `to` must be valid for writes of the sums of all points.
#[inline(always)]
pub(super) unsafe fn tile<D: Dot, const VECTORS: usize>(
    product: &Product<'_, D>,
    weights: *const WeightOf<D>,
    start: [D::Sums; VECTORS],
    point: usize,
    points: usize,
    to: *mut [D::Sums; VECTORS],
    stride: usize,
) {
    macro_rules! store_all {
        ($sums:ident; $($i:literal),+) => {
            $(if let Some(sums) = $sums.get($i) {
                to.wrapping_add(stride.wrapping_mul($i)).write_unaligned(*sums);
            })+
        };
    }
    // Accumulators stay in registers only if the number of points is constant. The guards prevent tiles that the
    // backend does not use from being compiled.
    macro_rules! of_points {
        ($($count:literal),+) => {
            match points {
                // SAFETY: the caller guarantees the instructions, the operands and the room for sums.
                $($count if $count <= D::TILE_POINTS => unsafe {
                    let sums = D::sums::<$count, VECTORS>(product, weights, start, point);
                    // Without a loop, because accumulators that a loop indexes would be in memory from the start.
                    store_all!(sums; 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
                },)+
                _ => unreachable!("tiles have 1 to `TILE_POINTS` points"),
            }
        };
    }
    of_points!(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
}
/// Returns the first point and the number of points of each tile of a row. Sizes are balanced, because a small last
/// tile would leave most accumulators unused.
///
/// This does not take a kernel as a closure, because closures are compiled without its instructions.
pub(super) fn tiles(points: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let tiles = points.div_ceil(most);
    let mut first = 0;
    (0..tiles).map(move |i| {
        let count = (points + i) / tiles;
        first += count;
        (first - count, count)
    })
}

/// The location of a tile: its first point, its number of points, and its first output.
#[derive(Debug, Clone, Copy)]
pub(super) struct TilePlace {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) points: usize,
    pub(super) channel: usize,
}

/// The operations of a layer after its sums.
pub(super) trait Epilogue<D: Dot> {
    /// `true` if the outputs can be an odd number of vectors.
    const NARROW: bool;

    /// Returns `true` if the rows of the board are adjacent in all destinations: tiles may then extend over several
    /// rows, and a point is located by row 0 and its index.
    fn joins_rows(&self) -> bool {
        false
    }

    /// Returns the initial accumulators of the outputs starting at `channel`.
    ///
    /// # Safety
    /// The processor must have the instructions of the backend, and the layer must have these outputs.
    unsafe fn start(&self, channel: usize) -> D::Sums;

    /// Finishes the sums of a tile, one element per point.
    ///
    /// # Safety
    /// As for [`start`](Self::start); the points must be on the board.
    unsafe fn finish<const VECTORS: usize>(&self, place: TilePlace, sums: &[[D::Sums; VECTORS]]);
}

/// Loads a cache line into the first-level cache in the background. The address need not be valid.
#[inline(always)]
pub(super) fn prefetch(at: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction, and it never faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_row_with_balanced_sizes() {
        for most in 1..=MOST_POINTS {
            for points in 0..40 {
                let (mut next, mut sizes) = (0, Vec::new());
                for (first, count) in tiles(points, most) {
                    assert_eq!(first, next);
                    next += count;
                    sizes.push(count);
                }
                assert_eq!(next, points);
                let ends = [sizes.iter().min(), sizes.iter().max()].map(|size| *size.unwrap_or(&0));
                assert!(ends[1] <= most && ends[1] - ends[0] <= 1, "{points} by {most}: {sizes:?}");
            }
        }
    }
}
