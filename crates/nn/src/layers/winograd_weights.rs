//! The weights of Winograd convolutions: transformed, then quantised with a step per output and place.

use crate::aligned::Aligned;
use crate::simd::dtype::{DType, QuantLevels};

use super::weights::{PLACES, Quantisation, SPAN, Weights};

/// The number of outputs whose weights are stored together: `[block][place][word][output of the block][PER_WORD]`.
pub(super) const BLOCK: usize = 16;

/// The transformation matrix of five activations of a row or column.
pub(super) const INPUT: [[i16; SPAN]; SPAN] =
    [[2, -1, -2, 1, 0], [0, -2, -1, 1, 0], [0, 2, -3, 1, 0], [0, -1, 0, 1, 0], [0, 2, -1, -2, 1]];

/// The transformation matrix of three weights of a row or column, times 6.
const WEIGHTS: [[i16; 3]; SPAN] = [[3, 0, 0], [-3, -3, -3], [-1, 1, -1], [1, 2, 4], [0, 0, 6]];

/// Returns the index of a packed weight. A word contains the weights of two inputs.
fn packed_at(inputs: usize, input: usize, output: usize, place: usize) -> usize {
    let words = (output / BLOCK * PLACES + place) * (inputs / 2) + input / 2;
    (words * BLOCK + output % BLOCK) * 2 + input % 2
}

/// Packs the weights of a convolution of size 3. The transform is exact: each result is scaled by 36.
#[cfg(target_arch = "x86_64")]
pub(super) fn transformed_bytes(
    inputs: usize,
    outputs: usize,
    weight: impl Fn(usize, usize, usize) -> i8,
) -> Aligned<i16> {
    let mut packed = Aligned::zeros(PLACES * inputs * outputs);
    for input in 0..inputs {
        for output in 0..outputs {
            let weights: [i16; 9] = std::array::from_fn(|tap| weight(tap, input, output).into());
            for place in 0..PLACES {
                let [rows, columns] = [WEIGHTS[place / SPAN], WEIGHTS[place % SPAN]];
                // Each sum is at most 81 · 128 in magnitude.
                let of_row = |row: usize| -> i16 {
                    (0..3).map(|column| columns[column] * weights[row * 3 + column]).sum()
                };
                packed[packed_at(inputs, input, output, place)] =
                    (0..3).map(|row| rows[row] * of_row(row)).sum();
            }
        }
    }
    packed
}

/// Returns the packed weights, scales and biases of a convolution of size 3 with a single step and zero point for
/// activations. The scales are in the order of the weights: `[block][place][output of the block]`.
pub(super) fn transformed<N: DType>(
    weights: Weights<'_>,
    levels: QuantLevels,
    quantisation: Quantisation,
    scale: impl Fn(usize) -> f32,
    bias: impl Fn(usize) -> f32,
) -> (Aligned<N::Weight>, Aligned<f32>, Aligned<f32>) {
    let Weights { inputs, outputs, .. } = weights;
    let (step, zero) = match quantisation {
        Quantisation::Static { step, zero } => (step, zero),
        // Only the inputs of matrix products have a step per point.
        Quantisation::Dynamic => (1.0, 0.0),
    };
    let shape = weights.shape();
    let mut packed = Aligned::zeros(PLACES * shape.inputs * shape.outputs);
    let mut scales = Aligned::zeros(PLACES * shape.outputs);
    let mut biases = Aligned::zeros(shape.outputs);
    for output in 0..outputs {
        let tiles: Vec<_> =
            (0..inputs).map(|input| transformed_kernel(weights, input, output)).collect();
        let scale = scale(output);
        let mut bias = f64::from(bias(output));
        for place in 0..PLACES {
            let step_of_place = step_of(levels, place, tiles.iter().map(|tile| tile[place]));
            let block = (output / BLOCK * PLACES + place) * BLOCK;
            let mut sum = 0.0;
            for (input, tile) in tiles.iter().enumerate() {
                let level = if step_of_place > 0.0 { tile[place] / step_of_place } else { 0.0 };
                let weight = N::weight(level as f32);
                packed[packed_at(shape.inputs, input, output, place)] = weight;
                sum += f64::from(N::weight_number(weight));
            }
            let unit = step_of_place as f32 * step * scale;
            scales[block + output % BLOCK] = unit;
            // A tile of zero points transforms to a single non-zero place, which contributes to each point once.
            let of_ones: i16 =
                [place / SPAN, place % SPAN].map(|it| INPUT[it].iter().sum()).iter().product();
            bias -= f64::from(zero) * f64::from(of_ones) * sum * f64::from(unit);
        }
        biases[output] = bias as f32;
    }
    (packed, scales, biases)
}

/// Returns the transformed weights from an input to an output.
fn transformed_kernel(weights: Weights<'_>, input: usize, output: usize) -> [f64; PLACES] {
    let Weights { inputs, outputs, values, .. } = weights;
    let weight = |row: usize, column: usize| {
        f64::from(values[((row * 3 + column) * inputs + input) * outputs + output])
    };
    std::array::from_fn(|place| {
        let sixths = |of: usize| WEIGHTS[of].map(|it| f64::from(it) / 6.0);
        let (rows, columns) = (sixths(place / SPAN), sixths(place % SPAN));
        let line =
            |row: usize| (0..3).map(|column| columns[column] * weight(row, column)).sum::<f64>();
        (0..3).map(|row| rows[row] * line(row)).sum()
    })
}

/// Returns the quantisation step of an output's weights at a place.
fn step_of(levels: QuantLevels, place: usize, weights: impl Iterator<Item = f64>) -> f64 {
    let (peak, sum) = weights
        .fold((0.0_f64, 0.0), |(peak, sum), weight| (peak.max(weight.abs()), sum + weight.abs()));
    let most = |line: usize| INPUT[line].iter().map(|it| f64::from(it.abs())).sum::<f64>();
    let activation = f64::from(levels.highest) * most(place / SPAN) * most(place % SPAN);
    // A sum of products must fit in 31 bits for any activations. The remaining tenth covers rounding by half a step
    // per weight, which suffices for ten thousand inputs.
    (peak / f64::from(levels.weight)).max(sum * activation / (f64::from(i32::MAX) * 0.9))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::I16;

    #[test]
    fn transformed_activations_fit_16_bits() {
        let most = INPUT.map(|row| row.iter().map(|it| f32::from(it.abs())).sum::<f32>());
        let most = most.into_iter().fold(0.0, f32::max);
        let levels = I16::LEVELS.expect("integers have levels");
        assert!(most * most * levels.highest <= f32::from(i16::MAX));
        assert_eq!(levels.lowest, -levels.highest);
    }
}
