//! The heads after their first convolutions, in `f32`: pooling, small matrix products and the last layers.
//!
//! Tensors have shape `[points][width]`; only the first channels of a row are used.

use crate::katago::layer::{Convolution, Matrix};
use crate::katago::model::{PolicyHead, ValueHead};

use super::plan::ScaledMatrix;

impl ScaledMatrix {
    /// Returns `biases` plus the product with a vector, scaled like the outputs.
    pub(super) fn added_to(&self, biases: &[f32], vector: &[f32]) -> Vec<f32> {
        let mut sums = biases.to_vec();
        let product = self.matrix.product(vector);
        for ((sum, value), scale) in sums.iter_mut().zip(product).zip(&self.scale) {
            *sum += value * scale;
        }
        sums
    }
}

/// Global pooling, per channel: mean, mean times `(lines - 14) / 10`, and maximum.
pub(super) fn pool(x: &[f32], width: usize, channels: usize, lines: usize) -> Vec<f32> {
    let means = means(x, width, channels, lines);
    let mut maxima = vec![f32::NEG_INFINITY; channels];
    for row in x.chunks_exact(width).take(lines * lines) {
        for (maximum, value) in maxima.iter_mut().zip(row) {
            *maximum = maximum.max(*value);
        }
    }
    let factor = (lines as f32 - 14.0) * 0.1;
    let scaled = means.iter().map(|mean| mean * factor);
    means.iter().copied().chain(scaled).chain(maxima).collect()
}

fn means(x: &[f32], width: usize, channels: usize, lines: usize) -> Vec<f32> {
    let mut sums = vec![0.0; channels];
    for row in x.chunks_exact(width).take(lines * lines) {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
    sums.iter().map(|sum| sum / (lines * lines) as f32).collect()
}

/// Computes the policy logits of the pass.
pub(super) fn pass(head: &PolicyHead, pool: &[f32]) -> Vec<f32> {
    let mut pass = head.pass.product(pool);
    if let Some(hidden) = &head.pass_hidden {
        for (value, bias) in pass.iter_mut().zip(&hidden.bias) {
            *value = hidden.activation.of(*value + bias);
        }
        pass = hidden.logits.product(&pass);
    }
    pass
}

/// The outputs of the value head, as in [`RawOutput`](crate::katago::RawOutput).
pub(super) struct ValueOutput {
    pub(super) value: [f32; 3],
    pub(super) score: Vec<f32>,
    pub(super) ownership: Vec<f32>,
}

/// Computes the value head after its first convolution.
pub(super) fn value(head: &ValueHead, x: &[f32], width: usize, lines: usize) -> ValueOutput {
    let means = means(x, width, head.conv.outputs, lines);
    let apart = lines as f32 - 14.0;
    let scaled = |factor: f32| means.iter().map(move |mean| mean * factor);
    let pooled: Vec<f32> =
        scaled(1.0).chain(scaled(apart * 0.1)).chain(scaled(apart * apart * 0.01 - 0.1)).collect();
    let with_bias = |matrix: &Matrix, bias: &[f32], input: &[f32]| -> Vec<f32> {
        matrix.product(input).iter().zip(bias).map(|(value, bias)| value + bias).collect()
    };
    let mut hidden = with_bias(&head.hidden, &head.hidden_bias, &pooled);
    hidden.iter_mut().for_each(|value| *value = head.hidden_activation.of(*value));
    let value = with_bias(&head.value, &head.value_bias, &hidden);
    ValueOutput {
        value: value.try_into().expect("the reader checks for three value logits"),
        score: with_bias(&head.score, &head.score_bias, &hidden),
        ownership: convolve(&head.ownership, x, width, lines),
    }
}

/// Computes a convolution with few output channels; the result has shape `[points][outputs]`.
pub(super) fn convolve(layer: &Convolution, x: &[f32], width: usize, lines: usize) -> Vec<f32> {
    let Convolution { size, inputs, outputs, weights } = layer;
    let half = size / 2;
    // Transposed to output-major, so that the sum over inputs reads contiguous weights.
    let turned: Vec<f32> = weights
        .chunks_exact(inputs * outputs)
        .flat_map(|tap| (0..*outputs).flat_map(|o| tap[o..].iter().step_by(*outputs).copied()))
        .collect();
    let mut sums = vec![0.0; lines * lines * outputs];
    for (point, sums) in sums.chunks_exact_mut(*outputs).enumerate() {
        let (row, column) = (point / lines, point % lines);
        for (tap, weights) in turned.chunks_exact(inputs * outputs).enumerate() {
            // Coordinates include the border, so that they are never negative.
            let (from_row, from_column) = (row + tap / size, column + tap % size);
            let is_inside = |line: usize| (half..lines + half).contains(&line);
            if is_inside(from_row) && is_inside(from_column) {
                let from = (from_row - half) * lines + from_column - half;
                let input = &x[from * width..][..*inputs];
                for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(*inputs)) {
                    *sum += dot(input, weights);
                }
            }
        }
    }
    sums
}

/// Returns the dot product, with eight partial sums that vectorise.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a, a_rest) = a.as_chunks::<8>();
    let (b, b_rest) = b.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
