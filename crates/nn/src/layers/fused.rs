//! The layers of KataGo nets with the fused epilogue: dequantisation, the residual stream, and the input of the next
//! layer.

#![allow(unsafe_code)]

use crate::activation::Activation;
use crate::aligned::Aligned;
use crate::simd::vector::{ActivationOf, Additive, Dot, FloatsOf, HalvesOf, I16Vec, Lanes};
use crate::simd::{DType, I16};

use super::gemm::{Epilogue, TilePlace, sums};
use super::layer::Layer;
use super::math::activate;
use super::padded_tensor::{Grid, PaddedTensor, PointStep, padded};
use super::tile::TileSums;
use super::weights::{Form, PLACES, Quantisation};
use super::winograd::{self, BLOCK, Transformed, WinogradLayer};

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

/// The destination of a layer's outputs as `f32`: a tensor of shape `[points][outputs]`.
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

/// A layer with its input and epilogue.
#[derive(Debug)]
pub(crate) struct ProductJob<'a, N: DType> {
    /// The layer.
    pub(crate) layer: &'a Layer<N>,
    /// The biases of the layer, or replacements.
    pub(crate) biases: &'a [f32],
    /// The input. Its border is at least as wide as the layer requires; if it is quantised dynamically, each point
    /// has a step.
    pub(crate) input: &'a PaddedTensor<N>,
    /// The destination of the outputs.
    pub(crate) outputs: Outputs<'a>,
    /// The input of the next layer.
    pub(crate) next: Option<Next<'a, N>>,
    /// Memory for transformed inputs.
    pub(crate) memory: &'a mut Transformed,
}

/// Computes a layer without Winograd's algorithm.
///
/// # Safety
/// The processor must have the instructions of the backend.
///
/// # Panics
/// Panics if shapes do not match.
#[inline(always)]
pub(super) unsafe fn product<D: Dot>(job: ProductJob<'_, D::Number>) {
    let ProductJob { layer, biases, input, outputs, mut next, .. } = job;
    let fused = Fused::<D>::new(layer, biases, input, outputs, next.as_mut());
    assert_eq!(layer.scales.len(), layer.shape.outputs);
    // SAFETY: the caller guarantees the instructions; `new` asserted the shapes of all tensors.
    unsafe { sums::<D, _>(&layer.packed(), input, &fused) }
}

/// Computes a layer of 16-bit integers: with Winograd's algorithm if it is a convolution of size 3.
///
/// # Safety
/// The processor must have the instructions of the backend.
///
/// # Panics
/// Panics if shapes do not match.
#[inline(always)]
pub(super) unsafe fn product_of_shorts<S: I16Vec>(job: ProductJob<'_, I16>) {
    if job.layer.form == Form::Direct {
        // SAFETY: the caller guarantees the instructions.
        return unsafe { product::<S>(job) };
    }
    let ProductJob { layer, biases, input, outputs, mut next, memory } = job;
    let fused = Fused::<S>::new(layer, biases, input, outputs, next.as_mut());
    assert!(input.steps.is_empty(), "one scale for all points");
    assert_eq!(layer.scales.len(), PLACES * layer.shape.outputs);
    // SAFETY: the caller guarantees the instructions; `new` asserted the shapes of all tensors.
    unsafe {
        winograd::convolve::<S, _>(&fused, &layer.weights, layer.shape.outputs, input, memory);
    }
}

/// The fused epilogue, with pointers for all tiles.
struct Fused<'a, D: Dot> {
    scales: *const f32,
    weight_sums: *const f32,
    biases: *const f32,
    /// The quantisation of each point of the input; null if it is part of scales and biases.
    steps: *const PointStep,
    /// The outputs as `f32`; null if they are dropped.
    outputs: *mut f32,
    /// `true` if the outputs are added to the tensor.
    are_added: bool,
    /// The activation of outputs that are stored.
    activation: Activation,
    lines: usize,
    /// The number of outputs per point.
    channels: usize,
    next: Option<NextPointer<'a, D>>,
}

struct NextPointer<'a, D: Dot> {
    norm: Option<&'a Affine>,
    activation: Activation,
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
    fn new(
        layer: &'a Layer<D::Number>,
        biases: &'a [f32],
        input: &'a PaddedTensor<D::Number>,
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
        assert!(output.as_ref().is_none_or(|to| to.len() >= lines * lines * channels));
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
            outputs: output.map_or(std::ptr::null_mut(), |to| to.as_mut_ptr()),
            are_added,
            activation,
            lines,
            channels,
            next: next.map(|next| next.pointer()),
        }
    }

    /// Finishes a vector of outputs of a point.
    ///
    /// # Safety
    /// The processor must have the instructions of the backend, the point must be on the board, and the layer must have
    /// these outputs.
    #[inline(always)]
    unsafe fn finish_point(&self, value: FloatsOf<D>, row: usize, column: usize, channel: usize) {
        let mut value = value;
        // SAFETY: the caller guarantees the instructions and the place.
        unsafe {
            if !self.outputs.is_null() {
                let point = row * self.lines + column;
                let output = self.outputs.add(point * self.channels + channel);
                if self.are_added {
                    value = D::Lanes::add(value, D::Lanes::load(output));
                } else {
                    value = activate::<D::Lanes>(self.activation, value);
                }
                D::Lanes::store(value, output);
            }
            if let Some(next) = &self.next {
                if let Some(Affine { scale, bias }) = next.norm {
                    let scale = D::Lanes::load(scale.as_ptr().add(channel));
                    let bias = D::Lanes::load(bias.as_ptr().add(channel));
                    value = D::Lanes::multiply_add(value, scale, bias);
                }
                value = activate::<D::Lanes>(next.activation, value);
                let inverse_step = D::Lanes::splat(next.inverse_step);
                let level = D::Lanes::multiply_add(value, inverse_step, D::Lanes::splat(next.zero));
                let point = next.grid.point(row, column);
                D::store_activations(level, next.to.add(point * self.channels + channel));
            }
        }
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
    unsafe fn finish<const VECTORS: usize>(&self, place: TilePlace, sums: &TileSums<D, VECTORS>) {
        let TilePlace { row, column, points, .. } = place;
        for vector in 0..VECTORS {
            let channel = place.channel + vector * D::Lanes::LANES;
            // SAFETY: the caller guarantees the instructions and the place.
            unsafe {
                let scale = D::Lanes::load(self.scales.add(channel));
                let bias = D::Lanes::load(self.biases.add(channel));
                for (column, sums) in (column..).zip(&sums[..points]) {
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
                    self.finish_point(value, row, column, channel);
                }
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
            self.finish_point(value, row, column, channel);
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
            activation: self.activation,
            inverse_step: 1.0 / step,
            zero,
            grid: self.to.grid(),
            to: self.to.values_mut().as_mut_ptr(),
        }
    }
}
