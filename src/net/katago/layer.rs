//! The layers of which nets are made, as their files say them: `f32` weights, norms folded.

/// A function of each activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activation {
    /// `x`
    Identity,
    /// `max(x, 0)`
    Relu,
    /// `x · tanh(ln(1 + eˣ))`
    Mish,
    /// `x / (1 + e⁻ˣ)`
    Silu,
}

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
