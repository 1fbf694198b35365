//! Compares the convolutions of built-in nets on every backend with the portable one, bit by bit.

use crate::simd::I8;
use crate::simd::backend::Backend;

use super::convolution::{Convolution, ConvolutionWeights};
use super::exact::{ConvolutionJob, Output};
use super::kernels::BuiltInNumber;
use super::padded_tensor::PaddedTensor;
use super::winograd::Transformed;

/// Computes a layer with all activations set to 127.
fn outputs(backend: Backend, layer: &Convolution<I8>, lines: usize) -> Option<Vec<f32>> {
    let mut input = PaddedTensor::new(lines, 1, layer.inputs);
    input.points_mut().for_each(|point| point.fill(127));
    let mut output = PaddedTensor::new(lines, 1, layer.outputs);
    I8::kernel(backend)?.convolve(ConvolutionJob {
        layer,
        biases: &layer.biases,
        max: 127.0,
        input: &input,
        output: Output::Dequantised(&mut output),
        memory: &mut Transformed::default(),
    });
    Some(output.values().to_vec())
}

/// Maximum activations and weights of either sign, with the maximum number of channels.
#[test]
fn extreme_sums_are_bit_identical_on_all_backends() {
    let (lines, inputs) = (7, 256);
    // All weights of one sign, or with signs that Winograd's transform adds up. 48 outputs are an odd number of
    // vectors of 16 lanes.
    for outputs_of_layer in [48, 64] {
        for sign in [|_| -128, |_| 127, |tap| if tap % 2 == 0 { 127 } else { -128 }] {
            let weights = (0..outputs_of_layer * 9 * inputs).map(|i| sign(i / inputs % 9));
            let file = ConvolutionWeights {
                weights: weights.collect(),
                scales: vec![1.0; outputs_of_layer],
                biases: vec![0.0; outputs_of_layer],
                residual_scale: 1.0,
            };
            let layer = Convolution::<I8>::new(3, inputs, &file);
            let expected = outputs(Backend::Portable, &layer, lines);
            for backend in Backend::ALL.into_iter().filter(|it| it.is_available()) {
                assert!(outputs(backend, &layer, lines) == expected, "{backend}");
            }
        }
    }
}
