//! The SIMD backend: vectors of 32-bit lanes, and what a kernel does with them.

#![allow(unsafe_code)]

use super::arithmetic::Arithmetic;

/// An activation of a backend.
pub(super) type ActivationOf<S> = <<S as Simd>::Of as Arithmetic>::Activation;

/// A weight of a backend.
pub(super) type WeightOf<S> = <<S as Simd>::Of as Arithmetic>::Weight;

/// Vectors of 32-bit lanes of one instruction set and one number type.
///
/// # Safety
/// The processor must have the instructions that an implementation is made of. A pointer must be
/// valid for one element per lane of what its function reads or writes, without alignment.
pub(super) trait Simd {
    /// The number type.
    type Of: Arithmetic;
    /// A vector of words or of accumulators.
    type Vector: Copy;
    /// The number of lanes of a vector.
    const LANES: usize;
    /// The most points of a tile: as many as leave all accumulators in registers.
    const TILE_POINTS: usize;
    /// The most vectors of output channels of a tile: 1 or 2.
    const TILE_VECTORS: usize;

    /// Accumulators of zero.
    unsafe fn zero() -> Self::Vector;
    /// Loads weights, a word for each lane.
    unsafe fn load_weights(at: *const WeightOf<Self>) -> Self::Vector;
    /// Loads one word of activations into every lane. The pointer is valid for one word.
    unsafe fn broadcast(at: *const ActivationOf<Self>) -> Self::Vector;
    /// The accumulators plus the products of two vectors, within each lane.
    unsafe fn multiply_add(sums: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `scale * accumulator + bias` as `f32`.
    unsafe fn dequantise(
        sums: Self::Vector,
        scales: *const f32,
        biases: *const f32,
    ) -> Self::Vector;
    /// The `f32` values plus the activations at a place times the residual scale.
    unsafe fn add_residual(
        values: Self::Vector,
        at: *const ActivationOf<Self>,
        scale: f32,
    ) -> Self::Vector;
    /// Applies ReLU, saturates at `max` and stores activations.
    unsafe fn store(values: Self::Vector, max: f32, at: *mut ActivationOf<Self>);
    /// Stores `f32` values as they are.
    unsafe fn store_f32(values: Self::Vector, at: *mut f32);
}
