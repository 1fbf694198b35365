//! Multi-head attention by products of `bf16` matrices, with the softmax in `f32`.
//!
//! Two alternatives were rejected, measured with b10c384h6. Queries and keys that are sums of two `bf16` numbers give
//! more exact scores, but reduce the error of the net by less than it varies between samples of positions. Chunks of
//! keys with a running maximum keep the scores in the first-level cache, but are slower: 46 instead of 52 evaluations/s
//! on 19x19.

#![allow(unsafe_code)]
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]

use std::ops::Range;

use crate::simd::vector::{Additive, Dot, Lanes, MATRIX_POINTS, Product};
use crate::simd::{Bf16, DType};

use super::attention_job::{AttentionJob, Heads, MatrixMemory, element_count};
use super::integer_attention::{pack_keys, pack_values, rotate};
use super::math::power_of_two;
use super::padded_tensor::{CHANNELS, padded};

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
    let shared = shape.heads / shape.kv_heads;
    let query = |head: usize| head * shape.query_length..(head + 1) * shape.query_length;
    for kv_head in 0..shape.kv_heads {
        let pairs = points * (shape.query_length / 2);
        let angles =
            angles.map(|it| [&it.cosines, &it.sines].map(|it| &it[kv_head * pairs..][..pairs]));
        let start = (shape.heads + shape.kv_heads) * shape.query_length;
        let value = start + kv_head * shape.value_length;
        // SAFETY: the caller guarantees the instructions; the points are on the board, the memory fits the shape, and
        // the assertion above checks the result.
        unsafe {
            let MatrixMemory { turned, rounded, keys, values, .. } = memory;
            let key = rows.chunks_exact(width).map(|row| &row[query(shape.heads + kv_head)]);
            round::<D>(key, angles, turned, element_count(shape), rounded);
            pack_keys(element_count(shape), points, rounded, keys);
            let length = shape.value_length;
            let value = rows.chunks_exact(width).map(|row| &row[value..][..length]);
            round::<D>(value, None, turned, padded(length), rounded);
            pack_values([length, padded(length)], points, rounded, values);
        }
        for head in kv_head * shared..(kv_head + 1) * shared {
            // SAFETY: as above.
            unsafe {
                let queries = rows.chunks_exact(width).map(|row| &row[query(head)]);
                let MatrixMemory { turned, rounded, .. } = memory;
                round::<D>(queries, angles, turned, element_count(shape), rounded);
                D::start_matrices();
                for first in (0..points).step_by(MATRIX_POINTS) {
                    let chosen = first..points.min(first + MATRIX_POINTS);
                    let factors = weigh::<D>(shape, points, &chosen, memory);
                    let start = head * shape.value_length;
                    add_values::<D>(shape, points, &chosen, start, &factors, memory, to);
                }
                D::end_matrices();
            }
        }
    }
}

/// Rotates vectors of a head, if they have angles, and rounds them. The results are `stride` apart.
///
/// # Safety
/// The processor must have the instructions of the backend.
#[inline(always)]
unsafe fn round<'a, D: Dot<Number = Bf16>>(
    rows: impl Iterator<Item = &'a [f32]>,
    angles: Option<[&[f32]; 2]>,
    turned: &mut [f32],
    stride: usize,
    to: &mut [u16],
) {
    let rows = rows.zip(to.chunks_exact_mut(stride));
    let Some([cosines, sines]) = angles else {
        for (row, to) in rows {
            // SAFETY: the caller guarantees the instructions.
            unsafe { round_row::<D>(row, to) };
        }
        return;
    };
    let pairs = turned.len() / 2;
    assert!(turned.len() == 2 * pairs, "rotated queries are pairs");
    let angles = cosines.chunks_exact(pairs).zip(sines.chunks_exact(pairs));
    for ((row, to), (cosines, sines)) in rows.zip(angles) {
        assert_eq!(row.len(), turned.len());
        // SAFETY: the caller guarantees the instructions; the slices have two numbers per pair.
        unsafe {
            rotate::<D::Lanes>(row, [cosines, sines], turned);
            round_row::<D>(turned, to);
        }
    }
}

/// Rounds a vector of a head; the results after its end are 0.
///
/// # Safety
/// The processor must have the instructions of the backend.
#[inline(always)]
unsafe fn round_row<D: Dot<Number = Bf16>>(row: &[f32], to: &mut [u16]) {
    for (vector, to) in to.chunks_exact_mut(D::Lanes::LANES).enumerate() {
        // SAFETY: the caller guarantees the instructions; the chunk has all lanes.
        unsafe {
            let values = load_some::<D::Lanes>(row, vector * D::Lanes::LANES);
            D::store_activations(values, to.as_mut_ptr());
        }
    }
}

/// Loads the numbers starting at an index; 0 after the last one.
///
/// # Safety
/// The processor must have the instructions of the lanes.
#[inline(always)]
unsafe fn load_some<L: Lanes>(numbers: &[f32], start: usize) -> L::Vector {
    let rest = numbers.get(start..).unwrap_or_default();
    // SAFETY: the caller guarantees the instructions; the array has the largest number of lanes.
    unsafe {
        if rest.len() >= L::LANES {
            return L::load(rest.as_ptr());
        }
        let mut all = [0.0; 16];
        all[..rest.len()].copy_from_slice(rest);
        L::load(all.as_ptr())
    }
}

/// Computes the weights of all keys for some queries: the softmax of the scores, not yet divided by their sum. Returns
/// the reciprocals of the sums.
///
/// # Safety
/// The processor must have the instructions of the backend, the memory must fit the shape, and the points must be on
/// the board.
#[inline(always)]
unsafe fn weigh<D: Dot<Number = Bf16>>(
    shape: Heads,
    points: usize,
    chosen: &Range<usize>,
    memory: &mut MatrixMemory,
) -> [f32; MATRIX_POINTS] {
    let (keys, length) = (padded(points), element_count(shape));
    let product = product_of::<D>(memory.rounded.as_ptr(), length);
    let mut factors = [0.0; MATRIX_POINTS];
    // SAFETY: the caller guarantees the instructions, the memory and the points. The queries are padded to whole
    // products; a block of scores has the shape of a product, and its vectors have two per query.
    unsafe {
        for (block, scores) in memory.scores.chunks_exact_mut(CHANNELS * MATRIX_POINTS).enumerate()
        {
            let packed = memory.keys[block * CHANNELS * length..].as_ptr();
            D::matrix_sums(&product, packed, chosen.start * length, scores.as_mut_ptr().cast());
        }
        // The weights of padding are far too small to matter.
        let last_block = (keys / CHANNELS - 1) * CHANNELS;
        let mut most = [f32::MAX; CHANNELS];
        most[points - last_block..].fill(f32::MIN);
        for scores in memory.scores[last_block * MATRIX_POINTS..].chunks_exact_mut(CHANNELS) {
            let vectors = scores.chunks_exact_mut(D::Lanes::LANES);
            for (scores, most) in vectors.zip(most.chunks_exact(D::Lanes::LANES)) {
                let limited =
                    D::Lanes::min(D::Lanes::load(scores.as_ptr()), D::Lanes::load(most.as_ptr()));
                D::Lanes::store(limited, scores.as_mut_ptr());
            }
        }
        let scale = std::f32::consts::LOG2_E / (shape.query_length as f32).sqrt();
        let scores = memory.scores.as_ptr();
        let block = |query: usize, block: usize| {
            scores.wrapping_add((block * MATRIX_POINTS + query) * CHANNELS)
        };
        // For all queries first, so that a reduction does not wait for the weights of the previous query.
        let mut highest = [0.0; MATRIX_POINTS];
        for (query, highest) in highest.iter_mut().enumerate().take(chosen.len()) {
            let mut most = D::Lanes::splat(f32::MIN);
            for i in 0..keys / CHANNELS {
                for vector in (0..CHANNELS).step_by(D::Lanes::LANES) {
                    most = D::Lanes::max(D::Lanes::load(block(query, i).add(vector)), most);
                }
            }
            *highest = D::Lanes::maximum(most);
        }
        let rows = memory.weights.chunks_exact_mut(keys);
        for (query, (factor, weights)) in
            factors.iter_mut().zip(rows).take(chosen.len()).enumerate()
        {
            let highest = highest[query];
            let (added, scale) = (D::Lanes::splat(-highest * scale), D::Lanes::splat(scale));
            let mut sums = [D::Lanes::splat(0.0); 2];
            for (i, weights) in weights.chunks_exact_mut(CHANNELS).enumerate() {
                for (vector, weights) in weights.chunks_exact_mut(D::Lanes::LANES).enumerate() {
                    let score = D::Lanes::load(block(query, i).add(vector * D::Lanes::LANES));
                    let power = D::Lanes::multiply_add(score, scale, added);
                    let weight = power_of_two::<D::Lanes>(power);
                    sums[vector % 2] = D::Lanes::add(weight, sums[vector % 2]);
                    D::store_activations(weight, weights.as_mut_ptr());
                }
            }
            *factor = 1.0 / D::Lanes::sum(D::Lanes::add(sums[0], sums[1]));
        }
    }
    factors
}

/// Adds the values of all points, multiplied by the weights of some queries and by a factor per query. The outputs of
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
    factors: &[f32; MATRIX_POINTS],
    memory: &MatrixMemory,
    to: &mut [f32],
) {
    let keys = padded(points);
    let product = product_of::<D>(memory.weights.as_ptr(), keys);
    let output_width = padded(shape.output_width());
    // SAFETY: the caller guarantees the instructions, the memory and the points; a product reads the weights of all
    // queries and a block of values.
    unsafe {
        let mut sums = [[D::zero(); 2]; MATRIX_POINTS];
        for (block, channel) in (0..shape.value_length).step_by(CHANNELS).enumerate() {
            let values = memory.values[block * keys * CHANNELS..].as_ptr();
            D::matrix_sums(&product, values, 0, sums.as_mut_ptr());
            let used = CHANNELS.min(shape.value_length - channel);
            let rows = to.chunks_exact_mut(output_width).skip(chosen.start);
            for (row, (sums, factor)) in rows.zip(sums.iter().zip(factors)).take(chosen.len()) {
                let factor = D::Lanes::splat(*factor);
                let mut result = [0.0_f32; CHANNELS];
                for (result, &sum) in result.chunks_exact_mut(D::Lanes::LANES).zip(sums) {
                    let value = D::Lanes::multiply(D::floats(sum), factor);
                    D::Lanes::store(value, result.as_mut_ptr());
                }
                row[start + channel..][..used].copy_from_slice(&result[..used]);
            }
        }
    }
}

/// Returns the product of rows of `length` activations by packed weights.
fn product_of<D: Dot<Number = Bf16>>(rows: *const u16, length: usize) -> Product<'static, D> {
    Product {
        activations: rows,
        point_stride: length,
        taps: &[0],
        words: length / Bf16::PER_WORD,
        weight_stride: CHANNELS * Bf16::PER_WORD,
        vector_stride: Product::<D>::ADJACENT,
    }
}
