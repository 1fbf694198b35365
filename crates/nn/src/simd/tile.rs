//! The micro-kernel: some neighbouring points by two vectors of outputs.
//!
//! The accumulators of a tile stay in registers while it goes through all taps and inputs.

#![allow(unsafe_code)]

use super::vector::{Dot, Product, WeightOf};

/// The most points of a tile of any backend.
pub(super) const MOST_POINTS: usize = 13;

/// The accumulators of a tile: two vectors for each point.
pub(super) type TileSums<D> = [[<D as Dot>::Sums; 2]; MOST_POINTS];

/// The sums of a tile of so many points, from 1 to the most of the backend; `start` is what they begin with.
///
/// # Safety
/// The processor must have the instructions of the backend. `point` is the index of an activation, and
/// all activations and weights that follow from it and from `product` must be valid for reads: two vectors
/// of weights for each tap and word.
#[inline(always)]
pub(super) unsafe fn tile<D: Dot>(
    product: &Product<'_, D>,
    weights: *const WeightOf<D>,
    start: [D::Sums; 2],
    point: usize,
    points: usize,
    sums: &mut TileSums<D>,
) {
    // The number of points is a constant of each tile, without which its accumulators could not stay in
    // registers. The guards keep tiles that no backend uses from being compiled.
    macro_rules! of_points {
        ($($count:literal),+) => {
            match points {
                // SAFETY: the caller vouches for everything that `fixed` asks.
                $($count if $count <= D::TILE_POINTS => unsafe {
                    let found = D::sums::<$count>(product, weights, start, point);
                    // Moves the accumulators out of the registers at once. Indexed by the loops that read
                    // them, which the compiler does not unroll, they would live in memory from the
                    // beginning.
                    sums[..$count].copy_from_slice(&std::hint::black_box(found));
                },)+
                _ => unreachable!("tiles have some points, and not more than registers hold"),
            }
        };
    }
    of_points!(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
}

/// The first point and the number of points of each tile of a row. They are as equal as can be: a last
/// tile of few points would leave most accumulators unused.
///
/// A kernel is no closure that this calls: closures are compiled without its instructions.
pub(super) fn tiles(points: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let tiles = points.div_ceil(most);
    let mut first = 0;
    (0..tiles).map(move |i| {
        let count = (points + i) / tiles;
        first += count;
        (first - count, count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_split_into_tiles_of_nearly_equal_size() {
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
