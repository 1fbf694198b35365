//! The convolutions of built-in nets, with weights packed for the kernels.

use std::sync::OnceLock;

use crate::aligned::Aligned;
use crate::simd::DType;

use super::weights::Packed;
#[cfg(target_arch = "x86_64")]
use super::winograd_weights::transformed_bytes;

/// A convolution of size 1 or 3.
#[derive(Debug)]
pub(crate) struct Convolution<N: DType> {
    /// The width and height of the kernel.
    size: usize,
    /// The number of input channels, rounded up to whole words.
    pub(crate) inputs: usize,
    /// The number of output channels.
    pub(crate) outputs: usize,
    /// Weights of shape `[taps][inputs / PER_WORD][outputs][PER_WORD]`.
    weights: Aligned<N::Weight>,
    /// The weights transformed for Winograd's algorithm, computed by the first call.
    #[cfg(target_arch = "x86_64")]
    transformed: OnceLock<Aligned<i16>>,
    /// See [`Packed::padded`].
    padded: OnceLock<Aligned<N::Weight>>,
    /// Dequantisation scale per output channel: `output = scale * accumulator + bias`.
    pub(super) scales: Aligned<f32>,
    /// Bias per output channel, in units of the output.
    pub(crate) biases: Aligned<f32>,
    /// Scale of the residual: converts a block's input to units of its output.
    pub(super) residual_scale: f32,
}

/// The weights of a convolution as stored in a file.
#[derive(Debug, Clone)]
pub(crate) struct ConvolutionWeights<W> {
    /// Weights of shape `[outputs][taps][inputs]`.
    pub(crate) weights: Vec<W>,
    /// Dequantisation scale per output channel.
    pub(crate) scales: Vec<f32>,
    /// Bias per output channel.
    pub(crate) biases: Vec<f32>,
    /// Scale of the residual.
    pub(crate) residual_scale: f32,
}

impl<N: DType> Convolution<N> {
    /// Packs the weights of a file for the kernels.
    ///
    /// # Panics
    /// Panics if there are not `outputs * taps * inputs` weights.
    pub(crate) fn new(size: usize, inputs: usize, file: &ConvolutionWeights<N::Weight>) -> Self {
        let (taps, outputs) = (size * size, file.biases.len());
        assert_eq!(file.weights.len(), outputs * taps * inputs, "weights for all inputs");
        // Missing inputs of the last word have weight zero and contribute nothing.
        let padded = inputs.next_multiple_of(N::PER_WORD);
        let mut weights = Aligned::zeros(taps * padded * outputs);
        for (index, &weight) in file.weights.iter().enumerate() {
            let (output, tap, input) =
                (index / inputs / taps, index / inputs % taps, index % inputs);
            let word = (tap * padded + input) / N::PER_WORD;
            weights[(word * outputs + output) * N::PER_WORD + input % N::PER_WORD] = weight;
        }
        Convolution {
            size,
            inputs: padded,
            outputs,
            weights,
            #[cfg(target_arch = "x86_64")]
            transformed: OnceLock::new(),
            padded: OnceLock::new(),
            scales: file.scales.iter().copied().collect(),
            biases: file.biases.iter().copied().collect(),
            residual_scale: file.residual_scale,
        }
    }

    /// Returns the packed weights as a single block.
    pub(super) fn packed(&self) -> Packed<'_, N::Weight> {
        let Convolution { size, inputs, outputs, .. } = *self;
        let (weights, padded) = (&self.weights, &self.padded);
        Packed { weights, size, inputs, outputs, block: outputs, padded }
    }
}

#[cfg(target_arch = "x86_64")]
impl Convolution<crate::simd::I8> {
    /// Returns the transformed weights of a convolution of size 3, or `None` unless the numbers of inputs and outputs
    /// are multiples of `multiple`.
    pub(super) fn transformed(&self, multiple: usize) -> Option<&[i16]> {
        let Convolution { size, inputs, outputs, .. } = *self;
        let fits = inputs.is_multiple_of(multiple) && outputs.is_multiple_of(multiple);
        let weight = |tap: usize, input: usize, output: usize| {
            self.weights[((tap * inputs + input) / 4 * outputs + output) * 4 + input % 4]
        };
        let transform = || transformed_bytes(inputs, outputs, weight);
        (size == 3 && fits).then(|| &self.transformed.get_or_init(transform)[..])
    }
}
