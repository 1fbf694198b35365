//! The portable kernel: it defines the result of every other kernel, and runs where there is none.

use super::activations::Activations;
use super::arithmetic::Arithmetic;
use super::convolution::Convolution;
use super::output::Output;

/// Evaluates a convolution with biases of its caller.
pub(super) fn convolve<A: Arithmetic>(
    layer: &Convolution<A>,
    biases: &[f32],
    max: f32,
    input: &Activations<A::Activation>,
    mut output: Output<'_, A>,
) {
    let (offsets, back) = layer.tap_offsets(input.stride());
    let mut sums = vec![A::Accumulator::default(); layer.outputs];
    let rows = (0..input.lines()).map(|row| input.first_of(row));
    for point in rows.flat_map(|first| first..first + input.lines()) {
        sums.fill(A::Accumulator::default());
        for (tap, offset) in offsets[..layer.taps].iter().enumerate() {
            // The padding holds the taps of points at the edge.
            let channels = &input.values()[(point - back + offset) * layer.inputs..];
            add_tap(layer, tap, &channels[..layer.inputs], &mut sums);
        }
        for (index, (channel, &sum)) in (point * layer.outputs..).zip(sums.iter().enumerate()) {
            // Multiplied and added in two steps: a fused multiply-add would round otherwise than
            // processors without one.
            let value = A::to_f32(sum) * layer.scales[channel] + biases[channel];
            match &mut output {
                Output::Store(to) => to.values_mut()[index] = A::saturate(value, max),
                Output::AddResidual(to) => {
                    let activation = &mut to.values_mut()[index];
                    let residual: f32 = (*activation).into();
                    *activation = A::saturate(value + residual * layer.residual_scale, max);
                }
                Output::Dequantised(to) => to.values_mut()[index] = value,
            }
        }
    }
}

/// Adds the products of one tap's input channels to the accumulators of all outputs.
fn add_tap<A: Arithmetic>(
    layer: &Convolution<A>,
    tap: usize,
    channels: &[A::Activation],
    sums: &mut [A::Accumulator],
) {
    let per_word = A::PER_WORD;
    let words = layer.weights.chunks_exact(layer.outputs * per_word);
    // Weights lie in the order in which vector kernels read them, so that all have one table.
    let words = words.skip(tap * layer.inputs / per_word);
    for (word, weights) in channels.chunks_exact(per_word).zip(words) {
        for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(per_word)) {
            for (&activation, &weight) in word.iter().zip(weights) {
                *sum = A::multiply_add(*sum, activation, weight);
            }
        }
    }
}
