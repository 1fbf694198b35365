//! What follows the sums of a layer: dequantisation, the residual stream, and the input of the next layer.

#![allow(unsafe_code)]

use crate::activation::Activation;
use crate::aligned::Aligned;

use super::function::activate;
use super::number::Number;
use super::padded::{Padded, PointStep, padded};
use super::tile::TileSums;
use super::vector::{ActivationOf, Dot, FloatsOf, Lanes};
use super::weights::Quantisation;

/// `scale · x + bias` for each channel, filled up with zeros.
#[derive(Debug)]
pub(crate) struct Affine {
    /// The factor of each channel.
    pub(crate) scale: Aligned<f32>,
    /// What is added to each channel.
    pub(crate) bias: Aligned<f32>,
}

impl Affine {
    /// The numbers of so many channels.
    pub(crate) fn new(scale: &[f32], bias: &[f32]) -> Affine {
        let fill = |values: &[f32]| {
            let mut filled = Aligned::zeros(padded(values.len()));
            filled[..values.len()].copy_from_slice(values);
            filled
        };
        Affine { scale: fill(scale), bias: fill(bias) }
    }
}

/// Where the outputs of a layer go as `f32`: a tensor of shape `[points, outputs]`.
#[derive(Debug)]
pub(crate) enum Outputs<'a> {
    /// Nowhere.
    Dropped,
    /// An activation is applied, and the results are stored.
    Stored(&'a mut [f32], Activation),
    /// They are added.
    Added(&'a mut [f32]),
}

/// The input of the next layer, made from the outputs of this one or from what they were added to.
#[derive(Debug)]
pub(crate) struct Next<'a, N: Number> {
    /// What is applied first.
    pub(crate) norm: Option<&'a Affine>,
    /// What is applied then.
    pub(crate) activation: Activation,
    /// How the result is quantised, which is not [`Quantisation::Dynamic`].
    pub(crate) quantisation: Quantisation,
    /// Where it goes.
    pub(crate) to: &'a mut Padded<N>,
}

/// What follows the sums of a layer, as pointers for all tiles.
pub(super) struct Finish<'a, D: Dot> {
    pub(super) scales: *const f32,
    pub(super) weight_sums: *const f32,
    pub(super) biases: *const f32,
    /// The quantisation of each point of the input; null where it is part of scales and biases.
    pub(super) steps: *const PointStep,
    /// The outputs as `f32`; null where they are dropped.
    pub(super) outputs: *mut f32,
    /// Whether the outputs are added.
    pub(super) are_added: bool,
    /// Applied to outputs that are stored.
    pub(super) activation: Activation,
    /// Outputs of a point.
    pub(super) channels: usize,
    pub(super) next: Option<NextPointer<'a, D>>,
}

pub(super) struct NextPointer<'a, D: Dot> {
    pub(super) norm: Option<&'a Affine>,
    pub(super) activation: Activation,
    pub(super) inverse_step: f32,
    pub(super) zero: f32,
    pub(super) to: *mut ActivationOf<D>,
}

/// The place of a tile: the index of its first point in tensors of the board and in padded ones, its
/// number of points, and its first output.
#[derive(Debug, Clone, Copy)]
pub(super) struct TilePlace {
    pub(super) point: usize,
    pub(super) padded_point: usize,
    pub(super) points: usize,
    pub(super) channel: usize,
}

/// Finishes the sums of a tile.
///
/// # Safety
/// The processor must have the instructions of the backend; all pointers of `finish` must be valid for
/// the points and the two vectors of outputs of the tile.
#[inline(always)]
pub(super) unsafe fn finish_tile<D: Dot>(
    finish: &Finish<'_, D>,
    place: TilePlace,
    sums: &TileSums<D>,
) {
    for vector in 0..2 {
        let channel = place.channel + vector * D::Lanes::LANES;
        // SAFETY: the caller vouches for the instructions and the pointers.
        unsafe {
            let scale = D::Lanes::load(finish.scales.add(channel));
            let bias = D::Lanes::load(finish.biases.add(channel));
            for (i, sums) in sums[..place.points].iter().enumerate() {
                let value = match finish.steps.is_null() {
                    true => D::Lanes::multiply_add(D::floats(sums[vector]), scale, bias),
                    false => {
                        let PointStep { step, zero } = *finish.steps.add(place.point + i);
                        let weights = D::Lanes::load(finish.weight_sums.add(channel));
                        let (step, zero) = (D::Lanes::splat(step), D::Lanes::splat(-zero));
                        let sum = D::Lanes::multiply_add(weights, zero, D::floats(sums[vector]));
                        D::Lanes::multiply_add(sum, D::Lanes::multiply(scale, step), bias)
                    }
                };
                finish_point(finish, value, place, i, channel);
            }
        }
    }
}

/// Stores a vector of outputs of a point of a tile.
///
/// # Safety
/// As for [`finish_tile`].
#[inline(always)]
pub(super) unsafe fn finish_point<D: Dot>(
    finish: &Finish<'_, D>,
    value: FloatsOf<D>,
    place: TilePlace,
    i: usize,
    channel: usize,
) {
    let mut value = value;
    // SAFETY: the caller vouches for the instructions and the pointers.
    unsafe {
        if !finish.outputs.is_null() {
            let output = finish.outputs.add((place.point + i) * finish.channels + channel);
            if finish.are_added {
                value = D::Lanes::add(value, D::Lanes::load(output));
            } else {
                value = activate::<D::Lanes>(finish.activation, value);
            }
            D::Lanes::store(value, output);
        }
        if let Some(next) = &finish.next {
            if let Some(Affine { scale, bias }) = next.norm {
                let scale = D::Lanes::load(scale.as_ptr().add(channel));
                let bias = D::Lanes::load(bias.as_ptr().add(channel));
                value = D::Lanes::multiply_add(value, scale, bias);
            }
            value = activate::<D::Lanes>(next.activation, value);
            let inverse_step = D::Lanes::splat(next.inverse_step);
            let level = D::Lanes::multiply_add(value, inverse_step, D::Lanes::splat(next.zero));
            let to = next.to.add((place.padded_point + i) * finish.channels + channel);
            D::store_activations(level, to);
        }
    }
}

/// A backend with [`finish_tile`] as a function of its own: every tile calls it, and inlined into each it
/// would be compiled a dozen times.
pub(super) trait FinishTile: Dot {
    /// Calls [`finish_tile`].
    ///
    /// # Safety
    /// As for that.
    unsafe fn finish(finish: &Finish<'_, Self>, place: TilePlace, sums: &TileSums<Self>)
    where
        Self: Sized;
}

impl<N: Number> Next<'_, N> {
    /// Sets the border, and gives the place and the quantisation as the kernels read them.
    ///
    /// # Panics
    /// Where the quantisation is dynamic.
    pub(super) fn pointer<D: Dot<Number = N>>(&mut self) -> NextPointer<'_, D> {
        let Quantisation::Static { step, zero } = self.quantisation else {
            panic!("a dynamic step needs all channels of a point")
        };
        self.to.set_zero(zero);
        self.to.steps.clear();
        NextPointer {
            norm: self.norm,
            activation: self.activation,
            inverse_step: 1.0 / step,
            zero,
            to: self.to.values_mut().as_mut_ptr(),
        }
    }
}
