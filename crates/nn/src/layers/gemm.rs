//! The sums of a layer at every point of the board, computed in tiles that are finished immediately.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::aligned::CACHE_LINE;
use crate::simd::DType;
use crate::simd::vector::{Dot, Lanes, MATRIX_POINTS, Product, WeightOf};

use super::matrix_gemm::{Places, sums_by_matrices};
use super::padded_tensor::PaddedTensor;
use super::tile::{Epilogue, MOST_POINTS, TilePlace, TileSums, prefetch, tile, tiles};
use super::weights::Packed;

/// Computes the sums of a layer at some points of the board, numbered row by row, and finishes them.
///
/// # Safety
/// The processor must have the instructions of the backend, and the epilogue must be valid for the board of the input
/// and the outputs of the layer.
///
/// # Panics
/// Panics if the shapes of the weights and the input do not match, or if only some points of a board with a border
/// are requested.
#[inline(always)]
pub(super) unsafe fn sums<D: Dot, E: Epilogue<D>>(
    packed: &Packed<'_, WeightOf<D>>,
    input: &PaddedTensor<D::Number>,
    points: Range<usize>,
    epilogue: &E,
) {
    let Packed { size, inputs, outputs, block, .. } = *packed;
    let (half, lanes) = (size / 2, D::Lanes::LANES);
    // The pointers below rely on these assertions, so they are checked in every build.
    assert!(input.channels() == inputs && input.border() >= half, "the input fits");
    assert!(
        outputs.is_multiple_of(block) && packed.weights.len() == size * size * inputs * outputs
    );
    assert!(block.is_multiple_of(if E::NARROW { lanes } else { 2 * lanes }), "whole vectors");
    let taps: Vec<usize> =
        (0..size * size).map(|tap| (tap / size * input.stride() + tap % size) * inputs).collect();
    let product = Product::<D> {
        // Offsets are relative to the top-left tap, so that none is negative.
        activations: input.values().as_ptr().wrapping_sub((half * input.stride() + half) * inputs),
        point_stride: inputs,
        taps: &taps,
        words: inputs / <D::Number as DType>::PER_WORD,
        weight_stride: block * <D::Number as DType>::PER_WORD,
        vector_stride: Product::<D>::ADJACENT,
    };
    // Without borders, the board is one row, whose tiles have more points.
    let (rows, columns) = match size == 1 && input.border() == 0 && epilogue.joins_rows() {
        true => (1, points),
        false => {
            assert!(points == (0..input.area()), "a border separates the rows of the board");
            (input.lines(), 0..input.lines())
        }
    };
    assert!(columns.end <= input.area(), "the points are on the board");
    let stride = if rows == 1 { columns.len() } else { input.stride() };
    let places = Places { first: input.first_of(0), stride, rows, columns: &columns };
    if D::MATRICES && places.count() >= MATRIX_POINTS && packed.fits_matrices::<D>() {
        // SAFETY: the caller guarantees the instructions and the epilogue; the shapes are asserted above.
        return unsafe { sums_by_matrices::<D, E>(packed, &product, &places, epilogue) };
    }
    // The outputs are the outer loop. The weights for two vectors of outputs take tens of kilobytes and stay in a
    // near cache while all rows of the board are computed.
    let mut channel = 0;
    while channel < outputs {
        let vectors = if E::NARROW && channel + 2 * lanes > outputs { 1 } else { 2 };
        // SAFETY: the caller guarantees the instructions and the epilogue. The layer has that many more outputs, and
        // they belong to one block, because blocks are an even number of vectors unless there is only one block.
        unsafe {
            match vectors {
                1 => of_outputs::<D, E, 1>(
                    packed, &product, input, rows, &columns, epilogue, channel,
                ),
                _ => of_outputs::<D, E, 2>(
                    packed, &product, input, rows, &columns, epilogue, channel,
                ),
            }
        }
        channel += vectors * lanes;
    }
}

/// Computes and finishes the sums of some vectors of outputs at all points.
///
/// # Safety
/// As for [`sums`], which asserts the shapes; the outputs must belong to one block.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "iterators may compile to calls")]
unsafe fn of_outputs<D: Dot, E: Epilogue<D>, const VECTORS: usize>(
    packed: &Packed<'_, WeightOf<D>>,
    product: &Product<'_, D>,
    input: &PaddedTensor<D::Number>,
    rows: usize,
    columns: &Range<usize>,
    epilogue: &E,
    channel: usize,
) {
    let Packed { size, inputs, block, .. } = *packed;
    let within = channel % block * <D::Number as DType>::PER_WORD;
    let first = channel / block * block * size * size * inputs;
    let weights = packed.weights[first + within..].as_ptr();
    // SAFETY: the caller guarantees the instructions, the shapes and the epilogue. The points of a tile are adjacent
    // in the input, and the border provides all their taps.
    unsafe {
        let mut start = [epilogue.start(channel); VECTORS];
        for i in 1..VECTORS {
            start[i] = epilogue.start(channel + i * D::Lanes::LANES);
        }
        let mut sums: TileSums<D, VECTORS> = [start; MOST_POINTS];
        // While the tiles of these outputs are computed, the weights of the next outputs are prefetched. Those of
        // larger kernels would not fit in the first-level cache together with the current ones.
        let mut next = weights.wrapping_add(inputs * block).cast::<u8>();
        let lines = match size == 1 && VECTORS * D::Lanes::LANES == block {
            true => (inputs * block * size_of::<WeightOf<D>>())
                .div_ceil(CACHE_LINE * rows * columns.len().div_ceil(D::TILE_POINTS).max(1)),
            false => 0,
        };
        for row in 0..rows {
            let first = input.first_of(row);
            for (column, points) in tiles(columns.len(), D::TILE_POINTS) {
                let column = columns.start + column;
                let point = (first + column) * inputs;
                tile::<D, VECTORS>(product, weights, start, point, points, sums.as_mut_ptr(), 1);
                for _ in 0..lines {
                    prefetch(next);
                    next = next.wrapping_add(CACHE_LINE);
                }
                epilogue.finish(TilePlace { row, column, points, channel }, &sums[..points]);
            }
        }
    }
}
