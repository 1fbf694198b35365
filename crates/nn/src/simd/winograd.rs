//! Convolutions of size 3 by Winograd's F(3×3, 3×3): 25 products for 9 points of the board, not 81.
//!
//! A tile of 3×3 points reads 5×5 points, which are transformed exactly, in 16 bits. Each of the 25
//! places of a transformed tile has a matrix product of its own over all tiles; the sums of products
//! are transformed back as `f32`. The points of the interpolation are 0, 1, -1, 2 and infinity; see
//! Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks" (2015).

#![allow(unsafe_code)]

use crate::aligned::Aligned;

use super::finish::{Finish, FinishTile, TilePlace, finish_point};
use super::layer::Layer;
use super::number::I16;
use super::padded::Padded;
use super::tile::{MOST_POINTS, TileSums, tile, tiles};
use super::vector::{Dot, FloatsOf, Lanes, Product};
use super::weights::{PLACES, SPAN};
use super::winograd_weights::BLOCK;

/// Width and height of a tile, in points.
const TILE: usize = 3;

/// Vectors of activations of 16 bits.
///
/// # Safety
/// As for [`Dot`]; a pointer is valid for two activations for each lane.
pub(super) trait Shorts: Dot<Number = I16> {
    /// Two activations in each lane.
    type Shorts: Copy;

    /// Loads activations.
    unsafe fn load_shorts(at: *const i16) -> Self::Shorts;
    /// Stores activations.
    unsafe fn store_shorts(values: Self::Shorts, at: *mut i16);
    /// `a + b`, modulo 2¹⁶.
    unsafe fn add_shorts(a: Self::Shorts, b: Self::Shorts) -> Self::Shorts;
    /// `a - b`, modulo 2¹⁶.
    unsafe fn subtract_shorts(a: Self::Shorts, b: Self::Shorts) -> Self::Shorts;
}

/// A backend whose number type may have Winograd layers.
pub(super) trait WinogradLayer: FinishTile + Sized {
    /// Computes and finishes a Winograd layer as [`sums`] does, on which what it asks is written. Only number
    /// types with [`Number::WINOGRAD`](super::number::Number::WINOGRAD) have such layers.
    ///
    /// # Safety
    /// As for [`sums`].
    #[inline(always)]
    unsafe fn winograd(
        _layer: &Layer<Self::Number>,
        _input: &Padded<Self::Number>,
        _memory: &mut Transformed,
        _finish: &Finish<'_, Self>,
        _padded: (usize, usize),
    ) {
        unreachable!("layers of this number type are direct")
    }
}

/// Memory for transformed tiles.
#[derive(Debug)]
pub(crate) struct Transformed {
    /// The inputs, `[place][tile][channel]`.
    inputs: Aligned<i16>,
    /// The sums of products for a block of outputs, `[tile][place][output]`.
    sums: Aligned<i32>,
}

impl Default for Transformed {
    fn default() -> Transformed {
        Transformed { inputs: Aligned::zeros(0), sums: Aligned::zeros(0) }
    }
}

impl Transformed {
    /// Makes room for so many tiles of an input.
    fn reserve(&mut self, tiles: usize, channels: usize) {
        if self.inputs.len() < PLACES * tiles * channels {
            self.inputs = Aligned::zeros(PLACES * tiles * channels);
        }
        if self.sums.len() < tiles * PLACES * BLOCK {
            self.sums = Aligned::zeros(tiles * PLACES * BLOCK);
        }
    }
}

/// Computes the sums of a layer and finishes them.
///
/// # Safety
/// The processor must have the instructions of the backend, and all pointers of `finish` must be valid
/// for the board of the input and the outputs of the layer. The next input begins, and goes from row to
/// row, as `padded` says.
///
/// # Panics
/// Where the shapes of the layer and the input do not fit.
#[inline(always)]
pub(super) unsafe fn sums<D: Shorts + FinishTile>(
    layer: &Layer<I16>,
    input: &Padded<I16>,
    memory: &mut Transformed,
    finish: &Finish<'_, D>,
    padded: (usize, usize),
) {
    let (lines, inputs) = (input.lines(), layer.shape.inputs);
    let across = lines.div_ceil(TILE);
    let all = across * across;
    // The pointers below rest on these: they are checked in every build.
    assert!(2 * D::Lanes::LANES == BLOCK && inputs.is_multiple_of(BLOCK));
    assert!(input.channels() == inputs && input.border() >= 1, "the input fits");
    assert!(layer.weights.len() == PLACES * inputs * layer.shape.outputs);
    assert!(layer.scales.len() == PLACES * layer.shape.outputs);
    assert!(size_of::<[D::Sums; 2]>() == BLOCK * size_of::<i32>());
    memory.reserve(all, inputs);
    // SAFETY: the caller vouches for the instructions; the input has a border, and its channels are
    // whole vectors; the memory has a place for every tile.
    unsafe { transform_input::<D>(input, across, &mut memory.inputs) };
    let product = Product::<D> {
        activations: memory.inputs.as_ptr(),
        point_stride: inputs,
        taps: &[0],
        words: inputs / 2,
        weight_stride: 2 * BLOCK,
    };
    // SAFETY: the caller vouches for the instructions; no memory is touched.
    let start = [unsafe { D::zero() }; 2];
    let sums = memory.sums.as_mut_ptr().cast::<[D::Sums; 2]>();
    let mut found: TileSums<D> = [start; MOST_POINTS];
    for block in 0..layer.shape.outputs / BLOCK {
        let weights = layer.weights[block * PLACES * inputs * BLOCK..].as_ptr();
        let scales = layer.scales[block * PLACES * BLOCK..].as_ptr();
        // The weights of a place stay in the first cache while all tiles go by.
        for place in 0..PLACES {
            for (first, count) in tiles(all, D::TILE_POINTS) {
                // SAFETY: the caller vouches for the instructions. The points are transformed tiles, and the
                // weights are those of a block and a place, as asserted above; there is room for the sums of
                // all places of all tiles.
                unsafe {
                    let weights = weights.add(place * inputs * BLOCK);
                    let point = (place * all + first) * inputs;
                    tile::<D>(&product, weights, start, point, count, &mut found);
                    for (i, found) in found[..count].iter().enumerate() {
                        sums.add((first + i) * PLACES + place).write_unaligned(*found);
                    }
                }
            }
        }
        for tile in 0..all {
            let (row, column) = (tile / across * TILE, tile % across * TILE);
            let corner = TilePlace {
                point: row * lines + column,
                padded_point: padded.0 + row * padded.1 + column,
                points: 1,
                channel: block * BLOCK,
            };
            let size = [(lines - row).min(TILE), (lines - column).min(TILE)];
            // SAFETY: the caller vouches for the instructions and for `finish`; the tile's points are cut to
            // those of the board, the scales are those of the block, and the sums of all places of the tile
            // were written above.
            unsafe {
                let sums = sums.add(tile * PLACES);
                finish_outputs::<D>(finish, sums, scales, corner, size, [lines, padded.1]);
            }
        }
    }
}

/// Transforms all tiles of an input.
///
/// # Safety
/// The processor must have the instructions of the backend; the input has a border and channels in whole
/// vectors, and `to` is as long as all transformed tiles are.
#[inline(always)]
unsafe fn transform_input<D: Shorts>(input: &Padded<I16>, across: usize, to: &mut [i16]) {
    let (channels, all, values) = (input.channels(), across * across, input.values());
    // Counted with a border of one line.
    let corner = input.first_of(0) - input.stride() - 1;
    let within = input.lines() + 2;
    for tile in 0..all {
        let (top, left) = (tile / across * TILE, tile % across * TILE);
        // Behind the border everything is as the first point, which belongs to the border.
        let mut from = [[0; SPAN]; SPAN];
        for (row, from) in from.iter_mut().enumerate() {
            for (column, from) in from.iter_mut().enumerate() {
                if top + row < within && left + column < within {
                    *from = (corner + (top + row) * input.stride() + left + column) * channels;
                }
            }
        }
        for channel in (0..channels).step_by(BLOCK) {
            // SAFETY: the caller vouches for the instructions. All points are on the board or on its
            // border of one line, and the places are those of this tile.
            unsafe {
                let at = values.as_ptr().add(channel);
                let zero = D::load_shorts(at);
                let mut columns = [[zero; SPAN]; SPAN];
                for (column, to) in columns.iter_mut().enumerate() {
                    let mut line = [zero; SPAN];
                    for (value, from) in line.iter_mut().zip(&from) {
                        *value = D::load_shorts(at.add(from[column]));
                    }
                    *to = transform_line::<D>(line);
                }
                for row in 0..SPAN {
                    let mut line = [zero; SPAN];
                    for (value, column) in line.iter_mut().zip(&columns) {
                        *value = column[row];
                    }
                    for (column, value) in transform_line::<D>(line).into_iter().enumerate() {
                        let place = ((row * SPAN + column) * all + tile) * channels + channel;
                        D::store_shorts(value, to.as_mut_ptr().add(place));
                    }
                }
            }
        }
    }
}

/// Transforms five activations of a line or column: the product with [`INPUT`].
///
/// [`INPUT`]: super::winograd_weights::INPUT
///
/// # Safety
/// The processor must have the instructions of the backend.
#[inline(always)]
unsafe fn transform_line<D: Shorts>(d: [D::Shorts; SPAN]) -> [D::Shorts; SPAN] {
    // SAFETY: the caller vouches for the instructions; no memory is touched.
    unsafe {
        let a = D::subtract_shorts(d[3], d[1]);
        let b = D::subtract_shorts(d[0], d[2]);
        let c = D::subtract_shorts(d[1], d[2]);
        [
            D::add_shorts(a, D::add_shorts(b, b)),
            D::subtract_shorts(a, D::add_shorts(d[1], d[2])),
            D::add_shorts(D::add_shorts(a, c), D::add_shorts(c, c)),
            a,
            D::subtract_shorts(D::subtract_shorts(d[4], d[2]), D::add_shorts(a, a)),
        ]
    }
}

/// Transforms the sums of a tile to the outputs of its points, and finishes those of the board.
///
/// # Safety
/// The processor must have the instructions of the backend; `sums` are those of all places of the tile, and
/// `scales` those of a block; `finish` is valid for the points of the tile, of which there are `size` from
/// `corner` on, at distances of `strides` from row to row.
#[inline(always)]
// Both loops go over parts of several arrays.
#[allow(clippy::needless_range_loop)]
unsafe fn finish_outputs<D: Shorts + FinishTile>(
    finish: &Finish<'_, D>,
    sums: *const [D::Sums; 2],
    scales: *const f32,
    corner: TilePlace,
    size: [usize; 2],
    strides: [usize; 2],
) {
    for vector in 0..2 {
        // SAFETY: the caller vouches for the instructions and the pointers.
        unsafe {
            let first = vector * D::Lanes::LANES;
            let bias = D::Lanes::load(finish.biases.add(corner.channel + first));
            let mut rows = [[bias; SPAN]; TILE];
            for column in 0..SPAN {
                let mut line = [bias; SPAN];
                for (row, value) in line.iter_mut().enumerate() {
                    let place = row * SPAN + column;
                    let scale = D::Lanes::load(scales.add(place * BLOCK + first));
                    let sums = sums.add(place).read_unaligned();
                    *value = D::Lanes::multiply(D::floats(sums[vector]), scale);
                }
                for (row, value) in transform_sums::<D>(line).into_iter().enumerate() {
                    rows[row][column] = value;
                }
            }
            let mut outputs = [[bias; TILE]; TILE];
            for (row, outputs) in rows.iter().zip(&mut outputs) {
                for (output, value) in outputs.iter_mut().zip(transform_sums::<D>(*row)) {
                    *output = D::Lanes::add(value, bias);
                }
            }
            for (row, outputs) in outputs[..size[0]].iter().enumerate() {
                let place = TilePlace {
                    point: corner.point + row * strides[0],
                    padded_point: corner.padded_point + row * strides[1],
                    ..corner
                };
                for (column, &output) in outputs[..size[1]].iter().enumerate() {
                    finish_point(finish, output, place, column, corner.channel + first);
                }
            }
        }
    }
}

/// Transforms five sums of a line or column: the product with the transposed Vandermonde matrix of the
/// points of the interpolation.
///
/// # Safety
/// The processor must have the instructions of the backend.
#[inline(always)]
unsafe fn transform_sums<D: Dot>(m: [FloatsOf<D>; SPAN]) -> [FloatsOf<D>; TILE] {
    // SAFETY: the caller vouches for the instructions; no memory is touched.
    unsafe {
        let both = D::Lanes::add(m[1], m[2]);
        let two = D::Lanes::splat(2.0);
        let four = D::Lanes::splat(4.0);
        [
            D::Lanes::add(D::Lanes::add(m[0], m[3]), both),
            D::Lanes::multiply_add(m[3], two, D::Lanes::subtract(m[1], m[2])),
            D::Lanes::add(D::Lanes::multiply_add(m[3], four, both), m[4]),
        ]
    }
}
