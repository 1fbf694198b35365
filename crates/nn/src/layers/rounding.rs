//! Optimised rounding of the weights of matrices to 8-bit integers.
//!
//! Rounding each weight to the nearest integer ignores that the inputs of a layer are correlated. Here, the weights of
//! one input are rounded after the other, and the next weights compensate for the earlier errors. This is GPTQ (Frantar
//! et al. 2022).
//!
//! With the second moments `H` of the inputs, an error `e` of an output's weights causes the mean square error
//! `eᵀ H e = |T e|²`, where `H = Tᵀ T` and `T` is lower triangular. Term `j` of the sum depends only on the errors of
//! the inputs up to `j`, so that the best integer for input `j` follows from the earlier errors. No inverse is needed.

use crate::simd::{DType, I8};

use super::weights::{Shape, Weights};

/// The part of the mean second moment that is added to the diagonal: the inputs of other positions differ.
const DAMPING: f32 = 0.01;

/// The number of outputs whose weights are rounded at the same time.
const OUTPUTS: usize = 32;

/// The triangular factor of the second moments of a layer's input.
#[derive(Debug)]
pub(crate) struct InputFactor {
    inputs: usize,
    /// The rows of the lower triangle, of shape `[inputs][inputs]`.
    rows: Vec<f32>,
}

impl InputFactor {
    /// Factorises second moments of shape `[inputs][inputs]`; reads only the lower triangle.
    pub(crate) fn new(mut moments: Vec<f32>, inputs: usize) -> InputFactor {
        let diagonal = (0..inputs).map(|i| moments[i * inputs + i]);
        let added = DAMPING * diagonal.sum::<f32>() / inputs as f32;
        for i in 0..inputs {
            moments[i * inputs + i] += added;
        }
        for k in (0..inputs).rev() {
            let (before, later) = moments.split_at_mut((k + 1) * inputs);
            let row = &mut before[k * inputs..][..=k];
            for later in later.chunks_exact(inputs) {
                let factor = later[k];
                for (value, later) in row.iter_mut().zip(later) {
                    *value -= factor * later;
                }
            }
            // Without rounding errors, the pivot is at least `added`.
            let pivot = row[k].max(added).max(f32::MIN_POSITIVE).sqrt();
            row[k] = pivot * pivot;
            row.iter_mut().for_each(|value| *value /= pivot);
        }
        InputFactor { inputs, rows: moments }
    }

    /// Rounds the weights of a matrix to multiples of the step of each output. Returns the multiples in the order of
    /// packed weights.
    ///
    /// # Panics
    /// Panics if the matrix has more inputs than the factor.
    pub(crate) fn rounded(&self, weights: Weights<'_>, steps: &[f32]) -> Vec<i8> {
        let shape = weights.shape();
        let mut packed = vec![0; shape.weights::<I8>()];
        let mut errors = vec![[0.0; OUTPUTS]; weights.inputs];
        for first in (0..weights.outputs).step_by(OUTPUTS) {
            self.round_outputs(weights, first, steps, &mut errors, (shape, &mut packed));
        }
        packed
    }

    /// Rounds the weights of up to [`OUTPUTS`] outputs.
    fn round_outputs(
        &self,
        weights: Weights<'_>,
        first: usize,
        steps: &[f32],
        errors: &mut [[f32; OUTPUTS]],
        (shape, packed): (Shape, &mut [i8]),
    ) {
        let Weights { inputs, outputs, values, .. } = weights;
        let steps = &steps[first..outputs.min(first + OUTPUTS)];
        let highest = I8::LEVELS.map_or(0.0, |levels| levels.weight);
        for input in 0..inputs {
            let factors = &self.rows[input * self.inputs..][..=input];
            let mut sums = [0.0; OUTPUTS];
            for (&factor, errors) in factors[..input].iter().zip(&*errors) {
                for (sum, error) in sums.iter_mut().zip(errors) {
                    *sum += factor * error;
                }
            }
            let exact = &values[input * outputs + first..];
            for (lane, (&step, &exact)) in steps.iter().zip(exact).enumerate() {
                let aim = exact + sums[lane] / factors[input];
                let level = if step > 0.0 { aim / step } else { 0.0 };
                let level = level.round_ties_even().clamp(-highest, highest);
                errors[input][lane] = exact - level * step;
                packed[shape.place(0, input, first + lane, I8::PER_WORD)] = I8::weight(level);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::rng::Rng;

    const INPUTS: usize = 12;
    const OUTPUTS: usize = 40;
    const POINTS: usize = 60;

    /// Random inputs of shape `[POINTS][INPUTS]` with a common part of the given size, and random weights.
    fn random(common: f32, seed: u64) -> (Vec<f32>, Vec<f32>) {
        let mut rng = Rng::new(seed);
        let mut number = move || 2.0 * rng.unit() - 1.0;
        let inputs = (0..POINTS).flat_map(|_| {
            let shared = common * number();
            (0..INPUTS).map(|_| shared + number()).collect::<Vec<_>>()
        });
        let inputs = inputs.collect();
        (inputs, (0..INPUTS * OUTPUTS).map(|_| number()).collect())
    }

    fn moments(inputs: &[f32]) -> Vec<f32> {
        let places = (0..INPUTS * INPUTS).map(|at| (at / INPUTS, at % INPUTS));
        let sum = |(a, b)| inputs.chunks_exact(INPUTS).map(|point| point[a] * point[b]).sum();
        places.map(sum).collect()
    }

    /// Steps of 15 levels, so that rounding errors are large.
    fn steps(weights: &[f32]) -> Vec<f32> {
        let peak = |output: usize| {
            let column = weights.iter().skip(output).step_by(OUTPUTS);
            column.fold(0.0_f32, |peak, weight| peak.max(weight.abs()))
        };
        (0..OUTPUTS).map(|output| peak(output) / 7.0).collect()
    }

    fn weights(values: &[f32]) -> Weights<'_> {
        Weights { size: 1, inputs: INPUTS, outputs: OUTPUTS, values }
    }

    /// Returns the multiples in the order of the weights.
    fn optimised(inputs: &[f32], values: &[f32]) -> Vec<i8> {
        let weights = weights(values);
        let packed = InputFactor::new(moments(inputs), INPUTS).rounded(weights, &steps(values));
        let place = |at| weights.shape().place(0, at / OUTPUTS, at % OUTPUTS, I8::PER_WORD);
        (0..values.len()).map(|at| packed[place(at)]).collect()
    }

    fn nearest(values: &[f32]) -> Vec<i8> {
        let steps = steps(values);
        let level = |(at, value): (usize, &f32)| I8::weight(value / steps[at % OUTPUTS]);
        values.iter().enumerate().map(level).collect()
    }

    /// Returns the sum of squared errors of all outputs at all points.
    fn error(inputs: &[f32], values: &[f32], levels: &[i8]) -> f64 {
        let steps = steps(values);
        let change = |at: usize| f32::from(levels[at]) * steps[at % OUTPUTS] - values[at];
        let changes: Vec<f32> = (0..values.len()).map(change).collect();
        let of_output = |point: &[f32], output: usize| {
            let changes = changes.iter().skip(output).step_by(OUTPUTS);
            point.iter().zip(changes).map(|(x, change)| f64::from(x * change)).sum::<f64>().powi(2)
        };
        let of_point = |point: &[f32]| (0..OUTPUTS).map(|it| of_output(point, it)).sum::<f64>();
        inputs.chunks_exact(INPUTS).map(of_point).sum()
    }

    /// Solves `matrix · x = right` by elimination with pivots on the diagonal.
    fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
        let count = right.len();
        for pivot in 0..count {
            let (pivots, total) = (matrix[pivot].clone(), right[pivot]);
            let others = matrix.iter_mut().zip(&mut right).enumerate();
            for (_, (row, sum)) in others.filter(|(row, _)| *row != pivot) {
                let factor = row[pivot] / pivots[pivot];
                row.iter_mut().zip(&pivots).for_each(|(value, pivot)| *value -= factor * pivot);
                *sum -= factor * total;
            }
        }
        (0..count).map(|row| right[row] / matrix[row][row]).collect()
    }

    /// Rounds the weights of an output one after the other, each time with the best real numbers for all later ones.
    fn greedy(moments: &[f32], values: &[f32], step: f32) -> Vec<i8> {
        let trace: f64 = (0..INPUTS).map(|i| f64::from(moments[i * INPUTS + i])).sum();
        let moment = |a: usize, b: usize| {
            let damping = f64::from(DAMPING) * trace / INPUTS as f64;
            f64::from(moments[a * INPUTS + b]) + if a == b { damping } else { 0.0 }
        };
        let (mut errors, mut levels) = (Vec::new(), Vec::new());
        for (input, &value) in values.iter().enumerate() {
            let rest = input..INPUTS;
            let row = |a| rest.clone().map(|b| moment(a, b)).collect::<Vec<_>>();
            let caused = |a| -errors.iter().enumerate().map(|(b, e)| moment(a, b) * e).sum::<f64>();
            let best = solve(rest.clone().map(row).collect(), rest.clone().map(caused).collect());
            let value = f64::from(value);
            let level = ((value - best[0]) / f64::from(step)).round().clamp(-127.0, 127.0);
            errors.push(value - level * f64::from(step));
            levels.push(level as i8);
        }
        levels
    }

    #[test]
    fn rounding_matches_direct_greedy_search() {
        for (seed, common) in [(1, 0.0), (2, 0.5), (3, 3.0)] {
            let (inputs, values) = random(common, seed);
            let (found, steps) = (optimised(&inputs, &values), steps(&values));
            for (output, &step) in steps.iter().enumerate() {
                let column = |at: usize| at * OUTPUTS + output;
                let weights: Vec<f32> = (0..INPUTS).map(|at| values[column(at)]).collect();
                let found: Vec<i8> = (0..INPUTS).map(|at| found[column(at)]).collect();
                assert_eq!(found, greedy(&moments(&inputs), &weights, step), "output {output}");
            }
        }
    }

    #[test]
    fn rounding_reduces_error_of_correlated_inputs() {
        for (seed, common, most) in [(4, 0.0, 1.0), (5, 1.0, 0.5), (6, 10.0, 0.2)] {
            let (inputs, values) = random(common, seed);
            let plain = error(&inputs, &values, &nearest(&values));
            let found = error(&inputs, &values, &optimised(&inputs, &values));
            assert!(found <= most * plain, "common part {common}: {found}, nearest {plain}");
        }
    }

    #[test]
    fn degenerate_inputs_are_rounded_to_nearest() {
        let (_, values) = random(0.0, 7);
        let found = optimised(&vec![0.0; POINTS * INPUTS], &values);
        assert_eq!(found, nearest(&values), "inputs that are always 0");
        let zeros = vec![0.0; values.len()];
        let (inputs, _) = random(1.0, 8);
        assert!(optimised(&inputs, &zeros).iter().all(|&level| level == 0));
    }
}
