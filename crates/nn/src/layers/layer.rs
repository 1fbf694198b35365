//! The weights of a KataGo net's layer, quantised and packed for the kernels.

use std::sync::OnceLock;

use crate::aligned::Aligned;
use crate::shared_array::Shared;
use crate::simd::{DType, I8};

use super::padded_tensor::CHANNELS;
use super::weights::{Form, PLACES, Packed, Quantisation, Shape, Weights};
use super::winograd_weights::transformed;

/// A matrix product at every point, or a convolution: weights of shape `[size][size][inputs][outputs]`.
///
/// They are packed in blocks of [`CHANNELS`] outputs: `[block][tap][word][output of the block][PER_WORD]`.
#[derive(Debug)]
pub(crate) struct Layer<N: DType> {
    pub(super) shape: Shape,
    /// The algorithm, which determines the order of weights and scales.
    pub(super) form: Form,
    pub(super) weights: Shared<N::Weight>,
    /// The factors that convert sums of products to units of the output.
    pub(super) scales: Aligned<f32>,
    /// The sum of each output's weights, which is multiplied by the zero point.
    pub(super) weight_sums: Aligned<f32>,
    /// The bias of each output.
    pub(super) biases: Aligned<f32>,
    /// See [`Packed::padded`].
    padded: OnceLock<Aligned<N::Weight>>,
}

/// The parts of a layer: packed weights, and numbers per output.
#[derive(Debug)]
pub(crate) struct LayerParts<N: DType> {
    /// The packed weights.
    pub(crate) weights: Shared<N::Weight>,
    /// The factors that convert sums of products to units of the output.
    pub(crate) scales: Vec<f32>,
    /// The sum of each output's weights.
    pub(crate) weight_sums: Vec<f32>,
    /// The bias of each output.
    pub(crate) biases: Vec<f32>,
}

impl<N: DType> Layer<N> {
    /// Creates a layer that multiplies each output by a scale and adds a bias.
    ///
    /// `means` are the mean inputs, if known. The mean change of an output due to rounding of the weights is
    /// subtracted from its bias. `rounded` are the packed weights of a matrix if they are 8-bit integers that were
    /// rounded earlier; otherwise each weight is rounded to nearest.
    pub(crate) fn new(
        weights: Weights<'_>,
        quantisation: Quantisation,
        means: &[f32],
        rounded: Option<&[i8]>,
        scale: impl Fn(usize) -> f32,
        bias: impl Fn(usize) -> f32,
    ) -> Layer<N> {
        let Weights { inputs, outputs, values, .. } = weights;
        if let (Form::Winograd, Some(levels)) = (Form::of::<N>(weights.size), N::LEVELS) {
            let (packed, scales, biases) =
                transformed::<N>(weights, levels, quantisation, scale, bias);
            let (shape, weight_sums) = (weights.shape(), Aligned::zeros(biases.len()));
            let (form, weights, padded) = (Form::Winograd, packed.into(), OnceLock::new());
            return Layer { shape, form, weights, scales, weight_sums, biases, padded };
        }
        let steps = weight_steps::<N>(weights);
        let shape = weights.shape();
        let mut packed = Aligned::zeros(shape.weights::<N>());
        let (mut sums, mut added) = (vec![0.0_f64; outputs], vec![0.0_f64; outputs]);
        // In the order of the unpacked weights: reading by output would jump through memory.
        for (row, exact) in values.chunks_exact(outputs.max(1)).enumerate() {
            let (tap, input) = (row / inputs, row % inputs);
            let mean = means.get(input).copied().map(f64::from);
            for (output, &exact) in exact.iter().enumerate() {
                let step = steps[output];
                let level = match rounded {
                    Some(rounded) => rounded[shape.place(tap, input, output, I8::PER_WORD)].into(),
                    None if step > 0.0 => exact / step,
                    None => 0.0,
                };
                let weight = N::weight(level);
                packed[shape.place(tap, input, output, N::PER_WORD)] = weight;
                let number = f64::from(N::weight_number(weight));
                sums[output] += number;
                if let Some(mean) = mean {
                    added[output] += mean * (number * f64::from(step) - f64::from(exact));
                }
            }
        }
        let (step, zero) = match quantisation {
            Quantisation::Static { step, zero } => (step, zero),
            // The quantisation of each point is applied to its sums.
            Quantisation::Dynamic => (1.0, 0.0),
        };
        let fill = || Aligned::zeros(shape.outputs);
        let (mut scales, mut weight_sums, mut biases) = (fill(), fill(), fill());
        for output in 0..outputs {
            let (sum, added) = (sums[output], added[output]);
            let from_zero = f64::from(zero * step * steps[output]) * sum;
            scales[output] = steps[output] * step * scale(output);
            weight_sums[output] = sum as f32;
            biases[output] = bias(output) - (from_zero + added) as f32 * scale(output);
        }
        let (form, weights, padded) = (Form::Direct, packed.into(), OnceLock::new());
        Layer { shape, form, weights, scales, weight_sums, biases, padded }
    }

    /// Creates a layer from packed weights. Returns `None` if their number does not match the shape.
    pub(crate) fn of_parts(shape: Shape, parts: LayerParts<N>) -> Option<Layer<N>> {
        let LayerParts { weights, scales, weight_sums, biases } = parts;
        let form = Form::of::<N>(shape.size);
        let scales_each = if form == Form::Winograd { PLACES } else { 1 };
        let fit = weights.len() == shape.weights::<N>()
            && scales.len() == scales_each * shape.outputs
            && [&weight_sums, &biases].iter().all(|it| it.len() == shape.outputs);
        let [scales, weight_sums, biases] =
            [scales, weight_sums, biases].map(|it| it.into_iter().collect());
        let padded = OnceLock::new();
        fit.then_some(Layer { shape, form, weights, scales, weight_sums, biases, padded })
    }

    /// Returns the packed weights.
    pub(super) fn packed(&self) -> Packed<'_, N::Weight> {
        let Shape { size, inputs, outputs } = self.shape;
        let (weights, padded) = (&self.weights, &self.padded);
        Packed { weights, size, inputs, outputs, block: CHANNELS, padded }
    }

    /// Returns the shape.
    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the parts.
    pub(crate) fn parts(&self) -> LayerParts<N> {
        LayerParts {
            weights: self.weights.clone(),
            scales: self.scales.to_vec(),
            weight_sums: self.weight_sums.to_vec(),
            biases: self.biases.to_vec(),
        }
    }

    /// Returns the number of outputs, including padding.
    pub(crate) fn outputs(&self) -> usize {
        self.shape.outputs
    }

    /// Returns the biases.
    pub(crate) fn biases(&self) -> &[f32] {
        &self.biases
    }
}

/// Returns the quantisation step of each output's weights; 1 for floating point.
pub(crate) fn weight_steps<N: DType>(weights: Weights<'_>) -> Vec<f32> {
    let Weights { outputs, values, .. } = weights;
    let Some(levels) = N::LEVELS else { return vec![1.0; outputs] };
    let (mut peaks, mut sums) = (vec![0.0_f32; outputs], vec![0.0_f64; outputs]);
    for row in values.chunks_exact(outputs.max(1)) {
        for ((peak, sum), weight) in peaks.iter_mut().zip(&mut sums).zip(row) {
            *peak = peak.max(weight.abs());
            *sum += f64::from(weight.abs());
        }
    }
    // A sum of products must fit in 31 bits for any activations, with some room for rounding.
    let most = f64::from(i32::MAX) / 2.0 / f64::from(levels.highest);
    let step = |(peak, sum): (f32, f64)| (peak / levels.weight).max((sum / most) as f32);
    peaks.into_iter().zip(sums).map(step).collect()
}
