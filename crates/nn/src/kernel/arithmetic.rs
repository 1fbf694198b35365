//! The two number types that a net is evaluated with: `f32`, and quantised 8-bit integers.

use std::fmt::Debug;

/// A number type of activations, weights and accumulators, with the scalar operations that define
/// the result of every kernel.
pub(crate) trait Arithmetic: Debug + Sized + 'static {
    /// An activation: never negative.
    type Activation: Copy + Default + Debug + Into<f32>;
    /// A weight of a convolution.
    type Weight: Copy + Default + Debug;
    /// A sum of products. Integer sums are exact.
    type Accumulator: Copy + Default;
    /// How many activations a word of 32 bits holds: the unit in which kernels read inputs.
    const PER_WORD: usize;

    /// The activation of an input plane, 0 or 1.
    fn from_bit(bit: u8) -> Self::Activation;

    /// The sum plus a product.
    fn multiply_add(
        sum: Self::Accumulator,
        activation: Self::Activation,
        weight: Self::Weight,
    ) -> Self::Accumulator;

    /// An accumulator as `f32`, before the dequantisation scale is applied.
    fn to_f32(sum: Self::Accumulator) -> f32;

    /// ReLU, then saturation at `max` for integers, rounded to the nearest, ties to even.
    fn saturate(value: f32, max: f32) -> Self::Activation;
}

/// 32-bit floating point.
#[derive(Debug)]
pub(crate) enum Float {}

impl Arithmetic for Float {
    type Activation = f32;
    type Weight = f32;
    type Accumulator = f32;
    const PER_WORD: usize = 1;

    fn from_bit(bit: u8) -> f32 {
        bit.into()
    }

    fn multiply_add(sum: f32, activation: f32, weight: f32) -> f32 {
        // Not fused: without the instruction, a fused multiply-add is a slow function call. Kernels
        // that fuse it round otherwise, and are compared with a tolerance.
        sum + activation * weight
    }

    fn to_f32(sum: f32) -> f32 {
        sum
    }

    fn saturate(value: f32, _max: f32) -> f32 {
        value.max(0.0)
    }
}

/// Quantised integers: unsigned 8-bit activations, signed 8-bit weights, 32-bit accumulators.
#[derive(Debug)]
pub(crate) enum Integer {}

impl Arithmetic for Integer {
    type Activation = u8;
    type Weight = i8;
    type Accumulator = i32;
    const PER_WORD: usize = 4;

    fn from_bit(bit: u8) -> u8 {
        bit
    }

    fn multiply_add(sum: i32, activation: u8, weight: i8) -> i32 {
        // A shape allows 9 * 256 products of at most 127 * 128, which is below 2^26: no overflow.
        sum + i32::from(activation) * i32::from(weight)
    }

    fn to_f32(sum: i32) -> f32 {
        // Sums above 2^24 are rounded to the nearest, ties to even, as vector instructions do.
        sum as f32
    }

    fn saturate(value: f32, max: f32) -> u8 {
        // `max` and `min` also turn NaN into 0, and the vector instructions round to even too.
        value.max(0.0).min(max).round_ties_even() as u8
    }
}
