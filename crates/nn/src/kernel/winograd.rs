//! Convolutions of 3x3 bytes by Winograd's algorithm: 25 products for the nine outputs of a tile of 3x3 points,
//! in place of 81, of numbers of 16 bits in place of 8.
//!
//! They are whole numbers all the way: weights are taken 36 times, sums are divided by 36 without a rest, and
//! results are those of the portable kernel to the last bit. Where a processor has dot products of bytes, which
//! add four at a time, these are faster without.

#![allow(unsafe_code)]

use std::hint::black_box;

use super::activations::Activations;
use super::arithmetic::Integer;
use super::convolution::Convolution;
use super::output::Output;
use super::simd::Simd;
use super::tile::{self, TileContext, finish};
use crate::aligned::Aligned;

/// The lines and columns of outputs of a tile.
const OUTPUTS: usize = 3;

/// The lines and columns of inputs of a tile.
const SPAN: usize = 5;

/// The places of a transformed tile.
const PLACES: usize = SPAN * SPAN;

/// About so many tiles go by before the next weights: few leave the near cache, and weights are loaded seldom.
const TILES_TOGETHER: usize = 14;

/// The outputs whose weights lie together.
const BLOCK: usize = 16;

/// What transforms three weights of a line or column, six times: the values of the polynomial whose
/// coefficients they are, at 0, 1, -1, 2 and infinity, by factors that make [`transform`] whole numbers.
const WEIGHTS: [[i16; 3]; SPAN] = [[3, 0, 0], [-3, -3, -3], [-1, 1, -1], [1, 2, 4], [0, 0, 6]];

/// The inverse of 9 modulo 2^32.
const NINTH: i32 = 0x38e3_8e39;

/// Vectors of whole numbers of 32 bits, or of twice as many of 16 bits.
///
/// # Safety
/// As for [`Simd`]. A pointer must be valid for a vector of its numbers.
pub(super) trait Winograd: Simd<Of = Integer> {
    /// Loads bytes, as numbers of 16 bits.
    unsafe fn widen(at: *const u8) -> Self::Vector;
    /// The sums of numbers of 16 bits.
    unsafe fn add_halves(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The differences of numbers of 16 bits.
    unsafe fn subtract_halves(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Loads numbers of 16 bits.
    unsafe fn load_halves(at: *const i16) -> Self::Vector;
    /// Stores numbers of 16 bits.
    unsafe fn store_halves(values: Self::Vector, at: *mut i16);
    /// Loads two numbers of 16 bits into every lane. The pointer is valid for two.
    unsafe fn broadcast_pair(at: *const i16) -> Self::Vector;
    /// The sums plus the products of numbers of 16 bits, two in each lane.
    unsafe fn multiply_add_pairs(
        sums: Self::Vector,
        a: Self::Vector,
        b: Self::Vector,
    ) -> Self::Vector;
    /// Loads numbers of 32 bits.
    unsafe fn load_sums(at: *const i32) -> Self::Vector;
    /// Stores numbers of 32 bits.
    unsafe fn store_sums(values: Self::Vector, at: *mut i32);
    /// The sums of numbers of 32 bits, without what does not fit.
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The differences of numbers of 32 bits, without what does not fit.
    unsafe fn subtract(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// A quarter of numbers of 32 bits, rounded down, times a number, without what does not fit.
    unsafe fn quarter_times(values: Self::Vector, factor: i32) -> Self::Vector;
}

/// The transformed weights of a convolution of 3x3, of shape `[outputs / BLOCK, PLACES, inputs / 2, BLOCK, 2]`:
/// a kernel goes through them from the first to the last.
pub(super) fn transformed(layer: &Convolution<Integer>) -> Aligned<i16> {
    let Convolution { inputs, outputs, .. } = *layer;
    let mut transformed = Aligned::zeros(PLACES * inputs * outputs);
    for input in 0..inputs {
        for output in 0..outputs {
            let weight = |line: usize, column: usize| {
                let word = ((line * 3 + column) * inputs + input) / 4;
                i16::from(layer.weights[(word * outputs + output) * 4 + input % 4])
            };
            for place in 0..PLACES {
                let [lines, columns] = [WEIGHTS[place / SPAN], WEIGHTS[place % SPAN]];
                // At most 81 * 128.
                let of_line = |line: usize| -> i16 {
                    (0..3).map(|column| columns[column] * weight(line, column)).sum()
                };
                let at = weight_at(inputs, output, place) + input / 2 * 2 * BLOCK + input % 2;
                transformed[at] = (0..3).map(|line| lines[line] * of_line(line)).sum();
            }
        }
    }
    transformed
}

/// The index of the first weight of an output and a place. Those for the next two inputs are `2 * BLOCK` further.
fn weight_at(inputs: usize, output: usize, place: usize) -> usize {
    ((output / BLOCK * PLACES + place) * (inputs / 2) * BLOCK + output % BLOCK) * 2
}

/// Evaluates a convolution: by Winograd's algorithm where it is one of 3x3 of enough channels.
///
/// # Safety
/// The processor must have the instructions.
///
/// # Panics
/// Where the shapes of the input, the output, the biases and the layer do not fit.
#[inline(always)]
pub(super) unsafe fn convolve<S: Winograd>(
    layer: &Convolution<Integer>,
    biases: &[f32],
    max: f32,
    input: &Activations<u8>,
    output: Output<'_, Integer>,
) {
    let block = 2 * S::LANES;
    if layer.taps != 9
        || !layer.inputs.is_multiple_of(block)
        || !layer.outputs.is_multiple_of(block)
    {
        // SAFETY: the caller vouches for the instructions.
        return unsafe { tile::convolve::<S>(layer, biases, max, input, output) };
    }
    let context = TileContext::<S>::new(layer, biases, max, input, output);
    let weights = layer.transformed.get_or_init(|| transformed(layer));
    assert_eq!(weights.len(), PLACES * layer.inputs * layer.outputs, "a weight for each place");
    let across = input.lines().div_ceil(OUTPUTS);
    let rows = (TILES_TOGETHER / across).clamp(1, across);
    let mut places = Aligned::<i16>::zeros(PLACES * rows * across * layer.inputs);
    let mut sums = Aligned::<i32>::zeros(PLACES * rows * across * block);
    for first in (0..across).step_by(rows) {
        let tiles = first * across..(first + rows).min(across) * across;
        for (i, tile) in tiles.clone().enumerate() {
            let at = [tile / across * OUTPUTS, tile % across * OUTPUTS];
            // SAFETY: the tile is one of the board, and there is room for as many tiles.
            unsafe { transform::<S>(input, at, i, tiles.len(), &mut places) };
        }
        for channel in (0..layer.outputs).step_by(block) {
            for place in 0..PLACES {
                let inputs = layer.inputs;
                let of_vector = |channel| &weights[weight_at(inputs, channel, place)..];
                let of_place = Products {
                    activations: &places[place * tiles.len() * inputs..][..tiles.len() * inputs],
                    weights: [of_vector(channel), of_vector(channel + S::LANES)],
                    inputs,
                };
                let to = &mut sums[place * tiles.len() * block..][..tiles.len() * block];
                // SAFETY: the caller vouches for the instructions.
                unsafe { of_place.sums::<S>(to) };
            }
            for (i, tile) in tiles.clone().enumerate() {
                let at = [tile / across * OUTPUTS, tile % across * OUTPUTS];
                for vector in [0, S::LANES] {
                    let from = &sums[i * block + vector..];
                    // SAFETY: the tile is one of the board, and the channels are outputs of the layer.
                    unsafe {
                        let outputs = outputs_of::<S>(from, tiles.len() * block);
                        finish_tile(&context, input, at, channel + vector, &outputs);
                    }
                }
            }
        }
    }
}

/// Transforms the inputs of the tile whose first output is at this line and column, as number `i` of `tiles`;
/// `places` has the shape `[PLACES, tiles, inputs]`.
///
/// # Safety
/// The processor must have the instructions.
#[inline(always)]
unsafe fn transform<S: Winograd>(
    input: &Activations<u8>,
    at: [usize; 2],
    i: usize,
    tiles: usize,
    places: &mut [i16],
) {
    let (lines, channels) = (input.lines(), input.channels());
    // A tile begins a line above and a column left of its first output. What lies beyond the line and the
    // column of zeros around the board adds to no output on it: any point will do.
    let before = |first: usize, beyond: usize| (first + beyond).min(lines + 1);
    let points: [[usize; SPAN]; SPAN] = std::array::from_fn(|line| {
        let row = before(at[0], line) * input.stride();
        std::array::from_fn(|column| (row + before(at[1], column)) * channels)
    });
    let values = input.values();
    assert!(
        values.len() >= points[SPAN - 1][SPAN - 1] + channels
            && channels.is_multiple_of(2 * S::LANES)
    );
    assert!(places.len() >= PLACES * tiles * channels && i < tiles);
    for channel in (0..channels).step_by(2 * S::LANES) {
        // SAFETY: the caller vouches for the instructions; the last point is within the input and the last place
        // within the output, as was asserted.
        unsafe {
            let mut rows = [[S::zero(); SPAN]; SPAN];
            for (row, points) in rows.iter_mut().zip(&points) {
                for (values_of, &point) in row.iter_mut().zip(points) {
                    let from = values.as_ptr().add(point + channel);
                    *values_of = S::widen(from);
                }
                *row = transform_line::<S>(*row);
            }
            for column in 0..SPAN {
                let [a, b, c, d, e] = rows;
                let line = [a[column], b[column], c[column], d[column], e[column]];
                for (line, &values) in transform_line::<S>(line).iter().enumerate() {
                    let place = line * SPAN + column;
                    let to = places.as_mut_ptr().add((place * tiles + i) * channels + channel);
                    S::store_halves(values, to);
                }
            }
        }
    }
}

/// Transforms five activations of a line or column: by rows `[2, -1, -2, 1, 0]`, `[0, -2, -1, 1, 0]`,
/// `[0, 2, -3, 1, 0]`, `[0, -1, 0, 1, 0]` and `[0, 2, -1, -2, 1]`.
///
/// From activations of at most 127 both passes make numbers of at most 18 * 127.
///
/// # Safety
/// The processor must have the instructions.
#[inline(always)]
unsafe fn transform_line<S: Winograd>([a, b, c, d, e]: [S::Vector; SPAN]) -> [S::Vector; SPAN] {
    // SAFETY: the caller vouches for the instructions; no memory is touched.
    unsafe {
        let (d_b, d_c) = (S::subtract_halves(d, b), S::subtract_halves(d, c));
        let (a_c, e_c) = (S::subtract_halves(a, c), S::subtract_halves(e, c));
        let b_c = S::subtract_halves(b, c);
        [
            S::add_halves(S::add_halves(a_c, a_c), d_b),
            S::subtract_halves(d_c, S::add_halves(b, b)),
            S::add_halves(d_c, S::add_halves(b_c, b_c)),
            d_b,
            S::subtract_halves(e_c, S::add_halves(d_b, d_b)),
        ]
    }
}

/// The products of one place of all tiles with the weights of two vectors of outputs.
struct Products<'a> {
    /// Transformed inputs of shape `[tiles, inputs]`.
    activations: &'a [i16],
    /// Transformed weights from those of each vector on.
    weights: [&'a [i16]; 2],
    inputs: usize,
}

impl Products<'_> {
    /// Their sums, of shape `[tiles, 2 * LANES]`.
    ///
    /// # Safety
    /// The processor must have the instructions.
    #[inline(always)]
    unsafe fn sums<S: Winograd>(&self, to: &mut [i32]) {
        let Products { activations, weights, inputs } = *self;
        let tiles = activations.len() / inputs;
        let last_weight = (inputs / 2 - 1) * 2 * BLOCK + 2 * S::LANES;
        assert!(weights.iter().all(|weights| weights.len() >= last_weight));
        assert!(to.len() == tiles * 2 * S::LANES);
        let parts = tiles.div_ceil(S::TILE_POINTS);
        let mut tile = 0;
        for part in 0..parts {
            let count = (tiles + part) / parts;
            // SAFETY: the caller vouches for the instructions; the parts add up to the tiles, whose inputs and weights
            // are there, as was asserted.
            unsafe {
                match count {
                    10 if S::TILE_POINTS >= 10 => self.sums_of::<S, 10>(tile, to),
                    9 if S::TILE_POINTS >= 9 => self.sums_of::<S, 9>(tile, to),
                    8 if S::TILE_POINTS >= 8 => self.sums_of::<S, 8>(tile, to),
                    7 if S::TILE_POINTS >= 7 => self.sums_of::<S, 7>(tile, to),
                    6 if S::TILE_POINTS >= 6 => self.sums_of::<S, 6>(tile, to),
                    5 => self.sums_of::<S, 5>(tile, to),
                    4 => self.sums_of::<S, 4>(tile, to),
                    3 => self.sums_of::<S, 3>(tile, to),
                    2 => self.sums_of::<S, 2>(tile, to),
                    _ => self.sums_of::<S, 1>(tile, to),
                }
            }
            tile += count;
        }
    }

    /// The sums of so many tiles from one on.
    ///
    /// # Safety
    /// The processor must have the instructions, the tiles must be there, and the shapes fit.
    #[inline(always)]
    unsafe fn sums_of<S: Winograd, const TILES: usize>(&self, tile: usize, to: &mut [i32]) {
        // SAFETY: the caller vouches for the instructions and all places that are read and written.
        unsafe {
            let mut sums = [[S::zero(); 2]; TILES];
            let [mut low, mut high] = self.weights.map(<[i16]>::as_ptr);
            let mut activations = self.activations.as_ptr().add(tile * self.inputs);
            for _ in 0..self.inputs / 2 {
                let weights = [S::load_halves(low), S::load_halves(high)];
                for (i, sums) in sums.iter_mut().enumerate() {
                    let word = S::broadcast_pair(activations.add(i * self.inputs));
                    sums[0] = S::multiply_add_pairs(sums[0], word, weights[0]);
                    sums[1] = S::multiply_add_pairs(sums[1], word, weights[1]);
                }
                activations = activations.add(2);
                low = low.add(2 * BLOCK);
                high = high.add(2 * BLOCK);
            }
            // Moves the accumulators out of the registers at once, as in `tile`.
            let sums = black_box(sums);
            let to = to.as_mut_ptr().add(tile * 2 * S::LANES);
            for (i, [low, high]) in sums.into_iter().enumerate() {
                S::store_sums(low, to.add(i * 2 * S::LANES));
                S::store_sums(high, to.add((i * 2 + 1) * S::LANES));
            }
        }
    }
}

/// The accumulators of the nine outputs of a tile, from the sums of its places, which lie at this distance.
///
/// # Safety
/// The processor must have the instructions.
#[inline(always)]
unsafe fn outputs_of<S: Winograd>(
    sums: &[i32],
    distance: usize,
) -> [[S::Vector; OUTPUTS]; OUTPUTS] {
    assert!(sums.len() >= (PLACES - 1) * distance + S::LANES);
    // SAFETY: the caller vouches for the instructions; the last place is within the sums.
    unsafe {
        let mut columns = [[S::zero(); OUTPUTS]; SPAN];
        for (column, outputs) in columns.iter_mut().enumerate() {
            let mut line = [S::zero(); SPAN];
            for (i, sum) in line.iter_mut().enumerate() {
                let place = i * SPAN + column;
                *sum = S::load_sums(sums.as_ptr().add(place * distance));
            }
            *outputs = output_line::<S>(line);
        }
        let mut outputs = [[S::zero(); OUTPUTS]; OUTPUTS];
        for (i, outputs) in outputs.iter_mut().enumerate() {
            let [a, b, c, d, e] = columns;
            let [x, y, z] = output_line::<S>([a[i], b[i], c[i], d[i], e[i]]);
            *outputs = [thirty_sixth::<S>(x), thirty_sixth::<S>(y), thirty_sixth::<S>(z)];
        }
        outputs
    }
}

/// Transforms the sums of a line or column back: by rows `[1, 1, 1, 1, 0]`, `[0, 1, -1, 2, 0]` and
/// `[0, 1, 1, 4, 1]`. What does not fit 32 bits on the way does in the end.
///
/// # Safety
/// The processor must have the instructions.
#[inline(always)]
unsafe fn output_line<S: Winograd>([a, b, c, d, e]: [S::Vector; SPAN]) -> [S::Vector; OUTPUTS] {
    // SAFETY: the caller vouches for the instructions; no memory is touched.
    unsafe {
        let (sum, difference) = (S::add(b, c), S::subtract(b, c));
        let twice = S::add(d, d);
        [
            S::add(S::add(a, d), sum),
            S::add(difference, twice),
            S::add(S::add(sum, e), S::add(twice, twice)),
        ]
    }
}

/// A thirty-sixth of numbers that 36 divides.
///
/// # Safety
/// The processor must have the instructions.
#[inline(always)]
unsafe fn thirty_sixth<S: Winograd>(numbers: S::Vector) -> S::Vector {
    // SAFETY: the caller vouches for the instructions; no memory is touched.
    unsafe { S::quarter_times(numbers, NINTH) }
}

/// Dequantises and stores the outputs of a tile that are on the board, of a vector of channels.
///
/// # Safety
/// The processor must have the instructions; `at` is a point of the board, and the channels are outputs of the layer.
#[inline(always)]
unsafe fn finish_tile<S: Winograd>(
    context: &TileContext<'_, S>,
    input: &Activations<u8>,
    at: [usize; 2],
    channel: usize,
    outputs: &[[S::Vector; OUTPUTS]; OUTPUTS],
) {
    let lines = input.lines();
    for (row, outputs) in (at[0]..lines).zip(outputs) {
        let first = input.first_of(row) + at[1];
        for (point, &sums) in (first..input.first_of(row) + lines).zip(outputs) {
            // SAFETY: the point is on the board, and the caller vouches for the channels.
            unsafe { finish(context, sums, point * context.layer.outputs + channel, channel) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thirty_sixth_of_what_36_divides_is_exact() {
        for number in [0_i32, 1, -1, 9 * 256 * 127 * 128, -9 * 256 * 127 * 128] {
            assert_eq!(((36 * number) >> 2).wrapping_mul(NINTH), number);
        }
    }
}
