//! Multi-head attention whose products have 16-bit integers, with the softmax in `f32`.
//!
//! Queries, keys and values are quantised with a step per head. The levels are as fine as 32-bit sums allow: about
//! 8000 for queries and keys of length 32, and 700 for the values of 361 points. The error is far below that of 8-bit
//! layers.

#![allow(unsafe_code)]
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]

use std::ops::Range;

use crate::simd::vector::{Lanes, Product, Shorts};

use super::attention_job::{AttentionJob, Heads, IntegerMemory, PER_WORD, padded_query};
use super::math::power_of_two;
use super::padded_tensor::{CHANNELS, padded};
use super::rotation::{Angles, rotate};
use super::tile::{MOST_POINTS, TileSums, tile, tiles};

/// The weight of the key with the highest score. A power of two.
const HIGHEST_WEIGHT: f32 = 8192.0;

/// The largest sum of products: at most 31 bits, with some room for rounding.
const MOST_SUM: f32 = 2.1e9;

/// Computes attention.
///
/// # Safety
/// The processor must have the instructions of the backend.
///
/// # Panics
/// Panics if shapes do not match.
#[inline(always)]
pub(super) unsafe fn attend_by_integers<D: Shorts>(job: AttentionJob<'_>) {
    let AttentionJob { shape, angles, points, rows, memory, to } = job;
    let (width, output_width) = (padded(shape.width()), padded(shape.output_width()));
    assert!(rows.len() >= points * width && to.len() >= points * output_width);
    let rows = &rows[..points * width];
    memory.integers.fit(shape, points);
    let memory = &mut memory.integers;
    let shared = shape.heads / shape.kv_heads;
    let query_levels = (MOST_SUM / shape.query_length as f32).sqrt().floor();
    let value_levels = (MOST_SUM / (HIGHEST_WEIGHT + 2.0) / points as f32).floor();
    let [query_levels, value_levels] =
        [query_levels, value_levels].map(|levels| levels.min(i16::MAX.into()));
    for kv_head in 0..shape.kv_heads {
        let part = |range, angles| Part { rows, width, range, kv_head, angles };
        let query =
            |head: usize| part(head * shape.query_length..(head + 1) * shape.query_length, angles);
        let start = (shape.heads + shape.kv_heads) * shape.query_length;
        let start = start + kv_head * shape.value_length;
        let (key, value) = (query(shape.heads + kv_head), start..start + shape.value_length);
        let value = part(value, None);
        let IntegerMemory { rounded, turned, keys, values, .. } = memory;
        // SAFETY: the caller guarantees the instructions; the points are on the board, the memory fits the shape, and
        // the assertion above checks the result.
        unsafe {
            let key_step = key.quantise::<D>(query_levels, turned, rounded);
            pack_keys(padded_query(shape), points, rounded, keys);
            let value_step = value.quantise::<D>(value_levels, turned, rounded);
            let length = shape.value_length;
            let lengths = [length, length.next_multiple_of(PER_WORD)];
            pack_values(lengths, points, rounded, values);
            for head in kv_head * shared..(kv_head + 1) * shared {
                let IntegerMemory { rounded, turned, .. } = memory;
                let step = query(head).quantise::<D>(query_levels, turned, rounded);
                let scale = step * key_step / (shape.query_length as f32).sqrt();
                for (first, count) in tiles(points, D::TILE_POINTS) {
                    weigh_tile::<D>(shape, points, first, count, scale, memory);
                    let start = head * shape.value_length;
                    value_tile::<D>(shape, points, first, count, start, value_step, memory, to);
                }
            }
        }
    }
}

/// The part of each row with the queries, keys or values of a head, and the rotation of its points.
struct Part<'a> {
    rows: &'a [f32],
    /// The width of a row.
    width: usize,
    range: Range<usize>,
    /// The head whose angles apply.
    kv_head: usize,
    angles: Option<&'a Angles>,
}

impl Part<'_> {
    /// Rotates the part and quantises it to at most `levels`. Returns the step.
    ///
    /// # Safety
    /// The processor must have the instructions of the backend.
    #[inline(always)]
    unsafe fn quantise<D: Shorts>(&self, levels: f32, turned: &mut [f32], to: &mut [i16]) -> f32 {
        let length = self.range.len();
        let count = self.rows.len() / self.width * length;
        let turned = &mut turned[..count];
        let rows = self.rows.chunks_exact(self.width).zip(turned.chunks_exact_mut(length));
        match self.angles {
            Some(angles) => {
                assert_eq!(length, angles.vector_length());
                for (point, (row, turned)) in rows.enumerate() {
                    let from = &row[self.range.clone()];
                    let angles = angles.of(self.kv_head, angles.place(point));
                    // SAFETY: the caller guarantees the instructions; both slices have `length` numbers.
                    unsafe { rotate::<D::Lanes>(from.as_ptr(), angles, turned.as_mut_ptr()) };
                }
            }
            None => rows.for_each(|(row, turned)| turned.copy_from_slice(&row[self.range.clone()])),
        }
        // SAFETY: the caller guarantees the instructions.
        unsafe {
            let step = highest::<D::Lanes>(turned) / levels;
            let padded = length.next_multiple_of(PER_WORD);
            if length == padded {
                quantise::<D>(turned, 1.0 / step, &mut to[..count]);
                return step;
            }
            let rows = turned.chunks_exact(length);
            for (from, to) in rows.zip(to.chunks_exact_mut(padded)) {
                quantise::<D>(from, 1.0 / step, to);
            }
            step
        }
    }
}

/// Returns the largest magnitude of some numbers, at least a small positive number.
///
/// # Safety
/// The processor must have the instructions of the lanes.
#[inline(always)]
unsafe fn highest<L: Lanes>(numbers: &[f32]) -> f32 {
    // SAFETY: the caller guarantees the instructions, and each chunk has all lanes.
    unsafe {
        let zero = L::splat(0.0);
        // Several maxima, so that an operation does not wait for the previous one.
        let mut most = [zero; 4];
        let chunks = numbers.chunks_exact(4 * L::LANES);
        let mut rest = f32::MIN_POSITIVE * 1e6;
        for number in chunks.remainder() {
            rest = rest.max(number.abs());
        }
        for chunk in chunks {
            for (chunk, most) in chunk.chunks_exact(L::LANES).zip(&mut most) {
                let value = L::load(chunk.as_ptr());
                *most = L::max(L::max(value, L::subtract(zero, value)), *most);
            }
        }
        let [a, b, c, d] = most;
        L::maximum(L::max(L::max(a, b), L::max(c, d))).max(rest)
    }
}

/// Quantises numbers.
///
/// # Safety
/// The processor must have the instructions of the backend.
#[inline(always)]
unsafe fn quantise<D: Shorts>(from: &[f32], factor: f32, to: &mut [i16]) {
    let pair = 2 * D::Lanes::LANES;
    let whole = from.len() / pair * pair;
    let ((from, rest), (to, rest_to)) = (from.split_at(whole), to.split_at_mut(whole));
    // SAFETY: the caller guarantees the instructions. The vectors are complete, or in an array of 32 numbers, twice the
    // largest number of lanes.
    unsafe {
        let factor = D::Lanes::splat(factor);
        for (from, to) in from.chunks_exact(pair).zip(to.chunks_exact_mut(pair)) {
            let a = D::Lanes::multiply(D::Lanes::load(from.as_ptr()), factor);
            let second = D::Lanes::load(from.as_ptr().add(D::Lanes::LANES));
            D::store_rounded([a, D::Lanes::multiply(second, factor)], to.as_mut_ptr());
        }
        if !rest.is_empty() {
            let (mut numbers, mut rounded) = ([0.0; 32], [0; 32]);
            numbers[..rest.len()].copy_from_slice(rest);
            let a = D::Lanes::multiply(D::Lanes::load(numbers.as_ptr()), factor);
            let second = D::Lanes::load(numbers.as_ptr().add(D::Lanes::LANES));
            let b = D::Lanes::multiply(second, factor);
            D::store_rounded([a, b], rounded.as_mut_ptr());
            rest_to.copy_from_slice(&rounded[..rest_to.len()]);
        }
    }
}

/// Packs the keys of a head, of shape `[points][length]`, in the order in which products read weights.
#[inline(always)]
pub(super) fn pack_keys<T: Copy>(length: usize, points: usize, rows: &[T], to: &mut [T]) {
    // The last key fills its block, so that padding does not change the highest score.
    for place in 0..padded(points) {
        let point = place.min(points - 1);
        let words = rows[point * length..][..length].as_chunks::<PER_WORD>().0;
        let block = &mut to[place / CHANNELS * CHANNELS * length..][..CHANNELS * length];
        let block = block.as_chunks_mut::<PER_WORD>().0;
        for (to, word) in block[place % CHANNELS..].iter_mut().step_by(CHANNELS).zip(words) {
            *to = *word;
        }
    }
}

/// Packs the values of a head in the order in which products read weights. The rows are `width` apart.
#[inline(always)]
pub(super) fn pack_values<T: Copy>(
    [length, width]: [usize; 2],
    points: usize,
    rows: &[T],
    to: &mut [T],
) {
    let block_length = padded(points) * CHANNELS;
    for pair in 0..points.div_ceil(PER_WORD) {
        // The weight of a missing last value is 0.
        let places = [PER_WORD * pair, (PER_WORD * pair + 1).min(points - 1)];
        let [first, second] = places.map(|point| &rows[point * width..][..length]);
        let parts = first.chunks(CHANNELS).zip(second.chunks(CHANNELS));
        for (block, (firsts, seconds)) in parts.enumerate() {
            let place = block * block_length + pair * CHANNELS * PER_WORD;
            let to = to[place..][..CHANNELS * PER_WORD].as_chunks_mut::<PER_WORD>().0;
            for ((to, first), second) in to.iter_mut().zip(firsts).zip(seconds) {
                *to = [*first, *second];
            }
        }
    }
}

/// Computes the weights of all keys for some queries: the softmax of the scores, not yet divided by their sum.
///
/// # Safety
/// The processor must have the instructions of the backend, the memory must fit the shape, and the points must be on
/// the board.
#[inline(always)]
unsafe fn weigh_tile<D: Shorts>(
    shape: Heads,
    points: usize,
    first: usize,
    count: usize,
    scale: f32,
    memory: &mut IntegerMemory,
) {
    let (stride, length) = (padded(points), padded_query(shape));
    let product = Product::<D> {
        activations: memory.rounded.as_ptr(),
        point_stride: length,
        taps: &[0],
        words: length / PER_WORD,
        weight_stride: CHANNELS * PER_WORD,
        vector_stride: Product::<D>::ADJACENT,
    };
    // SAFETY: the caller guarantees the instructions, the memory and the points; a tile reads whole queries and a
    // block of keys, and each row of scores and weights has room for a block.
    unsafe {
        // A row of scores consists of pairs of vectors, in which tiles store their sums.
        let pair = 2 * D::Lanes::LANES;
        for key in (0..stride).step_by(pair) {
            let place = key / CHANNELS * length * CHANNELS + key % CHANNELS * PER_WORD;
            let keys = memory.keys[place..].as_ptr();
            let scores = memory.scores[key..].as_mut_ptr().cast::<[D::Sums; 2]>();
            let zeros = [D::zero(); 2];
            tile::<D, 2>(&product, keys, zeros, first * length, count, scores, stride / pair);
        }
        // The exponential by powers of two; the highest score has the highest weight.
        let factor = scale * std::f32::consts::LOG2_E;
        let rows = memory.scores.chunks_exact(stride).zip(memory.weights.chunks_exact_mut(stride));
        // For all queries first, so that a reduction does not wait for the weights of the previous query.
        let mut added = [0.0; MOST_POINTS];
        for (scores, added) in memory.scores.chunks_exact(stride).zip(&mut added).take(count) {
            let mut highest = [D::Lanes::splat(f32::MIN); 2];
            for pair in scores.chunks_exact(pair) {
                let sums = pair.as_ptr().cast::<[D::Sums; 2]>().read_unaligned();
                highest[0] = D::Lanes::max(D::floats(sums[0]), highest[0]);
                highest[1] = D::Lanes::max(D::floats(sums[1]), highest[1]);
            }
            let highest = D::Lanes::maximum(D::Lanes::max(highest[0], highest[1]));
            *added = HIGHEST_WEIGHT.log2() - highest * factor;
        }
        for ((scores, weights), added) in rows.zip(added).take(count) {
            let (added, factor) = (D::Lanes::splat(added), D::Lanes::splat(factor));
            for (pair, weights) in scores.chunks_exact(pair).zip(weights.chunks_exact_mut(pair)) {
                let [a, b] = pair.as_ptr().cast::<[D::Sums; 2]>().read_unaligned();
                let a = D::Lanes::multiply_add(D::floats(a), factor, added);
                let b = D::Lanes::multiply_add(D::floats(b), factor, added);
                let powers = [power_of_two::<D::Lanes>(a), power_of_two::<D::Lanes>(b)];
                D::store_rounded(powers, weights.as_mut_ptr());
            }
            // Padding keys have no weight.
            weights[points..].fill(0);
        }
    }
}

/// Adds the values of all points, multiplied by the weights of some queries and divided by their sum. The outputs of
/// the head begin at `start`.
///
/// # Safety
/// As for [`weigh_tile`]; the result must have all points.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "a part of the function above")]
unsafe fn value_tile<D: Shorts>(
    shape: Heads,
    points: usize,
    first: usize,
    count: usize,
    start: usize,
    step: f32,
    memory: &IntegerMemory,
    to: &mut [f32],
) {
    let stride = padded(points);
    let product = Product::<D> {
        activations: memory.weights.as_ptr(),
        point_stride: stride,
        taps: &[0],
        words: points.div_ceil(PER_WORD),
        weight_stride: CHANNELS * PER_WORD,
        vector_stride: Product::<D>::ADJACENT,
    };
    let output_width = padded(shape.output_width());
    // SAFETY: the caller guarantees the instructions, the memory and the points; a tile reads rows of weights and a
    // block of values, and the result has room for a block.
    unsafe {
        let zeros = [D::zero(); 2];
        let mut sums: TileSums<D, 2> = [zeros; MOST_POINTS];
        let mut factors = [0.0; MOST_POINTS];
        let rows = memory.weights.chunks_exact(stride);
        let ones = D::broadcast([1_i16; PER_WORD].as_ptr());
        for (factor, weights) in factors.iter_mut().zip(rows).take(count) {
            let mut sum = D::zero();
            for chunk in weights.chunks_exact(PER_WORD * D::Lanes::LANES) {
                sum = D::multiply_add(sum, ones, D::load_weights(chunk.as_ptr()));
            }
            *factor = step / D::Lanes::sum(D::floats(sum));
        }
        let mut result = [0.0_f32; CHANNELS];
        for channel in (0..shape.value_length).step_by(2 * D::Lanes::LANES) {
            let place = channel / CHANNELS * stride * CHANNELS + channel % CHANNELS * PER_WORD;
            let values = memory.values[place..].as_ptr();
            tile::<D, 2>(&product, values, zeros, 0, count, sums.as_mut_ptr(), 1);
            let used = (2 * D::Lanes::LANES).min(shape.value_length - channel);
            for (i, sums) in sums[..count].iter().enumerate() {
                let factor = D::Lanes::splat(factors[i]);
                let place = (first + i) * output_width + start + channel;
                let to = &mut to[place..place + used];
                let is_whole = used == 2 * D::Lanes::LANES;
                let at = if is_whole { to.as_mut_ptr() } else { result.as_mut_ptr() };
                for (vector, &sum) in sums.iter().enumerate() {
                    let value = D::Lanes::multiply(D::floats(sum), factor);
                    D::Lanes::store(value, at.add(vector * D::Lanes::LANES));
                }
                if !is_whole {
                    to.copy_from_slice(&result[..used]);
                }
            }
        }
    }
}
