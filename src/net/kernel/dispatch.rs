//! The choice of the kernel by number type and instruction set.

use super::activations::Activations;
use super::arithmetic::{Arithmetic, Float, Integer};
use super::convolution::Convolution;
use super::instructions::Instructions;
use super::output::Output;
use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};

/// A number type with a kernel for each instruction set.
pub trait Convolve: Arithmetic {
    /// Evaluates a convolution with the kernel of an instruction set. The biases are the caller's:
    /// those of the layer, or with the output of global pooling added.
    ///
    /// # Panics
    /// Where the processor lacks the instructions, or shapes do not fit.
    fn convolve(
        instructions: Instructions,
        layer: &Convolution<Self>,
        biases: &[f32],
        max: f32,
        input: &Activations<Self::Activation>,
        output: Output<'_, Self>,
    );
}

impl Convolve for Float {
    fn convolve(
        instructions: Instructions,
        layer: &Convolution<Float>,
        biases: &[f32],
        max: f32,
        input: &Activations<f32>,
        output: Output<'_, Float>,
    ) {
        let kernel = match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 | Instructions::Vnni => avx512::convolve_floats,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => avx2::convolve_floats,
            _ => portable::convolve::<Float>,
        };
        kernel(layer, biases, max, input, output);
    }
}

impl Convolve for Integer {
    fn convolve(
        instructions: Instructions,
        layer: &Convolution<Integer>,
        biases: &[f32],
        max: f32,
        input: &Activations<u8>,
        output: Output<'_, Integer>,
    ) {
        let kernel = match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Vnni => avx512::convolve_dots,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => avx512::convolve_pairs,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => avx2::convolve_pairs,
            _ => portable::convolve::<Integer>,
        };
        kernel(layer, biases, max, input, output);
    }
}
