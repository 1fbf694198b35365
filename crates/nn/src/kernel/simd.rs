//! The SIMD backend: vectors of 32-bit lanes, and what a kernel does with them.

#![allow(unsafe_code)]

use super::arithmetic::Arithmetic;

/// An activation of a backend.
pub(super) type ActivationOf<S> = <<S as Simd>::Of as Arithmetic>::Activation;

/// A weight of a backend.
pub(super) type WeightOf<S> = <<S as Simd>::Of as Arithmetic>::Weight;

/// Where the operands of a tile are.
pub(super) struct Product<'a, S: Simd> {
    /// The activations of the first point, before a tap is added.
    pub(super) activations: *const ActivationOf<S>,
    /// From a point to the next one, in activations.
    pub(super) point_stride: usize,
    /// What is added to the place of a point for each tap, in activations.
    pub(super) taps: &'a [usize],
    /// Words of a point's activations.
    pub(super) words: usize,
    /// The weights of the first tap and word.
    pub(super) weights: *const WeightOf<S>,
    /// From the weights for a word to those for the next one.
    pub(super) weight_stride: usize,
}

/// Vectors of 32-bit lanes of one instruction set and one number type.
///
/// # Safety
/// The processor must have the instructions that an implementation is made of. A pointer must be
/// valid for one element per lane of what its function reads or writes, without alignment.
pub(super) trait Simd: Sized {
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
    /// The accumulators of a tile. The operands are valid for reads: vectors of weights for each tap and word.
    #[inline(always)]
    unsafe fn sums<const POINTS: usize, const VECTORS: usize>(
        product: &Product<'_, Self>,
    ) -> [[Self::Vector; VECTORS]; POINTS] {
        // SAFETY: the caller vouches for the instructions and for all places that are read.
        unsafe { sums_by_words(product) }
    }
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

/// The accumulators of a tile: a word of a point's activations is broadcast over a vector and multiplied
/// with the weights of as many output channels.
///
/// # Safety
/// As for [`Simd::sums`].
#[inline(always)]
pub(super) unsafe fn sums_by_words<S: Simd, const POINTS: usize, const VECTORS: usize>(
    product: &Product<'_, S>,
) -> [[S::Vector; VECTORS]; POINTS] {
    let per_word = <S::Of as Arithmetic>::PER_WORD;
    // SAFETY: the caller vouches for the instructions and for all places that are read.
    unsafe {
        let mut sums = [[S::zero(); VECTORS]; POINTS];
        let mut weights = product.weights;
        for &tap in product.taps {
            let mut activations = product.activations.add(tap);
            for _ in 0..product.words {
                // Loaded once and used for all points of the tile.
                let mut row = [S::zero(); VECTORS];
                for (k, vector) in row.iter_mut().enumerate() {
                    *vector = S::load_weights(weights.add(k * S::LANES * per_word));
                }
                for (i, sums) in sums.iter_mut().enumerate() {
                    let word = S::broadcast(activations.add(i * product.point_stride));
                    for (sum, &weights) in sums.iter_mut().zip(&row) {
                        *sum = S::multiply_add(*sum, word, weights);
                    }
                }
                activations = activations.add(per_word);
                weights = weights.add(product.weight_stride);
            }
        }
        sums
    }
}
