//! Smoothing: equalises the ranges of the channels of an input, so that one quantisation step suits all of them.
//!
//! Each channel is divided by a factor, at no cost in the preceding norm, and the weights of the layer are multiplied
//! by it. The factors are the square roots of the channels' ranges: half of the difference between channels moves
//! into the weights, which are quantised too. This is SmoothQuant (Xiao et al. 2023) with a migration strength of one
//! half, and the equalisation of Nagel et al. (2019).
//!
//! Transformers are not smoothed: they use a step per point, and smoothing made them less exact. On 19x19 it doubled
//! the win rate error of b10c384h6.

use std::borrow::Cow;

use crate::activation::Activation;
use crate::katago::layer::Norm;
use crate::simd::DType;

/// The maximum number of levels of a number type that benefits from smoothing.
const MOST_LEVELS: f32 = 256.0;

/// The smallest factor, for channels that are hardly ever active.
const LEAST: f32 = 0.03;

/// The divisor of each channel of an input; empty without smoothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::katago) struct Smoothing(pub(in crate::katago) Vec<f32>);

impl Smoothing {
    /// Returns the factors for an input of a number type from the maximum magnitude of each channel.
    pub(super) fn of<N: DType>(highest: &[f32]) -> Smoothing {
        let gains = N::LEVELS.is_some_and(|it| it.highest - it.lowest < MOST_LEVELS);
        let most = highest.iter().copied().fold(0.0, f32::max);
        if !gains || most <= 0.0 {
            return Smoothing::default();
        }
        let factor = |highest: &f32| (highest / most).sqrt().max(LEAST);
        Smoothing(highest.iter().map(factor).collect())
    }

    /// Returns the factor of a channel.
    pub(super) fn factor(&self, channel: usize) -> f32 {
        self.0.get(channel).copied().unwrap_or(1.0)
    }

    /// Divides the numbers of the channels by their factors.
    pub(super) fn divided(&self, numbers: &[f32]) -> Vec<f32> {
        let channels = numbers.iter().enumerate();
        channels.map(|(channel, number)| number / self.factor(channel)).collect()
    }

    /// Multiplies weights of shape `[size][size][inputs][outputs]` by the factors of the inputs.
    pub(super) fn multiplied<'w>(
        &self,
        weights: &'w [f32],
        inputs: usize,
        outputs: usize,
    ) -> Cow<'w, [f32]> {
        if self.0.is_empty() {
            return Cow::Borrowed(weights);
        }
        let rows = weights.chunks(outputs.max(1)).enumerate();
        rows.flat_map(|(row, weights)| {
            let factor = self.factor(row % inputs);
            weights.iter().map(move |weight| weight * factor)
        })
        .collect()
    }

    /// Returns the norm with its outputs divided by the factors.
    pub(super) fn norm(&self, norm: &Norm) -> Norm {
        let (scale, bias) = (self.divided(&norm.scale), self.divided(&norm.bias));
        Norm { scale, bias, activation: norm.activation }
    }
}

/// Returns `true` if scaling the input scales the output by the same factor, so that the preceding norm can divide
/// the channels.
pub(super) fn is_homogeneous(activation: Activation) -> bool {
    matches!(activation, Activation::Identity | Activation::Relu)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smoothing_preserves_product() {
        let smoothing = Smoothing(vec![0.5, 0.25]);
        let (input, weights) = ([3.0, 5.0], [1.0, 2.0, 3.0, 4.0]);
        let product = |input: &[f32], weights: &[f32]| -> Vec<f32> {
            (0..2).map(|o| input[0] * weights[o] + input[1] * weights[2 + o]).collect()
        };
        let smoothed = product(&smoothing.divided(&input), &smoothing.multiplied(&weights, 2, 2));
        assert_eq!(smoothed, product(&input, &weights));
        assert_eq!(smoothing.factor(2), 1.0, "channels that only fill up");
    }
}
