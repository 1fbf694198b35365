//! The weights of a layer, quantised and in the order in which the kernels read them.

use crate::net::aligned::Aligned;

use super::number::{Levels, Number};
use super::padded::{CHANNELS, PointStep, padded};
use super::winograd_weights::transformed;

/// How the activations of a layer's input are quantised.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Quantisation {
    /// One step and zero point for all: `value = (activation - zero) * step`.
    Static {
        /// What one level stands for.
        step: f32,
        /// The level of 0.
        zero: f32,
    },
    /// A step and a zero point for each point, taken at run time.
    Dynamic,
}

impl Quantisation {
    /// Numbers as they are.
    pub(crate) const NONE: Quantisation = Quantisation::Static { step: 1.0, zero: 0.0 };

    /// The finest quantisation of values within a range to a number type.
    pub(crate) fn of<N: Number>([lowest, highest]: [f32; 2]) -> Quantisation {
        N::LEVELS.map_or(Quantisation::NONE, |levels| {
            let PointStep { step, zero } = levels.fit(lowest, highest);
            Quantisation::Static { step, zero }
        })
    }
}

impl Levels {
    /// The finest quantisation of values within a range.
    #[inline(always)]
    pub(super) fn fit(self, lowest: f32, highest: f32) -> PointStep {
        // Of values that are all 0 nothing is lost by any step.
        let least = f32::MIN_POSITIVE * 1e6;
        let (lowest, highest) = (lowest.min(0.0), highest.max(0.0));
        let step = ((highest - lowest) / (self.highest - self.lowest)).max(least);
        PointStep { step, zero: (self.lowest - lowest / step).round_ties_even() }
    }
}

/// A matrix product at every point, or a convolution: weights of shape `[size, size, inputs, outputs]`.
///
/// They lie in blocks of [`CHANNELS`] outputs: `[block][tap][word][output of the block][PER_WORD]`.
#[derive(Debug)]
pub(crate) struct Layer<N: Number> {
    /// How it is computed, on which the order of weights and scales depends.
    pub(super) form: Form,
    /// Width and height of the convolution's kernel, 1 for a product.
    pub(super) size: usize,
    /// Inputs, filled up to a multiple of [`CHANNELS`].
    pub(super) inputs: usize,
    /// Outputs, filled up too.
    pub(super) outputs: usize,
    pub(super) weights: Aligned<N::Weight>,
    /// What a unit of a sum of products is in units of the output.
    pub(super) scales: Aligned<f32>,
    /// The sum of each output's weights, which a zero point is multiplied with.
    pub(super) weight_sums: Aligned<f32>,
    /// Added to the outputs.
    pub(super) biases: Aligned<f32>,
}

/// How a layer is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// All taps of all points.
    Direct,
    /// By Winograd's algorithm, whose weights and scales are as [`transformed`] says.
    Winograd,
}

/// Weights before they are quantised, of shape `[size, size, inputs, outputs]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights<'a> {
    /// Width and height of the kernel.
    pub(crate) size: usize,
    /// Inputs.
    pub(crate) inputs: usize,
    /// Outputs.
    pub(crate) outputs: usize,
    /// The weights.
    pub(crate) values: &'a [f32],
}

impl<N: Number> Layer<N> {
    /// A layer that multiplies each output with a scale and adds a bias to it.
    ///
    /// `means` are those of the inputs, as far as they are known: what the rounding of the weights adds to
    /// an output in the mean is taken from its bias.
    pub(crate) fn new(
        weights: Weights<'_>,
        quantisation: Quantisation,
        means: &[f32],
        scale: impl Fn(usize) -> f32,
        bias: impl Fn(usize) -> f32,
    ) -> Layer<N> {
        let Weights { size, inputs, outputs, values } = weights;
        if let (true, 3, Some(levels), Quantisation::Static { step, zero }) =
            (N::WINOGRAD, size, N::LEVELS, quantisation)
        {
            return transformed(weights, levels, (step, zero), scale, bias);
        }
        let steps = weight_steps::<N>(weights);
        let quantised = |tap: usize, input: usize, output: usize| {
            let weight = values[(tap * inputs + input) * outputs + output];
            N::weight(if steps[output] > 0.0 { weight / steps[output] } else { 0.0 })
        };
        let mut layer = Layer {
            form: Form::Direct,
            size,
            inputs: padded(inputs),
            outputs: padded(outputs),
            weights: Aligned::zeros(size * size * padded(inputs) * padded(outputs)),
            scales: Aligned::zeros(padded(outputs)),
            weight_sums: Aligned::zeros(padded(outputs)),
            biases: Aligned::zeros(padded(outputs)),
        };
        let (step, zero) = match quantisation {
            Quantisation::Static { step, zero } => (step, zero),
            // That of each point is applied to its sums.
            Quantisation::Dynamic => (1.0, 0.0),
        };
        for output in 0..outputs {
            let (mut sum, mut added) = (0.0_f64, 0.0_f64);
            for (tap, input) in (0..size * size).flat_map(|t| (0..inputs).map(move |i| (t, i))) {
                let weight = quantised(tap, input, output);
                let place = layer.place(tap, input, output);
                layer.weights[place] = weight;
                let number = f64::from(N::weight_number(weight));
                sum += number;
                if let Some(&mean) = means.get(input) {
                    let exact = values[(tap * inputs + input) * outputs + output];
                    added +=
                        f64::from(mean) * (number * f64::from(steps[output]) - f64::from(exact));
                }
            }
            let from_zero = f64::from(zero * step * steps[output]) * sum;
            layer.scales[output] = steps[output] * step * scale(output);
            layer.weight_sums[output] = sum as f32;
            layer.biases[output] = bias(output) - (from_zero + added) as f32 * scale(output);
        }
        layer
    }

    /// The index of a weight.
    fn place(&self, tap: usize, input: usize, output: usize) -> usize {
        let (block, lane) = (output / CHANNELS, output % CHANNELS);
        let (word, part) = (input / N::PER_WORD, input % N::PER_WORD);
        let words = self.inputs / N::PER_WORD;
        (((block * self.size * self.size + tap) * words + word) * CHANNELS + lane) * N::PER_WORD
            + part
    }

    /// Outputs, filled up.
    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    /// The factor of a bias that is added to an output before its scale.
    pub(crate) fn biases(&self) -> &[f32] {
        &self.biases
    }
}

/// The quantisation step of each output's weights; 1 for floating point.
fn weight_steps<N: Number>(weights: Weights<'_>) -> Vec<f32> {
    let Weights { outputs, values, .. } = weights;
    let Some(levels) = N::LEVELS else { return vec![1.0; outputs] };
    let (mut peaks, mut sums) = (vec![0.0_f32; outputs], vec![0.0_f64; outputs]);
    for row in values.chunks_exact(outputs) {
        for ((peak, sum), weight) in peaks.iter_mut().zip(&mut sums).zip(row) {
            *peak = peak.max(weight.abs());
            *sum += f64::from(weight.abs());
        }
    }
    // A sum of products must fit 31 bits, whatever the activations are, with some room for rounding.
    let most = f64::from(i32::MAX) / 2.0 / f64::from(levels.highest);
    let step = |(peak, sum): (f32, f64)| (peak / levels.weight).max((sum / most) as f32);
    peaks.into_iter().zip(sums).map(step).collect()
}
