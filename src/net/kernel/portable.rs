//! Convolutions in plain Rust: what the fast kernels are compared with, and what runs where there are
//! none.

use super::activations::Maps;
use super::convolution::Convolution;
use super::number::{Arithmetic, Goal};

/// Computes a convolution.
pub fn convolve<A: Arithmetic>(
    layer: &Convolution<A>,
    biases: &[f32],
    largest: f32,
    from: &Maps<A::Number>,
    mut goal: Goal<'_, A>,
) {
    let (steps, back) = layer.reach(from.stride());
    let mut sums = vec![A::Sum::default(); layer.outputs];
    let rows = (0..from.lines()).map(|row| from.first_of(row));
    for place in rows.flat_map(|first| first..first + from.lines()) {
        sums.fill(A::Sum::default());
        for (tap, step) in steps[..layer.taps].iter().enumerate() {
            let numbers = &from.numbers()[(place - back + step) * layer.inputs..];
            add_tap(layer, tap, &numbers[..layer.inputs], &mut sums);
        }
        let at = place * layer.outputs..;
        for (output, (i, &sum)) in at.zip(sums.iter().enumerate()) {
            let real = A::real(sum) * layer.scales[i] + biases[i];
            match &mut goal {
                Goal::Put(maps) => maps.numbers_mut()[output] = A::cut(real, largest),
                Goal::Add(maps) => {
                    let number = &mut maps.numbers_mut()[output];
                    let there: f32 = (*number).into();
                    *number = A::cut(real + there * layer.residual, largest);
                }
                Goal::Real(maps) => maps.numbers_mut()[output] = real,
            }
        }
    }
}

/// Adds the products of the numbers of a point to the sums of all outputs.
fn add_tap<A: Arithmetic>(
    layer: &Convolution<A>,
    tap: usize,
    numbers: &[A::Number],
    sums: &mut [A::Sum],
) {
    let words =
        layer.weights.chunks_exact(layer.outputs * A::WORD).skip(tap * layer.inputs / A::WORD);
    for (word, weights) in numbers.chunks_exact(A::WORD).zip(words) {
        for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(A::WORD)) {
            for (&number, &weight) in word.iter().zip(weights) {
                *sum = A::add_product(*sum, number, weight);
            }
        }
    }
}
