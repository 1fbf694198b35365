//! The layers of KataGo nets, with the fused epilogue.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::simd::vector::{Dot, I16Vec};
use crate::simd::{DType, I8, I16};

use super::fused_epilogue::{Fused, Next, Outputs};
use super::gemm::sums;
use super::layer::Layer;
use super::padded_tensor::PaddedTensor;
use super::weights::{Form, PLACES};
use super::winograd::{self, Transformed};

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
    /// The points to compute: the whole board, or some points if no tensor has a border.
    pub(crate) points: Range<usize>,
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
    let ProductJob { layer, biases, input, points, outputs, mut next, .. } = job;
    let fused = Fused::<D>::new(layer, biases, input, &points, outputs, next.as_mut());
    assert_eq!(layer.scales.len(), layer.shape.outputs);
    // SAFETY: the caller guarantees the instructions; `new` asserted the shapes of all tensors.
    unsafe { sums::<D, _>(&layer.packed(), input, points, &fused) }
}

/// Computes a layer of bytes with the products of `Levels`, which are exact for [`Dot::POINT_LEVELS`], if its input has
/// a step per point, and otherwise with the products of `Any`.
///
/// # Safety
/// The processor must have the instructions of both backends.
///
/// # Panics
/// Panics if shapes do not match.
#[inline(always)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no other backend uses it"))]
pub(super) unsafe fn product_by_levels<Levels: Dot<Number = I8>, Any: Dot<Number = I8>>(
    job: ProductJob<'_, I8>,
) {
    // SAFETY: the caller guarantees the instructions.
    unsafe {
        match job.input.steps.is_empty() {
            false => product::<Levels>(job),
            true => product::<Any>(job),
        }
    }
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
    let ProductJob { layer, biases, input, points, outputs, mut next, memory } = job;
    let fused = Fused::<S>::new(layer, biases, input, &points, outputs, next.as_mut());
    assert!(points == (0..input.area()), "a convolution needs all points");
    assert!(input.steps.is_empty(), "one scale for all points");
    assert_eq!(layer.scales.len(), PLACES * layer.shape.outputs);
    // SAFETY: the caller guarantees the instructions; `new` asserted the shapes of all tensors.
    unsafe {
        winograd::convolve::<S, _>(&fused, &layer.weights, layer.shape.outputs, input, memory);
    }
}
