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

impl Activation {
    /// The value of the function.
    pub fn of(self, x: f32) -> f32 {
        match self {
            Activation::Identity => x,
            Activation::Relu => x.max(0.0),
            Activation::Mish => mish(x),
            Activation::Silu => x / (1.0 + libm::expf(-x)),
        }
    }
}

/// `x · tanh(ln(1 + eˣ))`, by one exponential: the tangent is `(s² - 1) / (s² + 1)` with `s = 1 + eˣ`.
fn mish(x: f32) -> f32 {
    // Beyond it the tangent is 1 in `f32`, and the square would overflow later.
    if x > 20.0 {
        return x;
    }
    let e = libm::expf(x);
    let n = e * (e + 2.0);
    x * n / (n + 2.0)
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
