//! The tower of a net: a stem, then residual blocks, some with global pooling, then the convolution
//! to the channels of the head.
//!
//! A block is `relu(x + conv(relu(conv(x) + b)))`; with global pooling `b` is a linear layer of the
//! means and maxima of `x`, otherwise the bias of the first convolution.

use super::kernel::activations::Activations;
use super::kernel::arithmetic::Arithmetic;
use super::kernel::convolution::Convolution;
use super::kernel::dispatch::Convolve;
use super::kernel::instructions::Instructions;
use super::kernel::output::Output;
use super::linear::{Linear, policy_pooling};
use super::planes::Planes;

/// The weights of a residual block.
#[derive(Debug)]
pub(super) struct Block<A: Arithmetic> {
    pub first: Convolution<A>,
    /// From the pooled input to what is added to the biases of the first convolution.
    pub pool: Option<Linear>,
    pub second: Convolution<A>,
}

/// The weights of a tower.
#[derive(Debug)]
pub(super) struct Tower<A: Arithmetic> {
    pub stem: Convolution<A>,
    /// From the global inputs to what is added to the biases of the stem.
    pub globals: Linear,
    pub blocks: Vec<Block<A>>,
    /// From the last block to the channels of the head.
    pub head: Convolution<A>,
    /// The value at which activations saturate; not used with `f32`.
    pub max: f32,
}

/// The activation tensors of a tower, reused from position to position.
#[derive(Debug)]
pub(super) struct Tensors<A: Arithmetic> {
    input: Activations<A::Activation>,
    /// The input and the output of each block.
    trunk: Activations<A::Activation>,
    /// The output of a block's first convolution.
    middle: Activations<A::Activation>,
    output: Activations<f32>,
}

impl<A: Convolve> Tower<A> {
    /// Tensors for a board of so many lines.
    pub(super) fn tensors(&self, lines: usize) -> Tensors<A> {
        let tensor = |channels| Activations::new(lines, channels);
        Tensors {
            input: tensor(self.stem.inputs),
            trunk: tensor(self.stem.outputs),
            middle: tensor(self.stem.outputs),
            output: Activations::new(lines, self.head.outputs),
        }
    }

    /// Evaluates the tower: the channels of the head for every point, dequantised, before ReLU.
    pub(super) fn evaluate<'t>(
        &self,
        instructions: Instructions,
        planes: &Planes,
        tensors: &'t mut Tensors<A>,
    ) -> &'t Activations<f32> {
        let Tensors { input, trunk, middle, output } = tensors;
        let kernel = A::kernel(instructions);
        let convolve =
            |layer: &Convolution<A>, biases: &[f32], from: &Activations<_>, to: Output<'_, A>| {
                kernel(layer, biases, self.max, from, to);
            };
        for (point, bits) in input.points_mut().zip(planes.points()) {
            point.iter_mut().zip(bits).for_each(|(input, &bit)| *input = A::from_bit(bit));
        }
        // A global input adds one number per channel to all points: that is a bias, and the kernels
        // need no other way in. Global pooling below takes the same way.
        let biases = sum(&self.stem.biases, &self.globals.of(&planes.globals()));
        convolve(&self.stem, &biases, input, Output::Store(trunk));
        for block in &self.blocks {
            let offsets = block.pool.as_ref().map(|pool| pool.of(&global_pooling(trunk)));
            let biases = offsets.map(|offsets| sum(&block.first.biases, &offsets));
            let biases = biases.as_deref().unwrap_or(&block.first.biases);
            // A convolution reads the neighbours of the points that it writes, and so never writes
            // its input. The second one may overwrite the trunk, its residual: it reads each
            // activation of it once, right before it is replaced.
            convolve(&block.first, biases, trunk, Output::Store(middle));
            convolve(&block.second, &block.second.biases, middle, Output::AddResidual(trunk));
        }
        // Without ReLU, which the policy applies after its offsets are added.
        convolve(&self.head, &self.head.biases, trunk, Output::Dequantised(output));
        output
    }
}

/// The sum of two vectors.
fn sum(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// Global pooling of a tensor: means, means scaled by board width, and maxima, per channel.
fn global_pooling<N: Copy + Default + Into<f32>>(tensor: &Activations<N>) -> Vec<f32> {
    let mut means = vec![0.0; tensor.channels()];
    // Zero is a lower bound: activations are never negative.
    let mut maxima = vec![0.0; tensor.channels()];
    for point in tensor.points() {
        for ((mean, maximum), &activation) in means.iter_mut().zip(&mut maxima).zip(point) {
            let activation: f32 = activation.into();
            // Exact for integers, whose sums stay below 2^24: 19 * 19 * 127.
            *mean += activation;
            *maximum = activation.max(*maximum);
        }
    }
    means.iter_mut().for_each(|mean| *mean /= tensor.area() as f32);
    policy_pooling(&means, &maxima, tensor.lines())
}
