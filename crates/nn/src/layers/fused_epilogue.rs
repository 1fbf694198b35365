//! The fused epilogue of the layers of KataGo nets: dequantisation, the residual stream, and the input of the next
//! layer.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::activation::Activation;
use crate::simd::vector::{ActivationOf, Additive, Dot, FloatsOf, HalvesOf, I16Vec, Lanes};
use crate::simd::{DType, I16};

use super::layer::Layer;
use super::math::activate;
use super::padded_tensor::{Grid, PaddedTensor, PointStep};
use super::row_ops::{Affine, is_coarse};
use super::tile::{Epilogue, TilePlace};
use super::weights::{PLACES, Quantisation};
use super::winograd::{BLOCK, WinogradLayer};

/// The destination of a layer's outputs as `f32`: a tensor of shape `[points][outputs]`, for the points of the job.
#[derive(Debug)]
pub(crate) enum Outputs<'a> {
    /// The outputs are dropped.
    Dropped,
    /// The outputs are stored after an activation.
    Stored(&'a mut [f32], Activation),
    /// The outputs are added to the tensor.
    Added(&'a mut [f32]),
}

/// The input of the next layer, computed from the outputs of this layer or from the stream that they were added to.
#[derive(Debug)]
pub(crate) struct Next<'a, N: DType> {
    /// The norm, applied first.
    pub(crate) norm: Option<&'a Affine>,
    /// The activation, applied after the norm.
    pub(crate) activation: Activation,
    /// The quantisation of the result; not [`Quantisation::Dynamic`].
    pub(crate) quantisation: Quantisation,
    /// The destination tensor.
    pub(crate) to: &'a mut PaddedTensor<N>,
}

/// The fused epilogue, with pointers for all tiles.
pub(super) struct Fused<'a, D: Dot> {
    scales: *const f32,
    weight_sums: *const f32,
    biases: *const f32,
    /// The quantisation of each point of the input; null if it is part of scales and biases.
    steps: *const PointStep,
    /// The outputs of point 0 as `f32`; null if they are dropped.
    outputs: *mut f32,
    /// `true` if the outputs are added to the tensor.
    are_added: bool,
    /// The activation of outputs that are stored.
    activation: Activation,
    lines: usize,
    /// The number of outputs per point.
    channels: usize,
    /// `true` if the input of the next layer has no border.
    joins_rows: bool,
    /// The activation of the next layer's input.
    next_activation: Activation,
    next: Option<NextPointer<'a, D>>,
}

struct NextPointer<'a, D: Dot> {
    norm: Option<&'a Affine>,
    inverse_step: f32,
    zero: f32,
    grid: Grid,
    to: *mut ActivationOf<D>,
}

impl<'a, D: Dot> Fused<'a, D> {
    /// Checks all shapes except the number of scales.
    ///
    /// # Panics
    /// Panics if shapes do not match.
    pub(super) fn new(
        layer: &'a Layer<D::Number>,
        biases: &'a [f32],
        input: &'a PaddedTensor<D::Number>,
        points: &Range<usize>,
        outputs: Outputs<'a>,
        next: Option<&'a mut Next<'_, D::Number>>,
    ) -> Fused<'a, D> {
        let (lines, channels) = (input.lines(), layer.shape.outputs);
        // The pointers rely on these assertions, so they are checked in every build.
        assert!([biases, &layer.weight_sums].iter().all(|it| it.len() == channels));
        assert!(
            input.steps.is_empty() || input.steps.len() == lines * lines,
            "scales of all points"
        );
        let (output, are_added, activation) = match outputs {
            Outputs::Dropped => (None, false, Activation::Identity),
            Outputs::Stored(to, activation) => (Some(to), false, activation),
            Outputs::Added(to) => (Some(to), true, Activation::Identity),
        };
        assert!(output.as_ref().is_none_or(|to| to.len() >= points.len() * channels));
        // The tensor starts at the first point of the job, which epilogues add.
        let output = output.map(|to| to.as_mut_ptr().wrapping_sub(points.start * channels));
        if let Some(next) = &next {
            assert!(next.to.lines() == lines && next.to.channels() == channels);
            let fits =
                |norm: &Affine| [&norm.scale, &norm.bias].iter().all(|n| n.len() == channels);
            assert!(next.norm.is_none_or(fits));
        }
        Fused {
            scales: layer.scales.as_ptr(),
            weight_sums: layer.weight_sums.as_ptr(),
            biases: biases.as_ptr(),
            steps: if input.steps.is_empty() { std::ptr::null() } else { input.steps.as_ptr() },
            outputs: output.unwrap_or(std::ptr::null_mut()),
            are_added,
            activation,
            lines,
            channels,
            joins_rows: next.as_ref().is_none_or(|next| next.to.border() == 0),
            next_activation: next.as_ref().map_or(Activation::Identity, |next| next.activation),
            next: next.map(|next| next.pointer()),
        }
    }

    /// Finishes a tile whose input has a step per point and whose outputs are stored or added, without a next layer.
    ///
    /// # Safety
    /// As for [`Epilogue::finish`].
    #[inline(always)]
    #[allow(clippy::needless_range_loop, reason = "iterators may compile to calls")]
    unsafe fn finish_plain<const VECTORS: usize, const ADDED: bool>(
        &self,
        place: TilePlace,
        sums: &[[D::Sums; VECTORS]],
    ) {
        let TilePlace { row, column, channel, .. } = place;
        let point = row * self.lines + column;
        // SAFETY: the caller guarantees the instructions and the place.
        unsafe {
            let scales = load_vectors::<D, VECTORS>(self.scales.add(channel));
            let biases = load_vectors::<D, VECTORS>(self.biases.add(channel));
            let weight_sums = load_vectors::<D, VECTORS>(self.weight_sums.add(channel));
            let mut output = self.outputs.wrapping_add(point * self.channels + channel);
            let mut step = self.steps.add(point);
            for sums in sums {
                let PointStep { step: factor, zero } = *step;
                let (zero, factor) = (D::Lanes::splat(-zero), D::Lanes::splat(factor));
                for i in 0..VECTORS {
                    let sum = D::Lanes::multiply_add(weight_sums[i], zero, D::floats(sums[i]));
                    let scale = D::Lanes::multiply(scales[i], factor);
                    let mut value = D::Lanes::multiply_add(sum, scale, biases[i]);
                    let output = output.add(i * D::Lanes::LANES);
                    if ADDED {
                        value = D::Lanes::add(value, D::Lanes::load(output));
                    }
                    D::Lanes::store(value, output);
                }
                // May point past the last one after the last point.
                (output, step) = (output.wrapping_add(self.channels), step.wrapping_add(1));
            }
        }
    }

    /// Finishes any tile.
    ///
    /// # Safety
    /// As for [`Epilogue::finish`].
    #[inline(always)]
    unsafe fn finish_any<const VECTORS: usize>(
        &self,
        place: TilePlace,
        sums: &[[D::Sums; VECTORS]],
    ) {
        // SAFETY: the caller guarantees the instructions and the place.
        unsafe {
            // The activation is constant in each loop.
            match self.next_activation {
                Activation::Identity => self.finish_by(Activation::Identity, place, sums),
                Activation::Relu => self.finish_by(Activation::Relu, place, sums),
                Activation::Mish => self.finish_by(Activation::Mish, place, sums),
                Activation::Silu => self.finish_by(Activation::Silu, place, sums),
            }
        }
    }

    /// Finishes a tile, with the activation of the next layer's input as a constant of the caller.
    ///
    /// # Safety
    /// As for [`Epilogue::finish`].
    #[inline(always)]
    unsafe fn finish_by<const VECTORS: usize>(
        &self,
        activation: Activation,
        place: TilePlace,
        sums: &[[D::Sums; VECTORS]],
    ) {
        let TilePlace { row, column, .. } = place;
        for vector in 0..VECTORS {
            let channel = place.channel + vector * D::Lanes::LANES;
            // SAFETY: the caller guarantees the instructions and the place.
            unsafe {
                let finish = self.of_channels(channel);
                let scale = D::Lanes::load(self.scales.add(channel));
                let bias = D::Lanes::load(self.biases.add(channel));
                for (column, sums) in (column..).zip(sums) {
                    let sum = D::floats(sums[vector]);
                    let value = match self.steps.is_null() {
                        true => D::Lanes::multiply_add(sum, scale, bias),
                        false => {
                            let step = *self.steps.add(row * self.lines + column);
                            let weights = D::Lanes::load(self.weight_sums.add(channel));
                            let zero = D::Lanes::splat(-step.zero);
                            let sum = D::Lanes::multiply_add(weights, zero, sum);
                            let step = D::Lanes::splat(step.step);
                            D::Lanes::multiply_add(sum, D::Lanes::multiply(scale, step), bias)
                        }
                    };
                    finish.finish_point(activation, value, row, column);
                }
            }
        }
    }

    /// Returns the operations on a vector of outputs.
    ///
    /// # Safety
    /// The processor must have the instructions of the backend, and the layer must have these outputs.
    #[inline(always)]
    unsafe fn of_channels(&self, channel: usize) -> FusedVector<'_, D> {
        // SAFETY: the caller guarantees the instructions and the outputs.
        unsafe {
            let next = self.next.as_ref();
            // Not mapped, because a closure may be compiled without the instructions.
            let mut norm = None;
            if let Some(Affine { scale, bias }) = next.and_then(|next| next.norm) {
                let [scale, bias] = [scale, bias].map(|it| it.as_ptr().wrapping_add(channel));
                norm = Some([D::Lanes::load(scale), D::Lanes::load(bias)]);
            }
            FusedVector {
                fused: self,
                channel,
                norm,
                inverse_step: D::Lanes::splat(next.map_or(1.0, |next| next.inverse_step)),
                zero: D::Lanes::splat(next.map_or(0.0, |next| next.zero)),
            }
        }
    }
}

/// The operations on a vector of outputs, with the parameters of its channels.
struct FusedVector<'a, D: Dot> {
    fused: &'a Fused<'a, D>,
    channel: usize,
    /// The scale and bias of the norm.
    norm: Option<[FloatsOf<D>; 2]>,
    inverse_step: FloatsOf<D>,
    zero: FloatsOf<D>,
}

impl<D: Dot> FusedVector<'_, D> {
    /// Finishes the vector of a point. `activation` is the activation of the next layer's input.
    ///
    /// # Safety
    /// The processor must have the instructions of the backend, and the point must be on the board.
    #[inline(always)]
    unsafe fn finish_point(
        &self,
        activation: Activation,
        value: FloatsOf<D>,
        row: usize,
        column: usize,
    ) {
        let FusedVector { fused, channel, .. } = *self;
        // The products cannot overflow; checked, they would be checked for every vector.
        let of_point = |point: usize| point.wrapping_mul(fused.channels).wrapping_add(channel);
        let mut value = value;
        // SAFETY: the caller guarantees the instructions and the place.
        unsafe {
            if !fused.outputs.is_null() {
                let point = row.wrapping_mul(fused.lines).wrapping_add(column);
                let output = fused.outputs.wrapping_add(of_point(point));
                if fused.are_added {
                    value = D::Lanes::add(value, D::Lanes::load(output));
                } else {
                    value = activate::<D::Lanes>(fused.activation, false, value);
                }
                D::Lanes::store(value, output);
            }
            if let Some(next) = &fused.next {
                if let Some([scale, bias]) = self.norm {
                    value = D::Lanes::multiply_add(value, scale, bias);
                }
                value = activate::<D::Lanes>(activation, is_coarse::<D>(), value);
                let level = D::Lanes::multiply_add(value, self.inverse_step, self.zero);
                let point = next.grid.point(row, column);
                D::store_activations(level, next.to.wrapping_add(of_point(point)));
            }
        }
    }
}

/// Loads adjacent vectors.
///
/// # Safety
/// The processor must have the instructions of the backend; the pointer must be valid for reads of all vectors.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "iterators may compile to calls")]
unsafe fn load_vectors<D: Dot, const VECTORS: usize>(at: *const f32) -> [FloatsOf<D>; VECTORS] {
    // SAFETY: the caller guarantees the instructions and the numbers.
    unsafe {
        let mut vectors = [D::Lanes::load(at); VECTORS];
        for i in 1..VECTORS {
            vectors[i] = D::Lanes::load(at.add(i * D::Lanes::LANES));
        }
        vectors
    }
}

impl<D: Dot> Epilogue<D> for Fused<'_, D> {
    const NARROW: bool = false;

    #[inline(always)]
    unsafe fn start(&self, channel: usize) -> D::Sums {
        // SAFETY: the caller guarantees the instructions and the outputs.
        unsafe { D::start(self.weight_sums.add(channel)) }
    }

    #[inline(always)]
    fn joins_rows(&self) -> bool {
        self.joins_rows
    }

    #[inline(always)]
    unsafe fn finish<const VECTORS: usize>(&self, place: TilePlace, sums: &[[D::Sums; VECTORS]]) {
        let is_plain = self.next.is_none() && self.activation == Activation::Identity;
        // SAFETY: the caller guarantees the instructions and the place.
        unsafe {
            match (self.steps.is_null(), is_plain && !self.outputs.is_null(), self.are_added) {
                // The cases of transformers have no branches for each point.
                (false, true, false) => self.finish_plain::<VECTORS, false>(place, sums),
                (false, true, true) => self.finish_plain::<VECTORS, true>(place, sums),
                _ => self.finish_any(place, sums),
            }
        }
    }
}

impl<S: I16Vec> WinogradLayer<S> for Fused<'_, S> {
    type Input = I16;
    type Numbers = S::Lanes;
    const TILES_TOGETHER: usize = usize::MAX;

    #[inline(always)]
    unsafe fn load_input(at: *const i16) -> HalvesOf<S> {
        // SAFETY: the caller guarantees the instructions and the activations.
        unsafe { S::load_shorts(at) }
    }

    #[inline(always)]
    unsafe fn number(&self, sums: S::Sums, place: usize, channel: usize) -> FloatsOf<S> {
        // The scales are in the order of the weights: `[block][place][output of the block]`.
        let at = (channel / BLOCK * PLACES + place) * BLOCK + channel % BLOCK;
        // SAFETY: the caller guarantees the instructions and the outputs, whose places have scales.
        unsafe { S::Lanes::multiply(S::floats(sums), S::Lanes::load(self.scales.add(at))) }
    }

    #[inline(always)]
    unsafe fn finish(&self, output: FloatsOf<S>, row: usize, column: usize, channel: usize) {
        // SAFETY: the caller guarantees the instructions and the place.
        unsafe {
            let value = S::Lanes::add(output, S::Lanes::load(self.biases.add(channel)));
            self.of_channels(channel).finish_point(self.next_activation, value, row, column);
        }
    }
}

impl<N: DType> Next<'_, N> {
    /// Sets the border. Returns the destination and the quantisation for the epilogue.
    ///
    /// # Panics
    /// Panics if the quantisation is dynamic.
    fn pointer<D: Dot<Number = N>>(&mut self) -> NextPointer<'_, D> {
        let Quantisation::Static { step, zero } = self.quantisation else {
            panic!("a dynamic scale requires all channels of a point")
        };
        self.to.set_zero(zero);
        self.to.steps.clear();
        NextPointer {
            norm: self.norm,
            inverse_step: 1.0 / step,
            zero,
            grid: self.to.grid(),
            to: self.to.values_mut().as_mut_ptr(),
        }
    }
}
