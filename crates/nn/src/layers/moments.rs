//! Sums of products of the channels of a layer's input, for optimised rounding of its weights.

#![allow(unsafe_code)]

use crate::simd::vector::Lanes;

/// The number of channels whose products are summed in registers at the same time.
const GROUP: usize = 4;

/// The number of points whose activations are added at the same time, so that they stay in the nearest cache.
const POINTS: usize = 16;

/// The addition of some points to the second moments of a layer's input.
#[derive(Debug)]
pub(crate) struct MomentsJob<'a> {
    /// The activations, of shape `[points][channels]`.
    pub(crate) points: &'a [f32],
    /// The number of channels, a multiple of [`CHANNELS`](super::padded_tensor::CHANNELS).
    pub(crate) channels: usize,
    /// The sums of products, of shape `[channels][channels]`. Only columns up to the diagonal are complete.
    pub(crate) to: &'a mut [f32],
}

/// Adds the products of the channels of all points.
///
/// # Safety
/// The processor must have the instructions of the backend.
///
/// # Panics
/// Panics if shapes do not match.
#[inline(always)]
pub(super) unsafe fn add_moments<L: Lanes>(job: MomentsJob<'_>) {
    let MomentsJob { points, channels, to } = job;
    assert!(channels.is_multiple_of(GROUP) && channels.is_multiple_of(L::LANES));
    assert_eq!(to.len(), channels * channels, "the moments of all channels");
    for points in points.chunks(POINTS * channels) {
        for first in (0..channels).step_by(GROUP) {
            // The last columns are on the diagonal.
            for column in (0..first + GROUP).step_by(L::LANES) {
                // SAFETY: the caller guarantees the instructions. The rows are below `channels`, and so is a vector
                // of columns, because `channels` is a multiple of both sizes.
                unsafe { add_block::<L>(points, channels, [first, column], to.as_mut_ptr()) };
            }
        }
    }
}

/// Adds the products of a group of channels with a vector of channels.
///
/// # Safety
/// The processor must have the instructions of the backend. The channels must be below `channels`, and `to` must be
/// valid for `channels` rows and columns.
#[inline(always)]
unsafe fn add_block<L: Lanes>(
    points: &[f32],
    channels: usize,
    [first, column]: [usize; 2],
    to: *mut f32,
) {
    // SAFETY: the caller guarantees the instructions and the ranges.
    unsafe {
        let at = |row: usize| to.add((first + row) * channels + column);
        let mut sums: [L::Vector; GROUP] = [L::splat(0.0); GROUP];
        for (row, sum) in sums.iter_mut().enumerate() {
            *sum = L::load(at(row));
        }
        for point in points.chunks_exact(channels) {
            let values = L::load(point.as_ptr().add(column));
            for (sum, &factor) in sums.iter_mut().zip(&point[first..first + GROUP]) {
                *sum = L::multiply_add(L::splat(factor), values, *sum);
            }
        }
        for (row, sum) in sums.into_iter().enumerate() {
            L::store(sum, at(row));
        }
    }
}
