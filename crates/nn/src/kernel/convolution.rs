//! The weights of a convolution, in the order in which kernels read them.

#[cfg(target_arch = "x86_64")]
use std::sync::OnceLock;

use super::arithmetic::Arithmetic;
use crate::aligned::Aligned;

/// A convolution of 1x1 or 3x3.
#[derive(Debug)]
pub(crate) struct Convolution<A: Arithmetic> {
    /// Kernel positions: 1 or 9, row by row from the top left.
    pub taps: usize,
    /// Input channels, rounded up to whole words.
    pub inputs: usize,
    /// Output channels.
    pub outputs: usize,
    /// Weights of shape `[taps, inputs / PER_WORD, outputs, PER_WORD]`: a vector load takes the same
    /// word of inputs for consecutive output channels.
    pub weights: Aligned<A::Weight>,
    /// The weights as a kernel transforms them that computes by Winograd's algorithm: by the first call.
    #[cfg(target_arch = "x86_64")]
    pub transformed: OnceLock<Aligned<i16>>,
    /// Dequantisation scale per output channel: `output = scale * accumulator + bias`.
    pub scales: Aligned<f32>,
    /// Bias per output channel, in units of the output.
    pub biases: Aligned<f32>,
    /// Scale of the residual: a block's input times this is in units of its output.
    pub residual_scale: f32,
}

/// The weights of a convolution as a file holds them.
#[derive(Debug, Clone)]
pub(crate) struct ConvolutionWeights<W> {
    /// Weights of shape `[outputs, taps, inputs]`.
    pub weights: Vec<W>,
    /// Dequantisation scale per output channel.
    pub scales: Vec<f32>,
    /// Bias per output channel.
    pub biases: Vec<f32>,
    /// Scale of the residual.
    pub residual_scale: f32,
}

impl<A: Arithmetic> Convolution<A> {
    /// Reorders the weights of a file for the kernels.
    ///
    /// # Panics
    /// Where there are not `outputs * taps * inputs` weights.
    pub(crate) fn new(taps: usize, inputs: usize, file: &ConvolutionWeights<A::Weight>) -> Self {
        let outputs = file.biases.len();
        assert_eq!(file.weights.len(), outputs * taps * inputs, "weights of all inputs");
        // Missing inputs of the last word have weight zero, and so add nothing.
        let padded = inputs.next_multiple_of(A::PER_WORD);
        let mut weights = Aligned::zeros(taps * padded * outputs);
        for (index, &weight) in file.weights.iter().enumerate() {
            let (output, tap, input) =
                (index / inputs / taps, index / inputs % taps, index % inputs);
            let word = (tap * padded + input) / A::PER_WORD;
            weights[(word * outputs + output) * A::PER_WORD + input % A::PER_WORD] = weight;
        }
        Convolution {
            taps,
            inputs: padded,
            outputs,
            weights,
            #[cfg(target_arch = "x86_64")]
            transformed: OnceLock::new(),
            scales: file.scales.iter().copied().collect(),
            biases: file.biases.iter().copied().collect(),
            residual_scale: file.residual_scale,
        }
    }

    /// The distance of each tap's input point from the first tap's, in points of a tensor with this
    /// stride, and the distance of the first tap's input point before the output point.
    pub(crate) fn tap_offsets(&self, stride: usize) -> ([usize; 9], usize) {
        // Two distances without a sign: the first tap lies before the output point, and an index must
        // not become negative on the way.
        let offsets = std::array::from_fn(|tap| tap / 3 * stride + tap % 3);
        (offsets, if self.taps == 1 { 0 } else { stride + 1 })
    }
}
