//! The layers of which nets are made, as their files say them: `f32` weights, norms folded.

use crate::activation::Activation;

/// A convolution without bias; the border is padded with zeros, so that the board keeps its size.
#[derive(Debug, Clone, PartialEq)]
pub struct Convolution {
    /// The width and height of the kernel: 1, 3 or 5 in nets that are known, and odd.
    pub size: usize,
    /// Input channels.
    pub inputs: usize,
    /// Output channels.
    pub outputs: usize,
    /// Weights of shape `[size, size, inputs, outputs]`: row, column, input, output.
    pub weights: Vec<f32>,
}

/// A batch norm, folded: `scale · x + bias` for each channel, and the activation after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Norm {
    /// The factor of each channel.
    pub scale: Vec<f32>,
    /// What is added to each channel.
    pub bias: Vec<f32>,
    /// The function that follows.
    pub activation: Activation,
}

/// A product of a vector and a matrix, `y = x · M`.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    /// The length of the input.
    pub inputs: usize,
    /// The length of the output.
    pub outputs: usize,
    /// Weights of shape `[inputs, outputs]`.
    pub weights: Vec<f32>,
}

impl Matrix {
    /// The product of a vector and this matrix.
    pub(super) fn product(&self, vector: &[f32]) -> Vec<f32> {
        let mut out = vec![0.0; self.outputs];
        add_product(&self.weights, vector, &mut out);
        out
    }
}

/// Adds the product of a vector and a matrix of shape `[inputs, outputs]`.
pub(super) fn add_product(weights: &[f32], vector: &[f32], out: &mut [f32]) {
    for (row, &input) in weights.chunks_exact(out.len()).zip(vector) {
        // Most activations after ReLU, and most inputs, are zero.
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
    /// Whether the mean square runs over all points and channels together.
    pub is_spatial: bool,
    /// The factor of each channel.
    pub scale: Vec<f32>,
    /// What is added to each channel.
    pub bias: Vec<f32>,
}
