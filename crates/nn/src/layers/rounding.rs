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
