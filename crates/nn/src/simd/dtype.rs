//! The number types of products: `f32`, `bf16`, and quantised integers of 8 and 16 bits.

use std::fmt::Debug;

use crate::shared_array::Pod;

/// A number type of activations and weights. Sums of products have 32 bits.
pub(crate) trait DType: Debug + Send + Sync + 'static {
    /// An activation.
    type Activation: Copy + Default + Debug + Send + Sync;
    /// A weight.
    type Weight: Pod + Default + Debug + Send + Sync;
    /// How many activations, and how many weights, a word of 32 bits holds.
    const PER_WORD: usize;
    /// The levels that activations are quantised to; `None` for floating point.
    const LEVELS: Option<QuantLevels>;
    /// Whether convolutions of size 3 are transformed.
    const WINOGRAD: bool = false;

    /// The weight nearest to a number; for integers the number is in quantisation steps.
    fn weight(value: f32) -> Self::Weight;

    /// The activation nearest to a number; for integers the number is in quantisation steps and the zero
    /// point is added.
    fn activation(value: f32) -> Self::Activation;

    /// The number that an activation is, the inverse of [`activation`](Self::activation).
    fn number(activation: Self::Activation) -> f32;

    /// The number that a weight is, the inverse of [`weight`](Self::weight).
    fn weight_number(weight: Self::Weight) -> f32;
}

/// The integers that activations and weights are quantised to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct QuantLevels {
    /// The lowest activation.
    pub(crate) lowest: f32,
    /// The highest activation.
    pub(crate) highest: f32,
    /// The largest weight.
    pub(crate) weight: f32,
}

/// 32-bit floating point.
#[derive(Debug)]
pub(crate) enum F32 {}

impl DType for F32 {
    type Activation = f32;
    type Weight = f32;
    const PER_WORD: usize = 1;
    const LEVELS: Option<QuantLevels> = None;

    fn weight(value: f32) -> f32 {
        value
    }

    fn activation(value: f32) -> f32 {
        value
    }

    fn number(activation: f32) -> f32 {
        activation
    }

    fn weight_number(weight: f32) -> f32 {
        weight
    }
}

/// Floating point of 16 bits with the exponent of `f32`, as its upper half.
#[derive(Debug)]
pub(crate) enum Bf16 {}

impl DType for Bf16 {
    type Activation = u16;
    type Weight = u16;
    const PER_WORD: usize = 2;
    const LEVELS: Option<QuantLevels> = None;

    fn weight(value: f32) -> u16 {
        // Rounded to the nearest, ties to even. Weights and activations are finite.
        let bits = value.to_bits();
        (bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16) as u16
    }

    fn activation(value: f32) -> u16 {
        Bf16::weight(value)
    }

    #[inline]
    fn number(activation: u16) -> f32 {
        f32::from_bits(u32::from(activation) << 16)
    }

    #[inline]
    fn weight_number(weight: u16) -> f32 {
        Bf16::number(weight)
    }
}

/// Unsigned activations and signed weights of 8 bits.
#[derive(Debug)]
pub(crate) enum I8 {}

impl DType for I8 {
    type Activation = u8;
    type Weight = i8;
    const PER_WORD: usize = 4;
    const LEVELS: Option<QuantLevels> =
        Some(QuantLevels { lowest: 0.0, highest: 255.0, weight: 127.0 });

    fn weight(value: f32) -> i8 {
        value.round_ties_even() as i8
    }

    fn activation(value: f32) -> u8 {
        value.round_ties_even() as u8
    }

    fn number(activation: u8) -> f32 {
        activation.into()
    }

    fn weight_number(weight: i8) -> f32 {
        weight.into()
    }
}

/// Signed activations and weights of 16 bits.
#[derive(Debug)]
pub(crate) enum I16 {}

/// The largest quantised activation of 16 bits. A Winograd convolution transforms its input to sums of up
/// to 36 of them, which must fit 16 bits.
pub(crate) const HIGHEST_16: i16 = 910;

impl DType for I16 {
    type Activation = i16;
    type Weight = i16;
    const PER_WORD: usize = 2;
    const LEVELS: Option<QuantLevels> = Some(QuantLevels {
        lowest: -(HIGHEST_16 as f32),
        highest: HIGHEST_16 as f32,
        weight: i16::MAX as f32,
    });
    const WINOGRAD: bool = true;

    fn weight(value: f32) -> i16 {
        value.round_ties_even() as i16
    }

    fn activation(value: f32) -> i16 {
        let highest = f32::from(HIGHEST_16);
        value.clamp(-highest, highest).round_ties_even() as i16
    }

    fn number(activation: i16) -> f32 {
        activation.into()
    }

    fn weight_number(weight: i16) -> f32 {
        weight.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_and_saturate() {
        assert_eq!([-1.0, 0.5, 1.5, 254.6, 300.0].map(I8::activation), [0, 0, 2, 255, 255]);
        assert_eq!([-127.4, 0.5, 126.6].map(I8::weight), [-127, 0, 127]);
        assert_eq!([-2000.0, 2.5, 2000.0].map(I16::activation), [-910, 2, 910]);
        for value in [0.0, 1.0, -2.5, 1e-20, 3e30] {
            let rounded = Bf16::number(Bf16::activation(value));
            assert!((rounded - value).abs() <= value.abs() / 256.0, "{value}: {rounded}");
        }
        assert_eq!(Bf16::number(Bf16::activation(1.0 + 1.0 / 256.0)), 1.0, "ties to even");
    }
}
