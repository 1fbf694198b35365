//! Computes the input of a layer point by point: norms, gates and quantisation.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::activation::Activation;
use crate::aligned::Aligned;
use crate::simd::DType;
use crate::simd::vector::{ActivationOf, Dot, Lanes};

use super::math::activate;
use super::padded_tensor::{PaddedTensor, PointStep, padded};
use super::weights::Quantisation;

/// The number of points computed together, so that a reduction over the channels of a point does not wait for the
/// previous one.
const TOGETHER: usize = 4;

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
    /// Memory for some points.
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
    row.resize((TOGETHER * channels).max(row.len()), 0.0);
    // Floating point is not quantised.
    let (fixed, levels) = match (quantisation, D::POINT_LEVELS) {
        (Quantisation::Static { step, zero }, _) => (PointStep { step, zero }, None),
        (Quantisation::Dynamic, levels) => (PointStep { step: 1.0, zero: 0.0 }, levels),
    };
    // The quantisation of the other points is set by other jobs.
    to.steps.resize(if levels.is_some() { to.area() } else { 0 }, fixed);
    to.set_zero(fixed.zero);
    let x = &x[..points.len() * width];
    // SAFETY: the caller guarantees the instructions; the points are in `x` and in `to`, with `width` and `channels`
    // numbers each.
    unsafe {
        let whole = match rows {
            Rows::Rms(rms, _) if rms.is_spatial => {
                assert!(points == (0..to.area()), "the mean is taken over all points");
                Some(square_sum::<D::Lanes>(x) / (rms.channels * points.len()) as f32)
            }
            _ => None,
        };
        for (start, x) in points.step_by(TOGETHER).zip(x.chunks(TOGETHER * width)) {
            let count = x.len() / width;
            let memory = &mut row[..count * channels];
            let (values, ranges) = make_rows::<D>(rows, x, whole, memory, channels);
            let mut fits = [fixed; TOGETHER];
            if let Some(levels) = levels {
                for (fit, range) in fits.iter_mut().zip(&ranges) {
                    *fit = levels.fit(range.lowest(), range.highest());
                }
                to.steps[start..start + count].copy_from_slice(&fits[..count]);
            }
            for (i, fit) in fits.iter().enumerate().take(count) {
                let (at_row, column) = ((start + i) / lines, (start + i) % lines);
                let place = (to.first_of(at_row) + column) * channels;
                let to = to.values_mut()[place..place + channels].as_mut_ptr();
                quantise_row::<D>(values.add(i * channels), channels, *fit, to);
            }
        }
    }
}

/// Quantises the channels of a point.
///
/// # Safety
/// The processor must have the instructions of the backend. `from` and `to` must have `channels` numbers, a multiple of
/// the lanes.
#[inline(always)]
unsafe fn quantise_row<D: Dot>(
    from: *const f32,
    channels: usize,
    fit: PointStep,
    to: *mut ActivationOf<D>,
) {
    let lanes = D::Lanes::LANES;
    let mut channel = 0;
    // SAFETY: the caller guarantees the instructions and the numbers.
    unsafe {
        let (factor, zero) = (D::Lanes::splat(1.0 / fit.step), D::Lanes::splat(fit.zero));
        while channel + 4 * lanes <= channels {
            let mut levels = [zero; 4];
            for (i, level) in levels.iter_mut().enumerate() {
                let value = D::Lanes::load(from.add(channel + i * lanes));
                *level = D::Lanes::multiply_add(value, factor, zero);
            }
            D::store_four(levels, to.add(channel));
            channel += 4 * lanes;
        }
        while channel < channels {
            let value = D::Lanes::load(from.add(channel));
            let level = D::Lanes::multiply_add(value, factor, zero);
            D::store_activations(level, to.add(channel));
            channel += lanes;
        }
    }
}

/// The minimum and maximum of some numbers and 0, in each lane.
struct LaneRange<L: Lanes> {
    lowest: L::Vector,
    highest: L::Vector,
}

impl<L: Lanes> Clone for LaneRange<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lanes> Copy for LaneRange<L> {}

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

/// Computes up to [`TOGETHER`] rows before quantisation. Returns their place, which is `x` or `memory`, and their
/// ranges.
///
/// # Safety
/// The processor must have the instructions of the backend, and all slices must have the lengths that
/// [`quantise_rows`] asserts.
#[inline(always)]
unsafe fn make_rows<D: Dot>(
    rows: Rows<'_>,
    x: &[f32],
    whole: Option<f32>,
    memory: &mut [f32],
    channels: usize,
) -> (*const f32, [LaneRange<D::Lanes>; TOGETHER]) {
    let made = memory.chunks_exact_mut(channels);
    // SAFETY: the caller guarantees the instructions and the lengths.
    unsafe {
        let mut ranges = [LaneRange::new(); TOGETHER];
        match rows {
            Rows::Plain => {
                for (x, range) in x.chunks_exact(channels).zip(&mut ranges) {
                    for channel in (0..channels).step_by(D::Lanes::LANES) {
                        range.include(D::Lanes::load(x.as_ptr().add(channel)));
                    }
                }
                return (x.as_ptr(), ranges);
            }
            Rows::Gated => {
                for ((x, made), range) in x.chunks_exact(2 * channels).zip(made).zip(&mut ranges) {
                    gate::<D>(x, made, range);
                }
            }
            Rows::Normed(affine, activation) => {
                for ((x, made), range) in x.chunks_exact(channels).zip(made).zip(&mut ranges) {
                    norm::<D>(x, 1.0, affine, activation, made, range);
                }
            }
            Rows::Rms(rms, activation) => {
                let mut factors = [0.0; TOGETHER];
                for (x, factor) in x.chunks_exact(channels).zip(&mut factors) {
                    let mean =
                        whole.unwrap_or_else(|| square_sum::<D::Lanes>(x) / rms.channels as f32);
                    *factor = 1.0 / (mean + rms.epsilon).sqrt();
                }
                let rows = x.chunks_exact(channels).zip(factors);
                for (((x, factor), made), range) in rows.zip(made).zip(&mut ranges) {
                    norm::<D>(x, factor, &rms.affine, activation, made, range);
                }
            }
        }
        (memory.as_ptr(), ranges)
    }
}

/// Computes [`Rows::Gated`] for a point.
///
/// # Safety
/// As for [`make_rows`].
#[inline(always)]
unsafe fn gate<D: Dot>(x: &[f32], to: &mut [f32], range: &mut LaneRange<D::Lanes>) {
    let channels = to.len();
    let (from, to) = (x.as_ptr(), to.as_mut_ptr());
    // SAFETY: the caller guarantees the instructions and the lengths.
    unsafe {
        let mut found = *range;
        for channel in (0..channels).step_by(D::Lanes::LANES) {
            let value = D::Lanes::load(from.add(channel));
            let value = activate::<D::Lanes>(Activation::Silu, is_coarse::<D>(), value);
            let gate = D::Lanes::load(from.wrapping_add(channels.wrapping_add(channel)));
            let value = D::Lanes::multiply(value, gate);
            found.include(value);
            D::Lanes::store(value, to.add(channel));
        }
        *range = found;
    }
}

/// Multiplies the numbers of a point by a factor, then applies a scale and bias per channel and an activation.
///
/// # Safety
/// As for [`make_rows`].
#[inline(always)]
unsafe fn norm<D: Dot>(
    x: &[f32],
    factor: f32,
    affine: &Affine,
    activation: Activation,
    to: &mut [f32],
    range: &mut LaneRange<D::Lanes>,
) {
    // SAFETY: the caller guarantees the instructions and the lengths.
    unsafe {
        // The activation is constant in each loop.
        match activation {
            Activation::Identity => {
                norm_and::<D>(Activation::Identity, x, factor, affine, to, range)
            }
            Activation::Relu => norm_and::<D>(Activation::Relu, x, factor, affine, to, range),
            Activation::Mish => norm_and::<D>(Activation::Mish, x, factor, affine, to, range),
            Activation::Silu => norm_and::<D>(Activation::Silu, x, factor, affine, to, range),
        }
    }
}

/// Computes [`norm`] for an activation that is a constant of the caller.
///
/// # Safety
/// As for [`make_rows`].
#[inline(always)]
unsafe fn norm_and<D: Dot>(
    activation: Activation,
    x: &[f32],
    factor: f32,
    affine: &Affine,
    to: &mut [f32],
    range: &mut LaneRange<D::Lanes>,
) {
    let (channels, from, to) = (to.len(), x.as_ptr(), to.as_mut_ptr());
    let (scales, biases) = (affine.scale.as_ptr(), affine.bias.as_ptr());
    // SAFETY: the caller guarantees the instructions and the lengths.
    unsafe {
        let (factor, mut found) = (D::Lanes::splat(factor), *range);
        for channel in (0..channels).step_by(D::Lanes::LANES) {
            let value = D::Lanes::multiply(D::Lanes::load(from.add(channel)), factor);
            let scale = D::Lanes::load(scales.add(channel));
            let bias = D::Lanes::load(biases.add(channel));
            let value = D::Lanes::multiply_add(value, scale, bias);
            let value = activate::<D::Lanes>(activation, is_coarse::<D>(), value);
            found.include(value);
            D::Lanes::store(value, to.add(channel));
        }
        *range = found;
    }
}

/// Returns `true` if activations have at most 8 bits, so that functions may be approximated.
#[inline(always)]
pub(super) fn is_coarse<D: Dot>() -> bool {
    <D::Number as DType>::LEVELS.is_some_and(|it| it.highest - it.lowest < 256.0)
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
