//! The layers of KataGo nets as in their files: `f32` weights, with norms folded.

use crate::activation::Activation;

/// A convolution without bias. Zero padding preserves the board size.
#[derive(Debug, Clone, PartialEq)]
pub struct Convolution {
    /// The width and height of the kernel. It is odd: 1, 3 or 5 in known nets.
    pub size: usize,
    /// The number of input channels.
    pub inputs: usize,
    /// The number of output channels.
    pub outputs: usize,
    /// Weights of shape `[size][size][inputs][outputs]`: row, column, input, output.
    pub weights: Vec<f32>,
}

/// A folded batch norm, `scale · x + bias` per channel, and the activation after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Norm {
    /// The scale of each channel.
    pub scale: Vec<f32>,
    /// The bias of each channel.
    pub bias: Vec<f32>,
    /// The activation that follows.
    pub activation: Activation,
}

/// A vector-matrix product, `y = x · M`.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    /// The length of the input.
    pub inputs: usize,
    /// The length of the output.
    pub outputs: usize,
    /// Weights of shape `[inputs][outputs]`.
    pub weights: Vec<f32>,
}

impl Matrix {
    /// Returns the product of a vector and this matrix.
    pub(super) fn product(&self, vector: &[f32]) -> Vec<f32> {
        let mut out = vec![0.0; self.outputs];
        add_product(&self.weights, vector, &mut out);
        out
    }
}

/// Adds the product of a vector and a matrix of shape `[inputs][outputs]` to `out`.
pub(super) fn add_product(weights: &[f32], vector: &[f32], out: &mut [f32]) {
    for (row, &input) in weights.chunks_exact(out.len()).zip(vector) {
        // Most activations after ReLU and most inputs are zero.
        if input != 0.0 {
            for (sum, weight) in out.iter_mut().zip(row) {
                *sum += input * weight;
            }
        }
    }
}

/// A root-mean-square norm over the channels of a point: `x / sqrt(mean(x²) + epsilon) · scale + bias`.
#[derive(Debug, Clone, PartialEq)]
pub struct RmsNorm {
    /// Added to the mean square.
    pub epsilon: f32,
    /// `true` if the mean square is taken over all points and channels.
    pub is_spatial: bool,
    /// The scale of each channel.
    pub scale: Vec<f32>,
    /// The bias of each channel.
    pub bias: Vec<f32>,
}
