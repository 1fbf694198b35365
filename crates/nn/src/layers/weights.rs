//! The shape and the weights of a layer, and the quantisation of its input.

use std::sync::OnceLock;

use crate::aligned::Aligned;

use super::padded_tensor::{CHANNELS, PointStep, padded};
use crate::simd::dtype::{DType, QuantLevels};

/// The width and height of a transformed Winograd tile.
pub(super) const SPAN: usize = 5;
/// The number of places of a transformed tile.
pub(super) const PLACES: usize = SPAN * SPAN;

/// The quantisation of a layer's input.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Quantisation {
    /// A single step and zero point for all activations: `value = (activation - zero) * step`.
    Static {
        /// The value of one level.
        step: f32,
        /// The level that represents 0.
        zero: f32,
    },
    /// A step and a zero point per point, determined at run time.
    Dynamic,
}

impl Quantisation {
    /// No quantisation.
    pub(crate) const NONE: Quantisation = Quantisation::Static { step: 1.0, zero: 0.0 };

    /// Returns the finest quantisation for a range of values and a number type.
    pub(crate) fn of<N: DType>([lowest, highest]: [f32; 2]) -> Quantisation {
        N::LEVELS.map_or(Quantisation::NONE, |levels| {
            let PointStep { step, zero } = levels.fit(lowest, highest);
            Quantisation::Static { step, zero }
        })
    }
}

impl QuantLevels {
    /// Returns the finest quantisation for a range of values.
    #[inline(always)]
    pub(super) fn fit(self, lowest: f32, highest: f32) -> PointStep {
        // If all values are 0, any step is exact.
        let least = f32::MIN_POSITIVE * 1e6;
        let (lowest, highest) = (lowest.min(0.0), highest.max(0.0));
        let step = ((highest - lowest) / (self.highest - self.lowest)).max(least);
        PointStep { step, zero: (self.lowest - lowest / step).round_ties_even() }
    }
}

/// The algorithm of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Multiplies all taps of all points.
    Direct,
    /// Winograd's algorithm, with weights and scales per place of a transformed tile.
    Winograd,
}

impl Form {
    /// Returns the algorithm for a kernel size.
    pub(super) fn of<N: DType>(size: usize) -> Form {
        if N::WINOGRAD && size == 3 { Form::Winograd } else { Form::Direct }
    }
}

/// The shape of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The width and height of the convolution's kernel; 1 for a matrix product.
    pub(crate) size: usize,
    /// The number of inputs, padded to a multiple of [`CHANNELS`].
    pub(crate) inputs: usize,
    /// The number of outputs, also padded.
    pub(crate) outputs: usize,
}

impl Shape {
    /// Returns the number of packed weights.
    pub(crate) fn weights<N: DType>(self) -> usize {
        self.places::<N>() * self.inputs * self.outputs
    }

    /// Returns the number of weights from an input to an output.
    pub(crate) fn places<N: DType>(self) -> usize {
        match Form::of::<N>(self.size) {
            Form::Direct => self.size * self.size,
            Form::Winograd => PLACES,
        }
    }

    /// Returns the index of a packed weight.
    pub(super) fn place(self, tap: usize, input: usize, output: usize, per_word: usize) -> usize {
        let (block, lane) = (output / CHANNELS, output % CHANNELS);
        let (word, part) = (input / per_word, input % per_word);
        let words = self.inputs / per_word;
        (((block * self.size * self.size + tap) * words + word) * CHANNELS + lane) * per_word + part
    }
}

/// Weights before quantisation, of shape `[size][size][inputs][outputs]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights<'a> {
    /// The width and height of the kernel.
    pub(crate) size: usize,
    /// The number of inputs.
    pub(crate) inputs: usize,
    /// The number of outputs.
    pub(crate) outputs: usize,
    /// The weights.
    pub(crate) values: &'a [f32],
}

impl Weights<'_> {
    /// Returns the shape of the layer.
    pub(crate) fn shape(&self) -> Shape {
        Shape { size: self.size, inputs: padded(self.inputs), outputs: padded(self.outputs) }
    }
}

/// Packed weights of a layer: `[block][tap][word][output of the block][PER_WORD]`.
pub(super) struct Packed<'a, W> {
    pub(super) weights: &'a [W],
    /// The width and height of the convolution's kernel.
    pub(super) size: usize,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// The number of outputs whose weights are stored together.
    pub(super) block: usize,
    /// The weights padded for products of matrices, computed by the first one.
    pub(super) padded: &'a OnceLock<Aligned<W>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{I8, I16};

    #[test]
    fn fit_uses_all_levels_and_represents_zero() {
        for levels in [I8::LEVELS, I16::LEVELS].into_iter().flatten() {
            for (lowest, highest) in [(0.0, 5.0), (-2.0, 2.0), (-0.3, 8.0), (-4.0, 0.0), (1.0, 2.0)]
            {
                let PointStep { step, zero } = levels.fit(lowest, highest);
                let level = |value: f32| value / step + zero;
                let [low, high] = [lowest.min(0.0), highest].map(level);
                // The zero point is rounded by at most half a level.
                assert!((low - levels.lowest).abs() <= 0.51, "{lowest} to {highest}: {low}");
                assert!((high - levels.highest).abs() <= 0.51, "{lowest} to {highest}: {high}");
                assert_eq!(zero, zero.round());
            }
        }
    }
}
