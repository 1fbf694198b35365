//! Multi-head attention over the points of a board, in `f32`.

#![allow(unsafe_code)]

use crate::simd::F32;
use crate::simd::vector::{Additive, Dot, Lanes, Product};

use super::attention_job::{AttentionJob, AttentionMemory, Heads};
use super::math::exponential;
use super::padded_tensor::{CHANNELS, padded};
use super::rotation::{Angles, rotate};
use super::tile::{MOST_POINTS, TileSums, tile, tiles};

/// Computes attention.
///
/// # Safety
/// The processor must have the instructions of the backend.
///
/// # Panics
/// Panics if shapes do not match.
#[inline(always)]
pub(super) unsafe fn attend<D: Dot<Number = F32>>(job: AttentionJob<'_>) {
    let AttentionJob { shape, angles, points, rows, memory, to } = job;
    let (width, output_width) = (padded(shape.width()), padded(shape.output_width()));
    assert!(rows.len() >= points * width && to.len() >= points * output_width);
    assert_eq!(memory.keys.len(), padded(points) * shape.query_length);
    assert_eq!(memory.values.len(), padded(points) * padded(shape.value_length));
    assert_eq!(memory.scores.len(), padded(points) * MOST_POINTS);
    let shared = shape.heads / shape.kv_heads;
    if let Some(angles) = angles {
        // SAFETY: the caller guarantees the instructions.
        unsafe { rotate_all::<D::Lanes>(shape, angles, &mut rows[..points * width]) };
    }
    for kv_head in 0..shape.kv_heads {
        pack(shape, kv_head, points, rows, memory);
        for head in kv_head * shared..(kv_head + 1) * shared {
            for (first, count) in tiles(points, D::TILE_POINTS) {
                // SAFETY: the caller guarantees the instructions; the points are on the board, and the assertions
                // above check the shapes of all tensors.
                unsafe {
                    score_tile::<D>(shape, head, points, first, count, rows, memory);
                    value_tile::<D>(shape, head, points, first, count, memory, to);
                }
            }
        }
    }
}

/// Rotates all pairs of queries and keys by the angles of their points.
///
/// # Safety
/// The processor must have the instructions of the lanes.
#[inline(always)]
unsafe fn rotate_all<L: Lanes>(shape: Heads, angles: &Angles, rows: &mut [f32]) {
    let length = shape.query_length;
    assert_eq!(length, angles.vector_length());
    let shared = shape.heads / shape.kv_heads;
    for (point, row) in rows.chunks_exact_mut(padded(shape.width())).enumerate() {
        let turned = row[..(shape.heads + shape.kv_heads) * length].chunks_exact_mut(length);
        let place = angles.place(point);
        for (head, vector) in turned.enumerate() {
            let kv_head = if head < shape.heads { head / shared } else { head - shape.heads };
            // SAFETY: the caller guarantees the instructions; the vector has `length` numbers.
            unsafe {
                rotate::<L>(vector.as_ptr(), angles.of(kv_head, place), vector.as_mut_ptr());
            }
        }
    }
}

/// Packs the keys and values of a head in the order in which tiles read weights.
#[inline(always)]
fn pack(shape: Heads, kv_head: usize, points: usize, rows: &[f32], memory: &mut AttentionMemory) {
    let Heads { heads, kv_heads, query_length, value_length } = shape;
    let key_start = (heads + kv_head) * query_length;
    let value_start = (heads + kv_heads) * query_length + kv_head * value_length;
    let blocks = padded(points) * CHANNELS;
    for (point, row) in rows.chunks_exact(padded(shape.width())).take(points).enumerate() {
        let place = point / CHANNELS * query_length * CHANNELS + point % CHANNELS;
        let key = &row[key_start..key_start + query_length];
        for (to, &number) in memory.keys[place..].iter_mut().step_by(CHANNELS).zip(key) {
            *to = number;
        }
        let value = &row[value_start..value_start + value_length];
        for (block, part) in value.chunks(CHANNELS).enumerate() {
            let place = block * blocks + point * CHANNELS;
            memory.values[place..place + part.len()].copy_from_slice(part);
        }
    }
}

/// Computes the softmax of the scores of some points, not yet divided by their sum.
///
/// # Safety
/// The processor must have the instructions of the backend; the tensors must have the shapes that [`attend`] asserts,
/// and the points must be on the board.
#[inline(always)]
unsafe fn score_tile<D: Dot<Number = F32>>(
    shape: Heads,
    head: usize,
    points: usize,
    first: usize,
    count: usize,
    rows: &[f32],
    memory: &mut AttentionMemory,
) {
    let (stride, length) = (padded(points), shape.query_length);
    let product = Product::<D> {
        activations: rows[head * length..].as_ptr(),
        point_stride: padded(shape.width()),
        taps: &[0],
        words: length,
        weight_stride: CHANNELS,
        vector_stride: Product::<D>::ADJACENT,
    };
    // SAFETY: the caller guarantees the instructions, the shapes and the points; a tile reads whole queries and a
    // block of keys, and each row of scores has room for a block.
    unsafe {
        let scale = D::Lanes::splat(1.0 / (length as f32).sqrt());
        let start = [D::zero(); 2];
        let mut sums: TileSums<D, 2> = [start; MOST_POINTS];
        for key in (0..stride).step_by(2 * D::Lanes::LANES) {
            let place = key / CHANNELS * length * CHANNELS + key % CHANNELS;
            let keys = memory.keys[place..].as_ptr();
            let point = first * product.point_stride;
            tile::<D, 2>(&product, keys, start, point, count, sums.as_mut_ptr(), 1);
            for (i, sums) in sums[..count].iter().enumerate() {
                for (vector, &sum) in sums.iter().enumerate() {
                    let score = D::Lanes::multiply(D::floats(sum), scale);
                    let place = i * stride + key + vector * D::Lanes::LANES;
                    D::Lanes::store(score, memory.scores.as_mut_ptr().add(place));
                }
            }
        }
        for scores in memory.scores.chunks_exact_mut(stride).take(count) {
            // Padding keys are excluded from the softmax.
            scores[points..].fill(f32::MIN);
            let mut highest = D::Lanes::splat(f32::MIN);
            for chunk in scores.chunks_exact(D::Lanes::LANES) {
                highest = D::Lanes::max(D::Lanes::load(chunk.as_ptr()), highest);
            }
            let highest = D::Lanes::splat(D::Lanes::maximum(highest));
            for chunk in scores.chunks_exact_mut(D::Lanes::LANES) {
                let score = D::Lanes::load(chunk.as_ptr());
                let power = exponential::<D::Lanes>(D::Lanes::subtract(score, highest));
                D::Lanes::store(power, chunk.as_mut_ptr());
            }
            scores[points..].fill(0.0);
        }
    }
}

/// Adds the values of all points, weighted by the scores of some points.
///
/// # Safety
/// As for [`score_tile`].
#[inline(always)]
unsafe fn value_tile<D: Dot<Number = F32>>(
    shape: Heads,
    head: usize,
    points: usize,
    first: usize,
    count: usize,
    memory: &AttentionMemory,
    to: &mut [f32],
) {
    let stride = padded(points);
    let product = Product::<D> {
        activations: memory.scores.as_ptr(),
        point_stride: stride,
        taps: &[0],
        words: stride,
        weight_stride: CHANNELS,
        vector_stride: Product::<D>::ADJACENT,
    };
    let output_width = padded(shape.output_width());
    // SAFETY: the caller guarantees the instructions, the shapes and the points; a tile reads rows of scores and a
    // block of values, and the result has room for a block.
    unsafe {
        let start = [D::zero(); 2];
        let mut sums: TileSums<D, 2> = [start; MOST_POINTS];
        let mut factors = [0.0; MOST_POINTS];
        for (factor, scores) in
            factors.iter_mut().zip(memory.scores.chunks_exact(stride)).take(count)
        {
            let mut sum = D::Lanes::splat(0.0);
            for chunk in scores.chunks_exact(D::Lanes::LANES) {
                sum = D::Lanes::add(D::Lanes::load(chunk.as_ptr()), sum);
            }
            *factor = 1.0 / D::Lanes::sum(sum);
        }
        let mut result = [0.0_f32; 2 * 16];
        for channel in (0..shape.value_length).step_by(2 * D::Lanes::LANES) {
            let place = channel / CHANNELS * stride * CHANNELS + channel % CHANNELS;
            let values = memory.values[place..].as_ptr();
            tile::<D, 2>(&product, values, start, 0, count, sums.as_mut_ptr(), 1);
            let used = (2 * D::Lanes::LANES).min(shape.value_length - channel);
            for (i, sums) in sums[..count].iter().enumerate() {
                for (vector, &sum) in sums.iter().enumerate() {
                    let value = D::Lanes::multiply(D::floats(sum), D::Lanes::splat(factors[i]));
                    D::Lanes::store(value, result.as_mut_ptr().add(vector * D::Lanes::LANES));
                }
                let place = (first + i) * output_width + head * shape.value_length + channel;
                to[place..place + used].copy_from_slice(&result[..used]);
            }
        }
    }
}
