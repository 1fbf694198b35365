//! Convolutions of size 3 by Winograd's F(3×3, 3×3): 25 products for 9 points of the board instead of 81.
//!
//! A tile of 3×3 points reads 5×5 points, which are transformed exactly in 16 bits. Each of the 25 places of a
//! transformed tile has a separate matrix product over all tiles, and the sums are transformed back. The
//! interpolation points are 0, 1, -1, 2 and infinity; see Lavin and Gray, "Fast Algorithms for Convolutional Neural
//! Networks" (2015).

#![allow(unsafe_code)]

use crate::aligned::Aligned;
use crate::simd::DType;
use crate::simd::vector::{Additive, HalvesOf, I16Vec, Lanes, Product};

use super::padded_tensor::PaddedTensor;
use super::tile::{tile, tiles};
use super::weights::{PLACES, SPAN};
pub(super) use super::winograd_weights::BLOCK;

/// The width and height of a tile in points.
const TILE: usize = 3;

/// The number of vectors of outputs computed together: each loaded activation is multiplied by two weights.
const VECTORS: usize = 2;

/// The differences between the kinds of nets: the input, the numbers in which sums are transformed back, and the
/// epilogue.
pub(super) trait WinogradLayer<S: I16Vec> {
    /// The number type of the input.
    type Input: DType;
    /// The numbers in which sums are transformed back.
    type Numbers: Additive;
    /// The maximum number of tiles that are multiplied by the weights of a block before the next block is loaded.
    const TILES_TOGETHER: usize;

    /// Loads activations as 16-bit integers.
    ///
    /// # Safety
    /// The processor must have the instructions of the backend; the pointer is valid for two activations per lane.
    unsafe fn load_input(at: *const <Self::Input as DType>::Activation) -> HalvesOf<S>;

    /// Converts the sums of one place of a tile, for the outputs starting at `channel`.
    ///
    /// # Safety
    /// The processor must have the instructions of the backend, and the layer must have these outputs.
    unsafe fn number(&self, sums: S::Sums, place: usize, channel: usize) -> NumbersOf<S, Self>;

    /// Finishes a vector of outputs of a point.
    ///
    /// # Safety
    /// As for [`number`](Self::number); the point must be on the board.
    unsafe fn finish(&self, output: NumbersOf<S, Self>, row: usize, column: usize, channel: usize);
}

/// A vector of the numbers in which a layer's sums are transformed back.
type NumbersOf<S, L> = <<L as WinogradLayer<S>>::Numbers as Additive>::Vector;

/// The memory of transformed tiles.
#[derive(Debug)]
pub(crate) struct Transformed {
    /// The inputs of shape `[place][tile][channel]`.
    inputs: Aligned<i16>,
    /// The sums of the outputs that are computed together, of shape `[tile][place][output]`.
    sums: Aligned<i32>,
}

impl Default for Transformed {
    fn default() -> Transformed {
        Transformed { inputs: Aligned::zeros(0), sums: Aligned::zeros(0) }
    }
}

impl Transformed {
    /// Allocates memory for the tiles of an input and the sums of some outputs.
    fn reserve(&mut self, tiles: usize, channels: usize, outputs: usize) {
        if self.inputs.len() < PLACES * tiles * channels {
            self.inputs = Aligned::zeros(PLACES * tiles * channels);
        }
        if self.sums.len() < tiles * PLACES * outputs {
            self.sums = Aligned::zeros(tiles * PLACES * outputs);
        }
    }
}

/// A group of tiles that are computed together: the first tile, their number, and the tiles per row.
#[derive(Clone, Copy)]
struct Group {
    first: usize,
    count: usize,
    across: usize,
}

impl Group {
    /// Returns the row and column of the first point of a tile.
    fn corner(self, tile: usize) -> [usize; 2] {
        let tile = self.first + tile;
        [tile / self.across * TILE, tile % self.across * TILE]
    }
}

/// Computes a convolution and finishes its outputs.
///
/// # Safety
/// The processor must have the instructions of the backend, and `layer` must be valid for the board of the input and
/// the outputs.
///
/// # Panics
/// Panics if the shapes of the weights and the input do not match.
#[inline(always)]
pub(super) unsafe fn convolve<S: I16Vec, L: WinogradLayer<S>>(
    layer: &L,
    weights: &[i16],
    outputs: usize,
    input: &PaddedTensor<L::Input>,
    memory: &mut Transformed,
) {
    let (inputs, across) = (input.channels(), input.lines().div_ceil(TILE));
    let rows = (L::TILES_TOGETHER / across).clamp(1, across);
    // The pointers below rely on these assertions, so they are checked in every build.
    let together = VECTORS * S::Lanes::LANES;
    assert!(together.is_multiple_of(BLOCK) && outputs.is_multiple_of(together));
    assert!(inputs.is_multiple_of(2 * S::Lanes::LANES) && input.border() >= 1, "the input fits");
    assert!(weights.len() == PLACES * inputs * outputs, "a weight for each transformed point");
    assert!(size_of::<[S::Sums; VECTORS]>() == together * size_of::<i32>());
    memory.reserve(rows * across, inputs, together);
    for first in (0..across).step_by(rows) {
        let count = rows.min(across - first) * across;
        let group = Group { first: first * across, count, across };
        // SAFETY: the caller guarantees the instructions and the layer. The input has a border, and its channels are
        // whole vectors; the memory has a place for every tile; the weights are those of all blocks.
        unsafe {
            transform_inputs::<S, L>(input, group, &mut memory.inputs);
            for channel in (0..outputs).step_by(together) {
                let weights = weights[channel * PLACES * inputs..].as_ptr();
                multiply::<S>(memory, weights, inputs, count);
                for tile in 0..count {
                    let sums = memory.sums[tile * PLACES * together..].as_ptr();
                    let sums = sums.cast::<[S::Sums; VECTORS]>();
                    finish_tile::<S, L>(layer, sums, group.corner(tile), input.lines(), channel);
                }
            }
        }
    }
}

/// Multiplies transformed tiles with the weights of two vectors of outputs.
/// Multiplies transformed tiles by the weights of two vectors of outputs.
/// # Safety
/// The processor must have the instructions of the backend. The memory has `count` transformed tiles of `inputs`
/// channels, and the weights are valid for all places.
#[inline(always)]
unsafe fn multiply<S: I16Vec>(
    memory: &mut Transformed,
    weights: *const i16,
    inputs: usize,
    count: usize,
) {
    let product = Product::<S> {
        activations: memory.inputs.as_ptr(),
        point_stride: inputs,
        taps: &[0],
        words: inputs / 2,
        weight_stride: 2 * BLOCK,
        // A vector of a wide backend is a block.
        vector_stride: if S::Lanes::LANES < BLOCK {
            Product::<S>::ADJACENT
        } else {
            PLACES * inputs * BLOCK
        },
    };
    let sums = memory.sums.as_mut_ptr().cast::<[S::Sums; VECTORS]>();
    // The weights of a place stay in the first-level cache while all tiles are multiplied.
    for place in 0..PLACES {
        for (first, points) in tiles(count, S::TILE_POINTS) {
            // SAFETY: the caller guarantees the instructions, the tiles and the weights; there is room for the sums
            // of all places of all tiles.
            unsafe {
                let weights = weights.add(place * inputs * BLOCK);
                let (point, to) =
                    ((place * count + first) * inputs, sums.add(first * PLACES + place));
                tile::<S, VECTORS>(
                    &product,
                    weights,
                    [S::zero(); VECTORS],
                    point,
                    points,
                    to,
                    PLACES,
                );
            }
        }
    }
}

/// Transforms a group of tiles of an input.
///
/// # Safety
/// The processor must have the instructions of the backend; the input has a border and channels in whole vectors, and
/// `to` has room for the transformed tiles.
#[inline(always)]
unsafe fn transform_inputs<S: I16Vec, L: WinogradLayer<S>>(
    input: &PaddedTensor<L::Input>,
    group: Group,
    to: &mut [i16],
) {
    let (channels, values) = (input.channels(), input.values());
    // Relative to a border of one line.
    let corner = input.first_of(0) - input.stride() - 1;
    let within = input.lines() + 2;
    for tile in 0..group.count {
        let [top, left] = group.corner(tile);
        // Outputs on the board do not depend on points beyond the border; the first point serves as a dummy.
        let mut from = [[0; SPAN]; SPAN];
        for (row, from) in from.iter_mut().enumerate() {
            for (column, from) in from.iter_mut().enumerate() {
                if top + row < within && left + column < within {
                    *from = (corner + (top + row) * input.stride() + left + column) * channels;
                }
            }
        }
        for channel in (0..channels).step_by(2 * S::Lanes::LANES) {
            // SAFETY: the caller guarantees the instructions. All points are on the board or on its border of one
            // line, and the places are those of this tile.
            unsafe {
                let at = values.as_ptr().add(channel);
                let zero = L::load_input(at);
                let mut columns = [[zero; SPAN]; SPAN];
                for (column, to) in columns.iter_mut().enumerate() {
                    let mut line = [zero; SPAN];
                    for (value, from) in line.iter_mut().zip(&from) {
                        *value = L::load_input(at.add(from[column]));
                    }
                    *to = transform_line::<S::Halves>(line);
                }
                for row in 0..SPAN {
                    let mut line = [zero; SPAN];
                    for (value, column) in line.iter_mut().zip(&columns) {
                        *value = column[row];
                    }
                    let line = transform_line::<S::Halves>(line);
                    for (column, value) in line.into_iter().enumerate() {
                        let place = row * SPAN + column;
                        let at = (place * group.count + tile) * channels + channel;
                        S::store_shorts(value, to.as_mut_ptr().add(at));
                    }
                }
            }
        }
    }
}

/// Transforms five activations of a row or column: the product with [`INPUT`].
///
/// [`INPUT`]: super::winograd_weights::INPUT
///
/// # Safety
/// The processor must have the instructions of the backend.
#[inline(always)]
unsafe fn transform_line<A: Additive>(d: [A::Vector; SPAN]) -> [A::Vector; SPAN] {
    // SAFETY: the caller guarantees the instructions; no memory is accessed.
    unsafe {
        let a = A::subtract(d[3], d[1]);
        let b = A::subtract(d[0], d[2]);
        let c = A::subtract(d[1], d[2]);
        [
            A::add(a, A::add(b, b)),
            A::subtract(a, A::add(d[1], d[2])),
            A::add(A::add(a, c), A::add(c, c)),
            a,
            A::subtract(A::subtract(d[4], d[2]), A::add(a, a)),
        ]
    }
}

/// Transforms the sums of a tile back, and finishes the outputs of its points on the board.
///
/// # Safety
/// The processor must have the instructions of the backend; `sums` are those of all places of the tile, whose first
/// point is at `corner`, and `layer` has the outputs from `channel` on.
#[inline(always)]
unsafe fn finish_tile<S: I16Vec, L: WinogradLayer<S>>(
    layer: &L,
    sums: *const [S::Sums; VECTORS],
    corner: [usize; 2],
    lines: usize,
    channel: usize,
) {
    for vector in 0..VECTORS {
        let channel = channel + vector * S::Lanes::LANES;
        // SAFETY: the caller guarantees the instructions, the sums and the outputs; the points are on the board.
        unsafe {
            let any = layer.number(sums.read_unaligned()[vector], 0, channel);
            let mut columns = [[any; TILE]; SPAN];
            for (column, outputs) in columns.iter_mut().enumerate() {
                let mut line = [any; SPAN];
                for (row, value) in line.iter_mut().enumerate() {
                    let place = row * SPAN + column;
                    let sums = sums.add(place).read_unaligned();
                    *value = layer.number(sums[vector], place, channel);
                }
                *outputs = transform_sums::<L::Numbers>(line);
            }
            let mut rows = [[any; TILE]; TILE];
            for (row, outputs) in rows.iter_mut().enumerate() {
                let [a, b, c, d, e] = columns;
                *outputs = transform_sums::<L::Numbers>([a[row], b[row], c[row], d[row], e[row]]);
            }
            // By reference: iterating an array by value copies it through memory, and loads wait for the stores.
            for (row, outputs) in (corner[0]..lines).zip(&rows) {
                for (column, output) in (corner[1]..lines).zip(outputs) {
                    layer.finish(*output, row, column, channel);
                }
            }
        }
    }
}

/// Transforms five sums of a row or column: the product with the transposed Vandermonde matrix of the interpolation
/// points. Integers that overflow in intermediate results are correct at the end.
///
/// # Safety
/// The processor must have the instructions of the backend.
#[inline(always)]
unsafe fn transform_sums<A: Additive>(m: [A::Vector; SPAN]) -> [A::Vector; TILE] {
    // SAFETY: the caller guarantees the instructions; no memory is accessed.
    unsafe {
        let (both, difference) = (A::add(m[1], m[2]), A::subtract(m[1], m[2]));
        let twice = A::add(m[3], m[3]);
        [
            A::add(A::add(m[0], m[3]), both),
            A::add(twice, difference),
            A::add(A::add(A::add(twice, twice), both), m[4]),
        ]
    }
}
