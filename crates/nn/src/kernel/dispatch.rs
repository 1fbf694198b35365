//! The choice of the kernel by number type and instruction set.

use super::activations::Activations;
use super::arithmetic::{Arithmetic, Float, Integer};
use super::convolution::Convolution;
use super::instructions::Instructions;
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::output::Output;
use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};

/// A kernel: the layer, the biases, the value at which activations saturate, the input, the output.
///
/// The biases are the caller's: those of the layer, or with the output of global pooling added.
///
/// # Panics
/// Where the processor lacks the instructions, or shapes do not fit.
type Kernel<A> =
    fn(&Convolution<A>, &[f32], f32, &Activations<<A as Arithmetic>::Activation>, Output<'_, A>);

/// A number type with a kernel for each instruction set.
pub(crate) trait Convolve: Arithmetic {
    /// The kernel that evaluates a convolution with an instruction set.
    fn kernel(instructions: Instructions) -> Kernel<Self>;
}

impl Convolve for Float {
    fn kernel(instructions: Instructions) -> Kernel<Float> {
        match instructions {
            // VNNI, dot products and products of matrices are for integers alone.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 | Instructions::Vnni => avx512::convolve_floats,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 | Instructions::AvxVnni => avx2::convolve_floats,
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon | Instructions::NeonDot | Instructions::NeonMatrix => {
                neon::convolve_floats
            }
            _ => portable::convolve::<Float>,
        }
    }
}

impl Convolve for Integer {
    fn kernel(instructions: Instructions) -> Kernel<Integer> {
        match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Vnni => avx512::convolve_dots,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => avx512::convolve_pairs,
            #[cfg(target_arch = "x86_64")]
            Instructions::AvxVnni => avx2::convolve_dots,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => avx2::convolve_pairs,
            #[cfg(target_arch = "aarch64")]
            Instructions::NeonMatrix => neon::convolve_matrices,
            #[cfg(target_arch = "aarch64")]
            Instructions::NeonDot => neon::convolve_dots,
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => neon::convolve_pairs,
            _ => portable::convolve::<Integer>,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::convolution::ConvolutionWeights;

    /// The largest activations by the largest weights, of either sign, of as many channels as a net may have.
    #[test]
    fn the_largest_sums_are_the_same_with_all_instructions() {
        let (lines, inputs, outputs) = (7, 256, 32);
        let mut input = Activations::new(lines, inputs);
        input.points_mut().for_each(|point| point.fill(127));
        // All of one sign, or of signs that the transform of Winograd's algorithm adds up.
        for sign in [|_| -128, |_| 127, |tap| if tap % 2 == 0 { 127 } else { -128 }] {
            let weights: Vec<i8> =
                (0..outputs * 9 * inputs).map(|i| sign(i / inputs % 9)).collect();
            let file = ConvolutionWeights {
                weights,
                scales: vec![1.0; outputs],
                biases: vec![0.0; outputs],
                residual_scale: 1.0,
            };
            let layer = Convolution::<Integer>::new(9, inputs, &file);
            let sums = |instructions| {
                let mut output = Activations::new(lines, outputs);
                let to = Output::Dequantised(&mut output);
                Integer::kernel(instructions)(&layer, &layer.biases, 127.0, &input, to);
                output.values().to_vec()
            };
            let expected = sums(Instructions::Portable);
            for instructions in Instructions::ALL.into_iter().filter(|set| set.are_available()) {
                assert!(sums(instructions) == expected, "{instructions}");
            }
        }
    }
}
