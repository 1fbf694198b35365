//! Compares byte products with integer sums, bit by bit.

use crate::activation::Activation;
use crate::simd::I8;
use crate::simd::backend::Backend;

use super::fused::ProductJob;
use super::fused_epilogue::Outputs;
use super::kernels::KataGoNumber;
use super::layer::Layer;
use super::padded_tensor::{PaddedTensor, PointStep, padded};
use super::weights::{Quantisation, Weights};
use super::winograd::Transformed;

/// Returns the backends of this processor with kernels for bytes.
fn backends() -> impl Iterator<Item = Backend> {
    Backend::ALL.into_iter().filter(|&backend| I8::kernels(backend).is_some())
}

/// Returns deterministic pseudo-random bytes.
fn bytes(seed: u64) -> impl Iterator<Item = u8> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    })
}

/// A layer with its input.
struct Case {
    size: usize,
    lines: usize,
    inputs: usize,
    outputs: usize,
    /// The activation that represents 0.
    zero: u8,
    /// Activations of shape `[lines][lines][inputs]`.
    activations: Vec<u8>,
    /// Weights from -127 to 127 of shape `[size][size][inputs][outputs]`; each output has one of the extremes.
    weights: Vec<i8>,
}

impl Case {
    /// Returns the sums of products of the raw activations, of shape `[lines][lines][outputs]`.
    fn sums(&self) -> Vec<i32> {
        let Case { size, lines, inputs, outputs, .. } = *self;
        let mut sums = vec![0; lines * lines * outputs];
        for (point, sums) in sums.chunks_exact_mut(outputs).enumerate() {
            for tap in 0..size * size {
                let row = (point / lines + tap / size).checked_sub(size / 2);
                let column = (point % lines + tap % size).checked_sub(size / 2);
                let from = row.zip(column).filter(|(row, column)| *row.max(column) < lines);
                for input in 0..inputs {
                    let activation = from.map_or(self.zero, |(row, column)| {
                        self.activations[(row * lines + column) * inputs + input]
                    });
                    let weights = &self.weights[(tap * inputs + input) * outputs..][..outputs];
                    for (sum, &weight) in sums.iter_mut().zip(weights) {
                        *sum += i32::from(activation) * i32::from(weight);
                    }
                }
            }
        }
        sums
    }

    /// Returns the expected results: the sums less the contribution of the zero point.
    fn due(&self) -> Vec<f32> {
        let weights = self.weights.chunks_exact(self.outputs);
        let mut added = vec![0; self.outputs];
        for row in weights {
            added.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += i32::from(weight));
        }
        let sums = self.sums();
        let less = |(i, sum): (usize, &i32)| {
            *sum as f32 - (i32::from(self.zero) * added[i % self.outputs]) as f32
        };
        sums.iter().enumerate().map(less).collect()
    }

    /// Returns the sums that the kernels of a backend compute, with a single step or with a step per point.
    fn found(&self, backend: Backend, has_point_steps: bool) -> Vec<f32> {
        let Case { size, lines, inputs, outputs, zero, .. } = *self;
        let values: Vec<f32> = self.weights.iter().map(|&weight| weight.into()).collect();
        let weights = Weights { size, inputs, outputs, values: &values };
        let step = PointStep { step: 1.0, zero: zero.into() };
        let quantisation = match has_point_steps {
            true => Quantisation::Dynamic,
            false => Quantisation::Static { step: step.step, zero: step.zero },
        };
        let layer = Layer::<I8>::new(weights, quantisation, &[], None, |_| 1.0, |_| 0.0);
        let mut tensor = PaddedTensor::new(lines, size / 2, padded(inputs));
        tensor.set_zero(zero.into());
        for point in 0..lines * lines {
            let at = (tensor.first_of(point / lines) + point % lines) * padded(inputs);
            let from = &self.activations[point * inputs..][..inputs];
            tensor.values_mut()[at..][..inputs].copy_from_slice(from);
        }
        if has_point_steps {
            tensor.steps = vec![step; tensor.area()];
        }
        let mut found = vec![0.5; lines * lines * padded(outputs)];
        I8::kernels(backend).expect("available").product(ProductJob {
            layer: &layer,
            biases: layer.biases(),
            input: &tensor,
            points: 0..tensor.area(),
            outputs: Outputs::Stored(&mut found, Activation::Identity),
            next: None,
            memory: &mut Transformed::default(),
        });
        found.chunks_exact(padded(outputs)).flat_map(|point| &point[..outputs]).copied().collect()
    }
}

#[test]
fn byte_products_are_exact_on_all_backends() {
    for size in [1, 3] {
        for (lines, inputs, outputs) in
            [(2, 32, 32), (3, 40, 50), (5, 64, 64), (9, 33, 32), (7, 90, 40)]
        {
            for zero in [0, 7, 255] {
                let activations = bytes(lines as u64).take(lines * lines * inputs).collect();
                let weights = bytes(7).take(size * size * inputs * outputs);
                let mut weights: Vec<i8> = weights.map(|it| (it as i8).max(-127)).collect();
                weights[..outputs].fill(127);
                let case = Case { size, lines, inputs, outputs, zero, activations, weights };
                let due = case.due();
                for backend in backends() {
                    assert_eq!(
                        case.found(backend, false),
                        due,
                        "{backend}: {size}, {lines}, {zero}"
                    );
                }
            }
        }
    }
}

#[test]
fn byte_products_with_point_steps_are_exact_on_all_backends() {
    for (lines, inputs, outputs) in [(2, 32, 32), (5, 64, 64), (9, 96, 32)] {
        // The largest activation of backends with fewer levels is 128.
        for most in [127, 128] {
            let activations = bytes(5).take(lines * lines * inputs);
            let activations = activations.map(|it| if most == 127 { it & 127 } else { most });
            let weights = bytes(9).take(inputs * outputs);
            let weights = weights.map(|it| if it & 1 == 0 { 127 } else { -127 });
            let (activations, weights) = (activations.collect(), weights.collect());
            let case = Case { size: 1, lines, inputs, outputs, zero: 60, activations, weights };
            let due = case.due();
            for backend in backends() {
                assert_eq!(case.found(backend, true), due, "{backend}: {lines}, {most}");
            }
        }
    }
}

#[test]
fn extreme_byte_products_do_not_overflow() {
    let (size, lines, inputs, outputs) = (3, 7, 32, 32);
    for activation in [0, 127, 128, 255] {
        for weight in [-127, 127] {
            let activations = vec![activation; lines * lines * inputs];
            let weights = vec![weight; size * size * inputs * outputs];
            let case = Case { size, lines, inputs, outputs, zero: 0, activations, weights };
            let due = case.due();
            for backend in backends() {
                assert_eq!(case.found(backend, false), due, "{backend}: {activation} {weight}");
            }
        }
    }
}
