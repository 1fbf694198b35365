//! The number types of products: `f32`, `bf16`, and quantised 8-bit and 16-bit integers.

use std::fmt::Debug;

use crate::shared_array::Pod;

/// A number type of activations and weights. Sums of products have 32 bits.
pub(crate) trait DType: Debug + Send + Sync + 'static {
    /// An activation.
    type Activation: Copy + Default + Debug + Send + Sync;
    /// A weight.
    type Weight: Pod + Default + Debug + Send + Sync;
    /// The number of activations, and of weights, in a 32-bit word.
    const PER_WORD: usize;
    /// The quantisation levels of activations; `None` for floating point.
    const LEVELS: Option<QuantLevels>;
    /// `true` if convolutions of size 3 use Winograd's algorithm.
    const WINOGRAD: bool = false;

    /// Returns the nearest weight; for integers, `value` is in quantisation steps.
    fn weight(value: f32) -> Self::Weight;

    /// Returns the nearest activation; for integers, `value` is in quantisation steps and includes the zero point.
    fn activation(value: f32) -> Self::Activation;

    /// Returns the number of an activation, the inverse of [`activation`](Self::activation).
    fn number(activation: Self::Activation) -> f32;

    /// Returns the number of a weight, the inverse of [`weight`](Self::weight).
    fn weight_number(weight: Self::Weight) -> f32;
}

/// The integer ranges of quantised activations and weights.
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

/// 16-bit floating point with the exponent range of `f32`: the upper half of an `f32`.
#[derive(Debug)]
pub(crate) enum Bf16 {}

impl DType for Bf16 {
    type Activation = u16;
    type Weight = u16;
    const PER_WORD: usize = 2;
    const LEVELS: Option<QuantLevels> = None;

    fn weight(value: f32) -> u16 {
        // Rounds to nearest, ties to even. Weights and activations are finite.
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

/// 8-bit integers: unsigned activations and signed weights.
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

/// 16-bit integers: signed activations and weights.
#[derive(Debug)]
pub(crate) enum I16 {}

/// The largest quantised 16-bit activation. A Winograd convolution transforms its input to sums of up to 36
/// activations, which must fit in 16 bits.
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
    fn conversion_rounds_and_saturates() {
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
