//! The micro-kernel: some neighbouring points by two vectors of outputs.
//!
//! The accumulators of a tile stay in registers while it goes through all taps and inputs: a word of a
//! point's activations is broadcast over a vector and multiplied with the weights of as many outputs.

#![allow(unsafe_code)]

use super::number::Number;
use super::vector::{ActivationOf, Dot, WeightOf};

/// The most points of a tile of any backend.
pub(super) const MOST_POINTS: usize = 13;

/// The accumulators of a tile: two vectors for each point.
pub(super) type TileSums<D> = [[<D as Dot>::Sums; 2]; MOST_POINTS];

/// What all tiles of a product share.
pub(super) struct Product<'a, D: Dot> {
    /// The activations of the point that tap offsets are counted from.
    pub(super) activations: *const ActivationOf<D>,
    /// From a point to the next one of its row, in activations.
    pub(super) point_stride: usize,
    /// What is added to the place of a point for each tap, in activations.
    pub(super) taps: &'a [usize],
    /// Words of a point's activations.
    pub(super) words: usize,
    /// From the weights for a word to those for the next one.
    pub(super) weight_stride: usize,
}

/// The sums of a tile of so many points, from 1 to the most of the backend.
///
/// # Safety
/// The processor must have the instructions of the backend. `point` is the index of an activation, and
/// all activations and weights that follow from it and from `product` must be valid for reads: two vectors
/// of weights for each tap and word.
#[inline(always)]
pub(super) unsafe fn tile<D: Dot>(
    product: &Product<'_, D>,
    weights: *const WeightOf<D>,
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
                    fixed::<D, $count>(product, weights, point, sums);
                },)+
                _ => unreachable!("tiles have some points, and not more than registers hold"),
            }
        };
    }
    of_points!(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
}

/// # Safety
/// As for [`tile`].
#[inline(always)]
unsafe fn fixed<D: Dot, const POINTS: usize>(
    product: &Product<'_, D>,
    weights: *const WeightOf<D>,
    point: usize,
    result: &mut TileSums<D>,
) {
    let per_word = <D::Number as Number>::PER_WORD;
    let vector = <D::Lanes as super::vector::Lanes>::LANES * per_word;
    // SAFETY: the caller vouches for the instructions and for all places that are read.
    unsafe {
        let mut sums = [[D::zero(); 2]; POINTS];
        let mut weights = weights;
        for &tap in product.taps {
            let mut activations = product.activations.add(point + tap);
            for _ in 0..product.words {
                // Loaded once and used for all points of the tile.
                let row = [D::load_weights(weights), D::load_weights(weights.add(vector))];
                for (i, sums) in sums.iter_mut().enumerate() {
                    let word = D::broadcast(activations.add(i * product.point_stride));
                    *sums = [
                        D::multiply_add(sums[0], word, row[0]),
                        D::multiply_add(sums[1], word, row[1]),
                    ];
                }
                activations = activations.add(per_word);
                weights = weights.add(product.weight_stride);
            }
        }
        // Moves the accumulators out of the registers at once. Indexed by the loops that read them, which
        // the compiler does not unroll, they would live in memory from the beginning.
        let sums = std::hint::black_box(sums);
        result[..POINTS].copy_from_slice(&sums);
    }
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
