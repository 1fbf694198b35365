//! Computes the input of a layer point by point: norms, gates and quantisation.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::activation::Activation;
use crate::aligned::Aligned;
use crate::simd::DType;
use crate::simd::vector::{Dot, Lanes};

use super::math::{activate, approximate_silu, silu};
use super::padded_tensor::{PaddedTensor, PointStep, padded};
use super::weights::Quantisation;

/// `scale · x + bias` per channel, padded with zeros.
#[derive(Debug)]
pub(crate) struct Affine {
    /// The scale of each channel.
    pub(crate) scale: Aligned<f32>,
    /// The bias of each channel.
    pub(crate) bias: Aligned<f32>,
}

impl Affine {
    /// Creates the transformation from one scale and one bias per channel.
    pub(crate) fn new(scale: &[f32], bias: &[f32]) -> Affine {
        let fill = |values: &[f32]| {
            let mut filled = Aligned::zeros(padded(values.len()));
            filled[..values.len()].copy_from_slice(values);
            filled
        };
        Affine { scale: fill(scale), bias: fill(bias) }
    }
}

/// The operation applied to the numbers of each point.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rows<'a> {
    /// No operation.
    Plain,
    /// A scale and bias per channel, then an activation.
    Normed(&'a Affine, Activation),
    /// A root-mean-square norm, then an activation.
    Rms(&'a Rms, Activation),
    /// `silu(a) · b`, where `a` is the first half of the numbers and `b` the second half.
    Gated,
}

/// A root-mean-square norm: `x / sqrt(mean(x²) + epsilon) · scale + bias`.
#[derive(Debug)]
pub(crate) struct Rms {
    /// The scale and bias of each channel.
    pub(crate) affine: Affine,
    /// Added to the mean square.
    pub(crate) epsilon: f32,
    /// The number of channels, without padding.
    pub(crate) channels: usize,
    /// `true` if the mean is taken over all points.
    pub(crate) is_spatial: bool,
}

/// The computation of a layer's input from a tensor.
#[derive(Debug)]
pub(crate) struct RowsJob<'a, N: DType> {
    /// The operation.
    pub(crate) rows: Rows<'a>,
    /// The tensor of shape `[points][width]`, for the points of the job. The width is the number of channels of `to`,
    /// or twice that for [`Rows::Gated`].
    pub(crate) x: &'a [f32],
    /// The quantisation of the result.
    pub(crate) quantisation: Quantisation,
    /// Memory for one point.
    pub(crate) row: &'a mut Vec<f32>,
    /// The points to compute. A mean over all points requires the whole board.
    pub(crate) points: Range<usize>,
    /// The input of the layer.
    pub(crate) to: &'a mut PaddedTensor<N>,
}

/// Computes the input of a layer.
///
/// # Safety
/// The processor must have the instructions of the backend.
///
/// # Panics
/// Panics if shapes do not match.
#[inline(always)]
pub(super) unsafe fn quantise_rows<D: Dot>(job: RowsJob<'_, D::Number>) {
    let RowsJob { rows, x, quantisation, row, points, to } = job;
    let (lines, channels) = (to.lines(), to.channels());
    let width = if matches!(rows, Rows::Gated) { 2 * channels } else { channels };
    assert!(points.end <= to.area() && x.len() >= points.len() * width);
    assert!(channels.is_multiple_of(D::Lanes::LANES));
    let affine = match rows {
        Rows::Normed(affine, _) => Some(affine),
        Rows::Rms(rms, _) => Some(&rms.affine),
        _ => None,
    };
    assert!(affine.is_none_or(|it| it.scale.len() == channels && it.bias.len() == channels));
    row.resize(channels.max(row.len()), 0.0);
    // Floating point is not quantised.
    let (fixed, levels) = match (quantisation, D::Number::LEVELS) {
        (Quantisation::Static { step, zero }, _) => (PointStep { step, zero }, None),
        (Quantisation::Dynamic, levels) => (PointStep { step: 1.0, zero: 0.0 }, levels),
    };
    // The quantisation of the other points is set by other jobs.
    to.steps.resize(if levels.is_some() { to.area() } else { 0 }, fixed);
    to.set_zero(fixed.zero);
    // SAFETY: the caller guarantees the instructions; the points are in `x` and in `to`, with `width` and `channels`
    // numbers each.
    unsafe {
        let whole = match rows {
            Rows::Rms(rms, _) if rms.is_spatial => {
                assert!(points == (0..to.area()), "the mean is taken over all points");
                let count = rms.channels * points.len();
                Some(square_sum::<D::Lanes>(&x[..points.len() * width]) / count as f32)
            }
            _ => None,
        };
        for (point, x) in points.zip(x.chunks_exact(width)) {
            let (values, range) = make_row::<D>(rows, x, whole, &mut row[..channels]);
            let mut fit = fixed;
            if let Some(levels) = levels {
                fit = levels.fit(range.lowest(), range.highest());
                to.steps[point] = fit;
            }
            let (at_row, column) = (point / lines, point % lines);
            let place = (to.first_of(at_row) + column) * channels;
            let to = to.values_mut()[place..place + channels].as_mut_ptr();
            let factor = D::Lanes::splat(1.0 / fit.step);
            let zero = D::Lanes::splat(fit.zero);
            for channel in (0..channels).step_by(D::Lanes::LANES) {
                let value = D::Lanes::load(values.add(channel));
                let level = D::Lanes::multiply_add(value, factor, zero);
                D::store_activations(level, to.add(channel));
            }
        }
    }
}

/// The minimum and maximum of some numbers and 0, in each lane.
struct LaneRange<L: Lanes> {
    lowest: L::Vector,
    highest: L::Vector,
}

/// # Safety
/// The processor must have the instructions of the lanes.
impl<L: Lanes> LaneRange<L> {
    #[inline(always)]
    unsafe fn new() -> LaneRange<L> {
        // SAFETY: the caller guarantees the instructions.
        unsafe { LaneRange { lowest: L::splat(0.0), highest: L::splat(0.0) } }
    }

    #[inline(always)]
    unsafe fn include(&mut self, value: L::Vector) {
        // SAFETY: the caller guarantees the instructions.
        unsafe {
            self.lowest = L::min(value, self.lowest);
            self.highest = L::max(value, self.highest);
        }
    }

    #[inline(always)]
    unsafe fn lowest(&self) -> f32 {
        // SAFETY: the caller guarantees the instructions.
        unsafe { -L::maximum(L::subtract(L::splat(0.0), self.lowest)) }
    }

    #[inline(always)]
    unsafe fn highest(&self) -> f32 {
        // SAFETY: the caller guarantees the instructions.
        unsafe { L::maximum(self.highest) }
    }
}

/// Computes a row before quantisation. Returns its place, which is `x` or `row`, and its range.
///
/// # Safety
/// The processor must have the instructions of the backend, and all slices must have the lengths that
/// [`quantise_rows`] asserts.
#[inline(always)]
unsafe fn make_row<D: Dot>(
    rows: Rows<'_>,
    x: &[f32],
    whole: Option<f32>,
    row: &mut [f32],
) -> (*const f32, LaneRange<D::Lanes>) {
    let channels = row.len();
    let (from, to) = (x.as_ptr(), row.as_mut_ptr());
    // The function is only approximated if the result has 8 bits.
    let is_coarse = D::Number::LEVELS.is_some_and(|it| it.highest - it.lowest < 256.0);
    // SAFETY: the caller guarantees the instructions and the lengths.
    unsafe {
        let mut range = LaneRange::new();
        let (affine, activation, factor) = match rows {
            Rows::Plain => {
                for channel in (0..channels).step_by(D::Lanes::LANES) {
                    range.include(D::Lanes::load(from.add(channel)));
                }
                return (from, range);
            }
            Rows::Gated => {
                for channel in (0..channels).step_by(D::Lanes::LANES) {
                    let value = D::Lanes::load(from.add(channel));
                    let value = match is_coarse {
                        true => approximate_silu::<D::Lanes>(value),
                        false => silu::<D::Lanes>(value),
                    };
                    let gate = D::Lanes::load(from.add(channels + channel));
                    let value = D::Lanes::multiply(value, gate);
                    range.include(value);
                    D::Lanes::store(value, to.add(channel));
                }
                return (to, range);
            }
            Rows::Normed(affine, activation) => (affine, activation, 1.0),
            Rows::Rms(rms, activation) => {
                let own = std::slice::from_raw_parts(from, channels);
                let mean =
                    whole.unwrap_or_else(|| square_sum::<D::Lanes>(own) / rms.channels as f32);
                (&rms.affine, activation, 1.0 / (mean + rms.epsilon).sqrt())
            }
        };
        let factor = D::Lanes::splat(factor);
        for channel in (0..channels).step_by(D::Lanes::LANES) {
            let value = D::Lanes::multiply(D::Lanes::load(from.add(channel)), factor);
            let scale = D::Lanes::load(affine.scale.as_ptr().add(channel));
            let bias = D::Lanes::load(affine.bias.as_ptr().add(channel));
            let value = D::Lanes::multiply_add(value, scale, bias);
            let value = activate::<D::Lanes>(activation, value);
            range.include(value);
            D::Lanes::store(value, to.add(channel));
        }
        (to, range)
    }
}

/// Returns the sum of squares. The length must be a multiple of the lanes.
///
/// # Safety
/// The processor must have the instructions of the lanes.
#[inline(always)]
unsafe fn square_sum<L: Lanes>(x: &[f32]) -> f32 {
    // SAFETY: the caller guarantees the instructions, and each chunk has all lanes.
    unsafe {
        // Several sums, so that an addition does not wait for the previous one.
        let mut sums = [L::splat(0.0); 4];
        for chunks in x.chunks(4 * L::LANES) {
            for (chunk, sum) in chunks.chunks_exact(L::LANES).zip(&mut sums) {
                let value = L::load(chunk.as_ptr());
                *sum = L::multiply_add(value, value, *sum);
            }
        }
        let [a, b, c, d] = sums;
        L::sum(L::add(L::add(a, b), L::add(c, d)))
    }
}
