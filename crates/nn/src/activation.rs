//! Activation functions.

/// An activation function.
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
    /// Applies the function to `x`.
    pub fn of(self, x: f32) -> f32 {
        match self {
            Activation::Identity => x,
            Activation::Relu => x.max(0.0),
            Activation::Mish => mish(x),
            Activation::Silu => x / (1.0 + libm::expf(-x)),
        }
    }
}

/// `x · tanh(ln(1 + eˣ))` with a single exponential: the `tanh` equals `(s² - 1) / (s² + 1)` with `s = 1 + eˣ`.
fn mish(x: f32) -> f32 {
    // For larger `x` the `tanh` rounds to 1 in `f32`, and the square would eventually overflow.
    if x > 20.0 {
        return x;
    }
    let e = libm::expf(x);
    let n = e * (e + 2.0);
    x * n / (n + 2.0)
}
