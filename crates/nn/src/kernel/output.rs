//! What a convolution does with its results.

use super::activations::Activations;
use super::arithmetic::Arithmetic;

/// Where the results of a convolution go. A result is `scale * accumulator + bias`.
#[derive(Debug)]
pub(crate) enum Output<'a, A: Arithmetic> {
    /// Store the result after ReLU and saturation.
    Store(&'a mut Activations<A::Activation>),
    /// Add the residual, which is what the tensor holds times the residual scale, then apply ReLU,
    /// saturate and store.
    AddResidual(&'a mut Activations<A::Activation>),
    /// Store the result as it is, without ReLU.
    Dequantised(&'a mut Activations<f32>),
}
