//! The sums of a layer by products of matrices.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::aligned::{Aligned, CACHE_LINE};
use crate::simd::DType;
use crate::simd::vector::{Dot, MATRIX_POINTS, MATRIX_WORDS, Product, WeightOf};

use super::tile::{Epilogue, TilePlace, prefetch};
use super::weights::Packed;

/// The number of outputs of a product of matrices.
const OUTPUTS: usize = 32;

impl<W: Copy + Default> Packed<'_, W> {
    /// Returns `true` if products of matrices can compute the layer.
    pub(super) fn fits_matrices<D: Dot>(&self) -> bool {
        // With fewer inputs, most products would be padding.
        let least = MATRIX_WORDS * <D::Number as DType>::PER_WORD;
        self.block.is_multiple_of(OUTPUTS) && self.size * self.inputs >= least
    }

    /// Returns the weights with the inputs of each row of the kernel padded by weights of zero from `from` to `to`
    /// weights.
    fn padded(&self, [from, to]: [usize; 2]) -> &[W] {
        if from == to {
            return self.weights;
        }
        self.padded.get_or_init(|| {
            let rows = self.weights.chunks_exact(from);
            let mut padded = Aligned::zeros(rows.len() * to);
            for (row, to) in rows.zip(padded.chunks_exact_mut(to)) {
                to[..from].copy_from_slice(row);
            }
            padded
        })
    }
}

/// The places of some points in a tensor, row by row. The places between two rows belong to the border.
pub(super) struct Places<'a> {
    /// The place of the first point of the board.
    pub(super) first: usize,
    /// The distance between rows.
    pub(super) stride: usize,
    pub(super) rows: usize,
    pub(super) columns: &'a Range<usize>,
}

impl Places<'_> {
    /// Returns the number of places from the first to the last point.
    pub(super) fn count(&self) -> usize {
        (self.rows - 1) * self.stride + self.columns.len()
    }

    /// Finishes the sums of the points in a range of places, which start with the place `from`.
    ///
    /// # Safety
    /// As for [`Epilogue::finish`].
    #[inline(always)]
    unsafe fn finish<D: Dot, E: Epilogue<D>>(
        &self,
        range: Range<usize>,
        from: usize,
        sums: &[[D::Sums; 2]],
        channel: usize,
        epilogue: &E,
    ) {
        let mut next = range.start;
        while next < range.end {
            let (row, column) = (next / self.stride, next % self.stride);
            let row_start = next - column;
            let points = range.end.min(row_start + self.columns.len()).saturating_sub(next);
            if points > 0 {
                let column = self.columns.start + column;
                let place = TilePlace { row, column, points, channel };
                // SAFETY: the caller guarantees the instructions and the epilogue.
                unsafe { epilogue.finish(place, &sums[next - from..][..points]) };
            }
            next = row_start + self.stride;
        }
    }
}

/// Computes and finishes the sums of a layer at some points. Products include the places between two rows, whose sums
/// are dropped.
///
/// # Safety
/// The processor must have the instructions of the backend. All activations of the places, a cache line after them, and
/// all weights must be valid for reads; there must be at least [`MATRIX_POINTS`] places, and the layer must fit products
/// of matrices. The epilogue must be valid for the points and the outputs of the layer.
#[inline(always)]
pub(super) unsafe fn sums_by_matrices<D: Dot, E: Epilogue<D>>(
    packed: &Packed<'_, WeightOf<D>>,
    product: &Product<'_, D>,
    places: &Places<'_>,
    epilogue: &E,
) {
    let Packed { size, inputs, outputs, block, .. } = *packed;
    let count = places.count();
    // The inputs of a row of the kernel are adjacent: they are multiplied as if they were the inputs of one tap. Words
    // that are missing in the last matrix instruction have weights of zero. Their activations belong to the next point,
    // or follow the tensor.
    let taps: Vec<usize> = product.taps.iter().copied().step_by(size).collect();
    let words = size * product.words;
    let padded_words = words.next_multiple_of(MATRIX_WORDS);
    let product = Product { taps: &taps, words: padded_words, ..*product };
    let [per_row, padded_row] = [words, padded_words].map(|words| words * product.weight_stride);
    let weights = packed.padded([per_row, padded_row]);
    // SAFETY: the caller guarantees the instructions, the shapes and the epilogue.
    unsafe {
        let mut sums = [[D::zero(); 2]; MATRIX_POINTS];
        D::start_matrices();
        for channel in (0..outputs).step_by(OUTPUTS) {
            let within = channel % block * <D::Number as DType>::PER_WORD;
            let weights = weights[channel / block * size * padded_row + within..].as_ptr();
            // While the products of these outputs are computed, the weights of the next outputs are prefetched. Weights
            // in a single block stay in a near cache.
            let bytes = size * padded_row * size_of::<WeightOf<D>>();
            let mut next = weights.cast::<u8>().wrapping_add(bytes);
            let lines = match block == OUTPUTS {
                true => bytes.div_ceil(CACHE_LINE * count.div_ceil(MATRIX_POINTS)),
                false => 0,
            };
            for start in (0..count).step_by(MATRIX_POINTS) {
                // The last product overlaps the previous one: all its places must be valid.
                let from = start.min(count - MATRIX_POINTS);
                let point = (places.first + places.columns.start + from) * inputs;
                D::matrix_sums(&product, weights, point, sums.as_mut_ptr());
                for _ in 0..lines {
                    prefetch(next);
                    next = next.wrapping_add(CACHE_LINE);
                }
                let end = count.min(start + MATRIX_POINTS);
                places.finish::<D, E>(start..end, from, &sums, channel, epilogue);
            }
        }
        D::end_matrices();
    }
}
