//! Multi-head attention by products of `bf16` matrices, with the softmax in `f32`.
//!
//! The scores of a block of keys stay in the first-level cache: their weights do not wait for the highest score of all
//! keys. A rejected alternative: queries and keys that are sums of two `bf16` numbers give more exact scores, but reduce
//! the error of b10c384h6 by less than it varies between samples of positions.

#![allow(unsafe_code)]
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]

use std::ops::Range;

use crate::simd::vector::{Additive, Dot, Lanes, MATRIX_POINTS, Product};
use crate::simd::{Bf16, DType};

use super::attention_job::{AttentionJob, Heads, MatrixMemory, SCORES, element_count, rows_length};
use super::integer_attention::{pack_keys, pack_values};
use super::math::power_of_two;
use super::padded_tensor::{CHANNELS, padded};
use super::rotation::{Angles, rotate};

/// The largest sum of weights that cannot overflow when it is multiplied by values.
const LARGEST_SUM: f32 = 1e30;

/// Computes attention.
///
/// # Safety
/// The processor must have the instructions of the backend, and the backend must multiply matrices.
///
/// # Panics
/// Panics if shapes do not match.
#[inline(always)]
pub(super) unsafe fn attend_by_matrices<D: Dot<Number = Bf16>>(job: AttentionJob<'_>) {
    let AttentionJob { shape, angles, points, rows, memory, to } = job;
    let (width, output_width) = (padded(shape.width()), padded(shape.output_width()));
    assert!(rows.len() >= points * width && to.len() >= points * output_width);
    let rows = &rows[..points * width];
    let memory = memory.matrices.get_or_insert_with(|| MatrixMemory::new(shape, points));
    // SAFETY: the caller guarantees the instructions; the memory fits the shape and the number of points.
    unsafe { round_rows::<D>(shape, angles, rows, memory) };
    let shared = shape.heads / shape.kv_heads;
    for kv_head in 0..shape.kv_heads {
        let MatrixMemory { rounded, rounded_values, keys, values, .. } = memory;
        let key_rows = &rounded[(shape.heads + kv_head) * rows_length(shape, points)..];
        pack_keys(element_count(shape), points, key_rows, keys);
        let length = shape.value_length;
        let value_rows = &rounded_values[kv_head * points * padded(length)..];
        pack_values([length, padded(length)], points, value_rows, values);
        for head in kv_head * shared..(kv_head + 1) * shared {
            // SAFETY: the caller guarantees the instructions; the points are on the board, the memory fits the shape,
            // and the assertion above checks the result.
            unsafe {
                D::start_matrices();
                for first in (0..points).step_by(MATRIX_POINTS) {
                    let chosen = first..points.min(first + MATRIX_POINTS);
                    let totals = weigh::<D>(shape, points, head, first, memory);
                    let start = head * shape.value_length;
                    add_values::<D>(shape, points, &chosen, start, &totals, memory, to);
                }
                D::end_matrices();
            }
        }
    }
}

/// Rotates the queries and keys, if they have angles, and rounds them and the values.
///
/// # Safety
/// The processor must have the instructions of the backend. The rows are those of all points, and the memory must fit
/// them.
#[inline(always)]
unsafe fn round_rows<D: Dot<Number = Bf16>>(
    shape: Heads,
    angles: Option<&Angles>,
    rows: &[f32],
    memory: &mut MatrixMemory,
) {
    let Heads { heads, kv_heads, query_length, value_length } = shape;
    let width = padded(shape.width());
    let (points, shared) = (rows.len() / width, heads / kv_heads);
    assert!(angles.is_none_or(|angles| angles.vector_length() == query_length));
    let (length, padded_value) = (element_count(shape), padded(value_length));
    let head_length = rows_length(shape, points);
    let MatrixMemory { turned, rounded, rounded_values, .. } = memory;
    assert!(rounded.len() >= (heads + kv_heads) * head_length);
    for (point, row) in rows.chunks_exact(width).enumerate() {
        let (query_rows, value_row) = row.split_at((heads + kv_heads) * query_length);
        let place = angles.map(|angles| angles.place(point));
        let mut to = point * length;
        for (head, from) in query_rows.chunks_exact(query_length).enumerate() {
            let rounded = &mut rounded[to..to + length];
            to += head_length;
            // SAFETY: the caller guarantees the instructions; both slices have the length of a query.
            unsafe {
                if let (Some(angles), Some(place)) = (angles, place) {
                    let kv_head = if head < heads { head / shared } else { head - heads };
                    let angles = angles.of(kv_head, place);
                    rotate::<D::Lanes>(from.as_ptr(), angles, turned.as_mut_ptr());
                    round::<D>(turned, rounded);
                } else {
                    round::<D>(from, rounded);
                }
            }
        }
        let mut to = point * padded_value;
        for from in value_row[..kv_heads * value_length].chunks_exact(value_length) {
            // SAFETY: the caller guarantees the instructions.
            unsafe { round::<D>(from, &mut rounded_values[to..to + padded_value]) };
            to += points * padded_value;
        }
    }
}

/// Rounds a vector of a head. The results after its last vector remain 0.
///
/// # Safety
/// The processor must have the instructions of the backend.
#[inline(always)]
unsafe fn round<D: Dot<Number = Bf16>>(from: &[f32], to: &mut [u16]) {
    assert!(from.len() <= to.len());
    let whole = from.len() - from.len() % D::Lanes::LANES;
    // SAFETY: the caller guarantees the instructions; each vector has all lanes.
    unsafe {
        for at in (0..whole).step_by(D::Lanes::LANES) {
            let values = D::Lanes::load(from.as_ptr().add(at));
            D::store_activations(values, to.as_mut_ptr().add(at));
        }
        if whole < from.len() {
            let values = load_some::<D::Lanes>(&from[whole..]);
            D::store_activations(values, to[whole..][..D::Lanes::LANES].as_mut_ptr());
        }
    }
}

/// Loads fewer numbers than lanes; the other lanes are 0.
///
/// # Safety
/// The processor must have the instructions of the lanes.
#[inline(always)]
unsafe fn load_some<L: Lanes>(numbers: &[f32]) -> L::Vector {
    let mut all = [0.0; 16];
    all[..numbers.len()].copy_from_slice(numbers);
    // SAFETY: the caller guarantees the instructions; the array has the largest number of lanes.
    unsafe { L::load(all.as_ptr()) }
}

/// Computes the weights of all keys for some queries of a head: the softmax of the scores, not yet divided by their sum.
/// Returns the sums.
///
/// # Safety
/// The processor must have the instructions of the backend, the memory must fit the shape, and the points must be on
/// the board.
#[inline(always)]
unsafe fn weigh<D: Dot<Number = Bf16>>(
    shape: Heads,
    points: usize,
    head: usize,
    first: usize,
    memory: &mut MatrixMemory,
) -> [f32; MATRIX_POINTS] {
    let query = head * rows_length(shape, points) + first * element_count(shape);
    // SAFETY: the caller guarantees the instructions, the memory and the points.
    unsafe {
        // The weights are relative to the highest score of some keys. Larger weights lose no precision, because `bf16`
        // has the exponents of `f32`; they may only overflow.
        let highest = highest_scores::<D>(shape, points, query, 1, memory);
        let mut sums = powers::<D>(shape, points, query, &highest, memory);
        if sums.iter().any(|sum| *sum > LARGEST_SUM) {
            let blocks = padded(points) / CHANNELS;
            let highest = highest_scores::<D>(shape, points, query, blocks, memory);
            sums = powers::<D>(shape, points, query, &highest, memory);
        }
        sums
    }
}

/// Computes the scores of a block of keys for some queries. The first element of the first query has the index `query`.
///
/// # Safety
/// As for [`weigh`].
#[inline(always)]
unsafe fn score_block<D: Dot<Number = Bf16>>(
    shape: Heads,
    points: usize,
    query: usize,
    block: usize,
    memory: &mut MatrixMemory,
) {
    let length = element_count(shape);
    let product = product_of::<D>(memory.rounded.as_ptr(), length);
    let packed = memory.keys[block * CHANNELS * length..].as_ptr();
    let scores = &mut memory.scores[block % 2 * SCORES..][..SCORES];
    // SAFETY: the caller guarantees the instructions and the memory. The queries are padded to whole products; a block
    // of scores has the shape of a product, and its vectors have two per query.
    unsafe {
        D::matrix_sums(&product, packed, query, scores.as_mut_ptr().cast());
        let used = points - block * CHANNELS;
        if used < CHANNELS {
            // The weights of padding are far too small to matter.
            let mut most = [f32::MAX; CHANNELS];
            most[used..].fill(f32::MIN);
            for scores in scores.chunks_exact_mut(CHANNELS) {
                let vectors = scores.chunks_exact_mut(D::Lanes::LANES);
                for (scores, most) in vectors.zip(most.chunks_exact(D::Lanes::LANES)) {
                    let most = D::Lanes::load(most.as_ptr());
                    let limited = D::Lanes::min(D::Lanes::load(scores.as_ptr()), most);
                    D::Lanes::store(limited, scores.as_mut_ptr());
                }
            }
        }
    }
}

/// Returns the highest scores of the keys of some blocks for each query. The scores of the first block remain in memory.
///
/// # Safety
/// As for [`weigh`].
#[inline(always)]
unsafe fn highest_scores<D: Dot<Number = Bf16>>(
    shape: Heads,
    points: usize,
    query: usize,
    blocks: usize,
    memory: &mut MatrixMemory,
) -> [f32; MATRIX_POINTS] {
    let mut highest = [f32::MIN; MATRIX_POINTS];
    for block in (0..blocks).rev() {
        // SAFETY: the caller guarantees the instructions and the memory.
        unsafe {
            score_block::<D>(shape, points, query, block, memory);
            let scores = memory.scores[block % 2 * SCORES..].chunks_exact(CHANNELS);
            for (highest, scores) in highest.iter_mut().zip(scores) {
                let mut most = D::Lanes::splat(f32::MIN);
                for vector in scores.chunks_exact(D::Lanes::LANES) {
                    most = D::Lanes::max(D::Lanes::load(vector.as_ptr()), most);
                }
                *highest = highest.max(D::Lanes::maximum(most));
            }
        }
    }
    highest
}

/// Computes the weights of all keys for some queries, relative to a score of each query, and returns their sums. The
/// scores of the first block must be in memory.
///
/// # Safety
/// As for [`weigh`].
#[inline(always)]
unsafe fn powers<D: Dot<Number = Bf16>>(
    shape: Heads,
    points: usize,
    query: usize,
    highest: &[f32; MATRIX_POINTS],
    memory: &mut MatrixMemory,
) -> [f32; MATRIX_POINTS] {
    // A block of keys has two vectors of scores per query.
    assert_eq!(CHANNELS, 2 * D::Lanes::LANES);
    let blocks = padded(points) / CHANNELS;
    let scale = std::f32::consts::LOG2_E / (shape.query_length as f32).sqrt();
    let mut added = *highest;
    for added in &mut added {
        *added *= -scale;
    }
    let mut sums = [[0.0_f32; 16]; MATRIX_POINTS];
    let mut totals = [0.0; MATRIX_POINTS];
    // SAFETY: the caller guarantees the instructions and the memory: a block has scores and weights of all
    // queries, and an array of sums has the largest number of lanes.
    unsafe {
        let factor = D::Lanes::splat(scale);
        for block in 0..blocks {
            // The scores of the next block are computed meanwhile.
            if block + 1 < blocks {
                score_block::<D>(shape, points, query, block + 1, memory);
            }
            let scores = memory.scores[block % 2 * SCORES..][..SCORES].as_ptr();
            let weights = memory.weights[block * SCORES..][..SCORES].as_mut_ptr();
            // Two queries together, so that their operations overlap.
            for query in (0..MATRIX_POINTS).step_by(2) {
                let mut powers = [factor; 4];
                for (i, power) in powers.iter_mut().enumerate() {
                    let score = D::Lanes::load(scores.add(query * CHANNELS + i * D::Lanes::LANES));
                    let added = D::Lanes::splat(added[query + i / 2]);
                    *power = power_of_two::<D::Lanes>(D::Lanes::multiply_add(score, factor, added));
                }
                for (i, sum) in sums[query..query + 2].iter_mut().enumerate() {
                    let pair = D::Lanes::add(powers[2 * i], powers[2 * i + 1]);
                    let total = D::Lanes::add(pair, D::Lanes::load(sum.as_ptr()));
                    D::Lanes::store(total, sum.as_mut_ptr());
                }
                D::store_four(powers, weights.add(query * CHANNELS));
            }
        }
        for (total, sum) in totals.iter_mut().zip(&sums) {
            *total = D::Lanes::sum(D::Lanes::load(sum.as_ptr()));
        }
    }
    totals
}

/// Adds the values of all points, multiplied by the weights of some queries and divided by their sums. The outputs of
/// the head begin at `start`.
///
/// # Safety
/// As for [`weigh`]; the result must have all points.
#[inline(always)]
unsafe fn add_values<D: Dot<Number = Bf16>>(
    shape: Heads,
    points: usize,
    chosen: &Range<usize>,
    start: usize,
    totals: &[f32; MATRIX_POINTS],
    memory: &MatrixMemory,
    to: &mut [f32],
) {
    let keys = padded(points);
    let product = Product {
        taps: &memory.weight_blocks,
        ..product_of::<D>(memory.weights.as_ptr(), CHANNELS)
    };
    let output_width = padded(shape.output_width());
    // SAFETY: the caller guarantees the instructions, the memory and the points; a product reads the weights of all
    // queries and a block of values, and a row or the array has room for a block.
    unsafe {
        let mut sums = [[D::zero(); 2]; MATRIX_POINTS];
        let mut result = [0.0_f32; CHANNELS];
        for (block, channel) in (0..shape.value_length).step_by(CHANNELS).enumerate() {
            let values = memory.values[block * keys * CHANNELS..].as_ptr();
            D::matrix_sums(&product, values, 0, sums.as_mut_ptr());
            let used = CHANNELS.min(shape.value_length - channel);
            let rows = to.chunks_exact_mut(output_width).skip(chosen.start);
            for (row, (sums, total)) in rows.zip(sums.iter().zip(totals)).take(chosen.len()) {
                let factor = D::Lanes::splat(1.0 / total);
                let row = &mut row[start + channel..][..used];
                let at = if used == CHANNELS { row.as_mut_ptr() } else { result.as_mut_ptr() };
                for (vector, &sum) in sums.iter().enumerate() {
                    let value = D::Lanes::multiply(D::floats(sum), factor);
                    D::Lanes::store(value, at.add(vector * D::Lanes::LANES));
                }
                if used < CHANNELS {
                    row.copy_from_slice(&result[..used]);
                }
            }
        }
    }
}

/// Returns the product of rows of `length` activations by packed weights.
fn product_of<'a, D: Dot<Number = Bf16>>(rows: *const u16, length: usize) -> Product<'a, D> {
    Product {
        activations: rows,
        point_stride: length,
        taps: &[0],
        words: length / Bf16::PER_WORD,
        weight_stride: CHANNELS * Bf16::PER_WORD,
        vector_stride: Product::<D>::ADJACENT,
    }
}
