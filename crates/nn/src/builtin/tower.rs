//! The tower of a net: a stem, residual blocks (some with global pooling), and the convolution to the channels of the
//! head.
//!
//! A block is `relu(x + conv(relu(conv(x) + b)))`. With global pooling, `b` is a linear layer of the means and maxima
//! of `x`; otherwise it is the bias of the first convolution.

use super::planes::Planes;
use crate::layers::{
    BuiltInNumber, Convolution, ConvolutionJob, ConvolutionKernel, Output, PaddedTensor,
    Transformed,
};
use crate::simd::{DType, F32};

/// The weights of a residual block.
#[derive(Debug)]
pub(crate) struct Block<N: DType> {
    pub first: Convolution<N>,
    /// From the pooled input to the offsets of the first convolution's biases.
    pub pool: Option<Linear>,
    pub second: Convolution<N>,
}

/// The weights of a tower.
#[derive(Debug)]
pub(crate) struct Tower<N: DType> {
    pub stem: Convolution<N>,
    /// From the global inputs to the offsets of the stem's biases.
    pub globals: Linear,
    pub blocks: Vec<Block<N>>,
    /// From the last block to the channels of the head.
    pub head: Convolution<N>,
    /// The value at which activations saturate: infinity for `f32`.
    pub max: f32,
}

/// The activation tensors of a tower, reused between positions.
#[derive(Debug)]
pub(crate) struct Tensors<N: DType> {
    input: PaddedTensor<N>,
    /// The input and the output of each block.
    trunk: PaddedTensor<N>,
    /// The output of a block's first convolution.
    middle: PaddedTensor<N>,
    output: PaddedTensor<F32>,
    transformed: Transformed,
}

impl<N: BuiltInNumber> Tower<N> {
    /// Allocates tensors for a board of `lines` lines.
    pub(crate) fn tensors(&self, lines: usize) -> Tensors<N> {
        let tensor = |channels| PaddedTensor::new(lines, 1, channels);
        Tensors {
            input: tensor(self.stem.inputs),
            trunk: tensor(self.stem.outputs),
            middle: tensor(self.stem.outputs),
            output: PaddedTensor::new(lines, 1, self.head.outputs),
            transformed: Transformed::default(),
        }
    }

    /// Evaluates the tower. Returns the dequantised channels of the head for every point, before ReLU.
    pub(crate) fn evaluate<'t>(
        &self,
        kernel: &ConvolutionKernel<N>,
        planes: &Planes,
        tensors: &'t mut Tensors<N>,
    ) -> &'t PaddedTensor<F32> {
        let Tensors { input, trunk, middle, output, transformed } = tensors;
        let max = self.max;
        let mut convolve = |layer: &Convolution<N>,
                            biases: &[f32],
                            input: &PaddedTensor<N>,
                            output: Output<'_, N>| {
            let memory = &mut *transformed;
            kernel.convolve(ConvolutionJob { layer, biases, max, input, output, memory });
        };
        let (zero, one) = (N::Activation::default(), N::activation(1.0));
        let of_bit = |bit: u8| if bit == 0 { zero } else { one };
        for (point, bits) in input.points_mut().zip(planes.points()) {
            point.iter_mut().zip(bits).for_each(|(input, &bit)| *input = of_bit(bit));
        }
        // A global input adds one number per channel to all points, which is a bias, so the kernels need no special
        // case. Global pooling works in the same way.
        let biases = sum(&self.stem.biases, &self.globals.of(&planes.globals()));
        convolve(&self.stem, &biases, input, Output::Store(trunk));
        for block in &self.blocks {
            let offsets = block.pool.as_ref().map(|pool| pool.of(&global_pooling(trunk)));
            let biases = offsets.map(|offsets| sum(&block.first.biases, &offsets));
            let biases = biases.as_deref().unwrap_or(&block.first.biases);
            // A convolution reads the neighbours of the points that it writes, so input and output must be separate
            // buffers. The second convolution may overwrite the trunk, its residual, because each activation is read
            // once, right before it is replaced.
            convolve(&block.first, biases, trunk, Output::Store(middle));
            convolve(&block.second, &block.second.biases, middle, Output::AddResidual(trunk));
        }
        // Without ReLU, because the policy adds its offsets first.
        convolve(&self.head, &self.head.biases, trunk, Output::Dequantised(output));
        output
    }
}

/// Returns the sum of two vectors.
fn sum(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// Global pooling of a tensor, per channel: mean, mean scaled by board width, and maximum.
fn global_pooling<N: DType>(tensor: &PaddedTensor<N>) -> Vec<f32> {
    let mut means = vec![0.0; tensor.channels()];
    // Zero is a lower bound because activations are never negative.
    let mut maxima = vec![0.0; tensor.channels()];
    for point in tensor.points() {
        for ((mean, maximum), &activation) in means.iter_mut().zip(&mut maxima).zip(point) {
            let activation = N::number(activation);
            // Exact for integers, whose sums stay below 2^24: 19 * 19 * 127.
            *mean += activation;
            *maximum = activation.max(*maximum);
        }
    }
    means.iter_mut().for_each(|mean| *mean /= tensor.area() as f32);
    policy_pooling(&means, &maxima, tensor.lines())
}

/// A linear layer.
#[derive(Debug)]
pub(crate) struct Linear {
    /// Weights of shape `[outputs][inputs]`.
    pub weights: Vec<f32>,
    /// Bias per output; empty if the layer has no biases.
    pub biases: Vec<f32>,
}

impl Linear {
    /// Computes the outputs.
    pub(crate) fn of(&self, inputs: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(inputs.len());
        let biases = self.biases.iter().copied().chain(std::iter::repeat(0.0));
        rows.zip(biases).map(|(row, bias)| dot(row, inputs) + bias).collect()
    }
}

/// Returns the dot product.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight independent sums let the compiler vectorise the loop. With a single sum it may not, because that would
    // change the rounding.
    let mut sums = [0.0; 8];
    let (a_eights, a_rest) = a.as_chunks::<8>();
    let (b_eights, b_rest) = b.as_chunks::<8>();
    for (a, b) in a_eights.iter().zip(b_eights) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// Global pooling for the policy, per channel: mean, mean scaled by board width, and maximum. (As in KataGo; the
/// width is [`scaled_width`].)
pub(crate) fn policy_pooling(means: &[f32], maxima: &[f32], lines: usize) -> Vec<f32> {
    let by_width = means.iter().map(|mean| mean * scaled_width(lines));
    means.iter().copied().chain(by_width).chain(maxima.iter().copied()).collect()
}

/// Global pooling for the value, per channel: mean, mean scaled by board width, and mean scaled by the squared width
/// less 0.1.
pub(crate) fn value_pooling(means: &[f32], lines: usize) -> Vec<f32> {
    let by = |factor: f32| means.iter().map(move |mean| mean * factor);
    let width = scaled_width(lines);
    by(1.0).chain(by(width)).chain(by(width.powi(2) - 0.1)).collect()
}

/// Returns the board width, centred and scaled: (lines - 14) / 10.
fn scaled_width(lines: usize) -> f32 {
    (lines as f32 - 14.0) / 10.0
}
