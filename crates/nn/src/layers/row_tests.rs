//! Compares the inputs of layers and their second moments with a naive computation in `f64`, on all backends.

use crate::activation::Activation;
use crate::simd::I8;
use crate::simd::backend::Backend;

use super::kernels::KataGoNumber;
use super::moments::MomentsJob;
use super::padded_tensor::PaddedTensor;
use super::row_ops::{Affine, Rms, Rows, RowsJob};
use super::weights::Quantisation;

const LINES: usize = 3;
const CHANNELS: usize = 96;

/// Returns numbers from -`size` to `size` of very different magnitudes.
fn numbers(count: usize, size: f32) -> Vec<f32> {
    let number = |i: usize| (i as f32 * 0.7).sin().powi(3) * size;
    (0..count).map(number).collect()
}

/// Returns the result of an activation function.
fn activated(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::Identity => x,
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * x.exp().ln_1p().tanh(),
        Activation::Silu => x / (1.0 + (-x).exp()),
    }
}

/// Returns the expected numbers of a point before quantisation.
fn due(rows: Rows<'_>, x: &[f32]) -> Vec<f64> {
    let x: Vec<f64> = x.iter().map(|&it| it.into()).collect();
    let normed = |factor: f64, Affine { scale, bias }: &Affine, activation| {
        let parameters = scale.iter().zip(&**bias);
        let normed = |(x, (scale, bias)): (&f64, (&f32, &f32))| {
            activated(activation, x * factor * f64::from(*scale) + f64::from(*bias))
        };
        x.iter().zip(parameters).map(normed).collect()
    };
    match rows {
        Rows::Plain => x,
        Rows::Gated => {
            let (values, gates) = x.split_at(CHANNELS);
            values.iter().zip(gates).map(|(a, b)| activated(Activation::Silu, *a) * b).collect()
        }
        Rows::Rms(rms, activation) => {
            let square: f64 = x.iter().map(|it| it * it).sum();
            let factor = 1.0 / (square / CHANNELS as f64 + f64::from(rms.epsilon)).sqrt();
            normed(factor, &rms.affine, activation)
        }
        Rows::Normed(affine, activation) => normed(1.0, affine, activation),
    }
}

/// Asserts that no level of any backend differs from the expected number by more than rounding.
fn check(rows: Rows<'_>, width: usize, size: f32) {
    let x = numbers(LINES * LINES * width, size);
    for backend in Backend::ALL {
        let Some(kernels) = I8::kernels(backend) else { continue };
        let mut to = PaddedTensor::<I8>::new(LINES, 0, CHANNELS);
        // The points of a board in two jobs, the later points first.
        for points in [4..LINES * LINES, 0..4] {
            kernels.rows(RowsJob {
                rows,
                x: &x[points.start * width..points.end * width],
                quantisation: Quantisation::Dynamic,
                row: &mut Vec::new(),
                points,
                to: &mut to,
            });
        }
        assert_eq!(to.steps.len(), LINES * LINES);
        for ((x, levels), step) in x.chunks_exact(width).zip(to.points()).zip(&to.steps) {
            let due = due(rows, x);
            for (due, &level) in due.iter().zip(levels) {
                let found = f64::from((f32::from(level) - step.zero) * step.step);
                // Half a level for each rounding: of the number and of the zero point.
                let most = 1.01 * f64::from(step.step) + 2e-3 * due.abs();
                assert!((found - due).abs() <= most, "{backend}, {size}: {found}, not {due}");
            }
        }
    }
}

#[test]
fn rows_match_naive_computation() {
    for size in [0.0, 0.01, 1.0, 30.0, 1000.0] {
        check(Rows::Plain, CHANNELS, size);
        check(Rows::Gated, 2 * CHANNELS, size);
        let affine = Affine::new(&numbers(CHANNELS, 2.0), &numbers(CHANNELS, 0.5));
        let rms = Rms { affine, epsilon: 1e-5, channels: CHANNELS, is_spatial: false };
        for activation in
            [Activation::Identity, Activation::Relu, Activation::Mish, Activation::Silu]
        {
            check(Rows::Rms(&rms, activation), CHANNELS, size);
            check(Rows::Normed(&rms.affine, activation), CHANNELS, size);
        }
    }
}

#[test]
fn moments_match_naive_sums() {
    // More points than are added at the same time, in two jobs.
    let points = numbers(37 * CHANNELS, 3.0);
    let (first, second) = points.split_at(20 * CHANNELS);
    for backend in Backend::ALL {
        let Some(kernels) = I8::kernels(backend) else { continue };
        let mut found = vec![0.0; CHANNELS * CHANNELS];
        for points in [first, second] {
            kernels.add_moments(MomentsJob { points, channels: CHANNELS, to: &mut found });
        }
        for row in 0..CHANNELS {
            for column in 0..=row {
                let product = |it: &[f32]| f64::from(it[row]) * f64::from(it[column]);
                let due: f64 = points.chunks_exact(CHANNELS).map(product).sum();
                let found = f64::from(found[row * CHANNELS + column]);
                assert!((found - due).abs() < 1e-3, "{backend}, {row}, {column}: {found}, {due}");
            }
        }
    }
}
