//! Compares Winograd layers with a naive floating-point convolution.

use crate::activation::Activation;
use crate::simd::backend::Backend;
use crate::simd::{DType, I16};

use super::fused::ProductJob;
use super::fused_epilogue::{Next, Outputs};
use super::kernels::KataGoNumber;
use super::layer::Layer;
use super::padded_tensor::{PaddedTensor, padded};
use super::row_ops::Affine;
use super::weights::{Form, Quantisation, SPAN, Weights};
use super::winograd::Transformed;
use super::winograd_weights::INPUT;

/// Returns deterministic pseudo-random numbers from -1 to 1.
fn numbers(seed: u64) -> impl Iterator<Item = f32> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / 2.0_f32.powi(23) - 1.0
    })
}

/// Computes a convolution of size 3 with zero padding.
fn naive(lines: usize, weights: Weights<'_>, input: &[f32]) -> Vec<f64> {
    let Weights { inputs, outputs, values, .. } = weights;
    let mut sums = vec![0.0; lines * lines * outputs];
    for (point, sums) in sums.chunks_exact_mut(outputs).enumerate() {
        for tap in 0..9 {
            let (row, column) = (point / lines + tap / 3, point % lines + tap % 3);
            if !(1..=lines).contains(&row) || !(1..=lines).contains(&column) {
                continue;
            }
            let from = (row - 1) * lines + column - 1;
            for (i, value) in input[from * inputs..][..inputs].iter().enumerate() {
                let row = &values[(tap * inputs + i) * outputs..][..outputs];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += f64::from(*value) * f64::from(*weight);
                }
            }
        }
    }
    sums
}

fn filled(
    lines: usize,
    channels: usize,
    quantisation: Quantisation,
    input: &[f32],
) -> PaddedTensor<I16> {
    let Quantisation::Static { step, zero } = quantisation else { panic!("static") };
    let mut tensor = PaddedTensor::new(lines, 1, padded(channels));
    tensor.set_zero(zero);
    for row in 0..lines {
        for column in 0..lines {
            let at = (tensor.first_of(row) + column) * padded(channels);
            let point = &mut tensor.values_mut()[at..at + padded(channels)];
            point.fill(I16::activation(zero));
            let from = &input[(row * lines + column) * channels..][..channels];
            for (to, value) in point.iter_mut().zip(from) {
                *to = I16::activation(value / step + zero);
            }
        }
    }
    tensor
}

/// Compares a layer with the naive convolution; `tolerance` is the allowed error of an output.
fn compare(
    lines: usize,
    shape: [usize; 2],
    range: [f32; 2],
    input: &[f32],
    values: &[f32],
    tolerance: f64,
) {
    let Some(kernels) = Backend::ALL.into_iter().find_map(I16::kernels) else { return };
    let [inputs, outputs] = shape;
    let quantisation = Quantisation::of::<I16>(range);
    let weights = Weights { size: 3, inputs, outputs, values };
    let (scale, bias) = (|i: usize| 1.0 + i as f32 / 64.0, |i: usize| i as f32 / 32.0);
    let layer = Layer::<I16>::new(weights, quantisation, &[], None, scale, bias);
    assert_eq!(layer.form, Form::Winograd);
    let tensor = filled(lines, inputs, quantisation, input);
    let expected = naive(lines, weights, input);
    let expected = |point: usize, output: usize| {
        expected[point * outputs + output] * f64::from(scale(output)) + f64::from(bias(output))
    };
    let peak = (0..lines * lines * outputs)
        .map(|i| expected(i / outputs, i % outputs).abs())
        .fold(0.0, f64::max);
    let width = padded(outputs);
    let mut memory = Transformed::default();
    let mut stored = vec![9.0; lines * lines * width];
    kernels.product(ProductJob {
        layer: &layer,
        biases: layer.biases(),
        input: &tensor,
        points: 0..tensor.area(),
        outputs: Outputs::Stored(&mut stored, Activation::Identity),
        next: None,
        memory: &mut memory,
    });
    let mut added = vec![0.5; lines * lines * width];
    let next_range = [0.0, 2.0 * peak as f32 + 1.0];
    let next_quantisation = Quantisation::of::<I16>(next_range);
    let Quantisation::Static { step, zero } = next_quantisation else { panic!("static") };
    let mut next_to = PaddedTensor::new(lines, 1, width);
    let norm = Affine::new(&vec![1.5; outputs], &vec![0.25; outputs]);
    let next = Next {
        norm: Some(&norm),
        activation: Activation::Relu,
        quantisation: next_quantisation,
        to: &mut next_to,
    };
    kernels.product(ProductJob {
        layer: &layer,
        biases: layer.biases(),
        input: &tensor,
        points: 0..tensor.area(),
        outputs: Outputs::Added(&mut added),
        next: Some(next),
        memory: &mut memory,
    });
    let nexts: Vec<i16> = next_to.points().flatten().copied().collect();
    for point in 0..lines * lines {
        for output in 0..outputs {
            let (at, expected) = (point * width + output, expected(point, output));
            let error = (f64::from(stored[at]) - expected).abs();
            assert!(error < tolerance, "{lines} {point} {output}: {} {expected}", stored[at]);
            assert_eq!(added[at], stored[at] + 0.5, "added: {lines} {point} {output}");
            let next = (f64::from(nexts[at]) - f64::from(zero)) * f64::from(step);
            let error = (next - (f64::from(added[at]) * 1.5 + 0.25).max(0.0)).abs();
            assert!(error <= f64::from(step) * 0.51, "next: {lines} {point} {output}");
        }
    }
    let border = next_to.values()[0];
    assert_eq!(border, I16::activation(zero));
}

#[test]
fn random_layers_match_naive_convolution() {
    for lines in [2, 3, 9, 13, 19] {
        for (shape, range) in [([32, 32], [-1.0, 1.0]), ([40, 50], [0.0, 1.0])] {
            let inputs = numbers(lines as u64).map(|it| it.max(range[0]));
            let input: Vec<f32> = inputs.take(lines * lines * shape[0]).collect();
            let values: Vec<f32> = numbers(7).take(9 * shape[0] * shape[1]).collect();
            compare(lines, shape, range, &input, &values, 0.1);
        }
    }
}

#[test]
#[ignore = "slow without optimization: run with --ignored"]
fn extreme_activations_do_not_overflow() {
    // The signs follow the rows of the transform from the second tile on, which maximises its sums. All weights are
    // rounded in the same direction, so rounding errors are large too; an overflow is a hundred times larger.
    for lines in [9, 19] {
        for rows in INPUT {
            for columns in INPUT {
                let sign = |i: usize| {
                    let [row, column] = [i / lines, i % lines].map(|it| (it + 3) % SPAN);
                    if rows[row] * columns[column] < 0 { -1.0 } else { 1.0 }
                };
                let input: Vec<f32> = (0..lines * lines * 256).map(|i| sign(i / 256)).collect();
                for weight in [1.0, -1.0] {
                    let values = vec![weight; 9 * 256 * 32];
                    compare(lines, [256, 32], [-1.0, 1.0], &input, &values, 40.0);
                }
            }
        }
    }
}
