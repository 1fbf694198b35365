//! Compares attention with a naive computation in `f64`, on all backends.

use crate::simd::backend::Backend;
use crate::simd::{Bf16, DType, F32, I8};

use super::attention_job::{AttentionJob, AttentionMemory, Heads};
use super::kernels::KataGoNumber;
use super::padded_tensor::padded;
use super::rotation::Angles;

/// Returns deterministic pseudo-random numbers from -1 to 1.
fn numbers(seed: u64) -> impl FnMut() -> f32 {
    let mut state = seed;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

/// An attention with its input.
struct Case {
    shape: Heads,
    points: usize,
    /// Radians per column and row, of shape `[kv_head][pair]`.
    frequencies: Option<Vec<[f32; 2]>>,
    rows: Vec<f32>,
}

impl Case {
    /// Creates a case with queries and keys of at most `size`; all are positive if `is_positive`.
    fn new(shape: Heads, points: usize, size: f32, is_rotated: bool, is_positive: bool) -> Case {
        let mut number = numbers(points as u64);
        let Heads { heads, kv_heads, query_length, .. } = shape;
        let (width, turned) = (padded(shape.width()), (heads + kv_heads) * query_length);
        let mut rows = vec![0.0; points * width];
        for row in rows.chunks_exact_mut(width) {
            for (i, it) in row[..shape.width()].iter_mut().enumerate() {
                let number = if is_positive { number().abs() } else { number() };
                *it = if i < turned { number * size } else { number };
            }
        }
        let frequencies = is_rotated
            .then(|| (0..kv_heads * (query_length / 2)).map(|_| [number(), number()]).collect());
        Case { shape, points, frequencies, rows }
    }

    fn lines(&self) -> usize {
        self.points.isqrt()
    }

    /// Returns a query or key after rotation; keys follow the queries.
    fn vector(&self, point: usize, head: usize) -> Vec<f64> {
        let Heads { heads, kv_heads, query_length, .. } = self.shape;
        let row = &self.rows[point * padded(self.shape.width())..];
        let mut vector: Vec<f64> =
            row[head * query_length..][..query_length].iter().map(|&it| it.into()).collect();
        if let Some(frequencies) = &self.frequencies {
            let (column, row) = ((point % self.lines()) as f64, (point / self.lines()) as f64);
            let kv_head = if head < heads { head / (heads / kv_heads) } else { head - heads };
            let pairs = query_length / 2;
            for pair in 0..pairs {
                let [per_column, per_row] = frequencies[kv_head * pairs + pair].map(f64::from);
                let (sin, cos) = (per_column * column + per_row * row).sin_cos();
                let (a, b) = (vector[pair], vector[pair + pairs]);
                (vector[pair], vector[pair + pairs]) = (a * cos - b * sin, a * sin + b * cos);
            }
        }
        vector
    }

    /// Returns the expected outputs, of shape `[points][output_width]`.
    fn due(&self) -> Vec<f64> {
        let Heads { heads, kv_heads, query_length, value_length } = self.shape;
        let mut due = Vec::new();
        for point in 0..self.points {
            for head in 0..heads {
                let kv_head = head / (heads / kv_heads);
                let query = self.vector(point, head);
                let score = |key: usize| {
                    let key = self.vector(key, heads + kv_head);
                    let product: f64 = query.iter().zip(&key).map(|(a, b)| a * b).sum();
                    product / (query_length as f64).sqrt()
                };
                let scores: Vec<f64> = (0..self.points).map(score).collect();
                let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let weights: Vec<f64> = scores.iter().map(|it| (it - highest).exp()).collect();
                let sum: f64 = weights.iter().sum();
                let start = (heads + kv_heads) * query_length + kv_head * value_length;
                for channel in 0..value_length {
                    let value = |key: usize| {
                        f64::from(self.rows[key * padded(self.shape.width()) + start + channel])
                    };
                    let weighted = weights.iter().enumerate().map(|(key, it)| it * value(key));
                    due.push(weighted.sum::<f64>() / sum);
                }
            }
        }
        due
    }

    /// Returns the outputs of a backend, or `None` if it is not available.
    fn found<N: DType + KataGoNumber>(&self, backend: Backend) -> Option<Vec<f32>> {
        let kernels = N::kernels(backend)?;
        let width = padded(self.shape.output_width());
        let angles = self.frequencies.as_ref();
        let angles = angles.map(|it| Angles::new(it, self.shape.kv_heads, self.lines()));
        let mut memory = AttentionMemory::new(self.shape, self.points);
        let mut to = vec![0.5; self.points * width];
        // The second run uses the memory of the first one.
        for _ in 0..2 {
            kernels.attend(AttentionJob {
                shape: self.shape,
                angles: angles.as_ref(),
                points: self.points,
                rows: &mut self.rows.clone(),
                memory: &mut memory,
                to: &mut to,
            });
        }
        let rows = to.chunks_exact(width);
        Some(rows.flat_map(|row| &row[..self.shape.output_width()]).copied().collect())
    }

    /// Asserts that the largest error of all backends is at most `most` for `f32`, `most_int8` for integers, or
    /// `most_bf16` for products of `bf16` matrices.
    fn check(&self, name: &str, most: f64, most_int8: f64, most_bf16: f64) {
        let due = self.due();
        for backend in Backend::ALL {
            let is_bf16 = backend == Backend::Amx;
            for (found, most) in [
                (self.found::<F32>(backend), most),
                (self.found::<I8>(backend), if is_bf16 { most_bf16 } else { most_int8 }),
                (self.found::<Bf16>(backend), if is_bf16 { most_bf16 } else { most }),
            ] {
                let Some(found) = found else { continue };
                assert_eq!(found.len(), due.len());
                let errors = found.iter().zip(&due).map(|(a, b)| (f64::from(*a) - b).abs());
                // In the total order, NaN is the largest error; `f64::max` would ignore it.
                let error = errors.max_by(f64::total_cmp).unwrap_or(f64::NAN);
                assert!(error <= most, "{name}, {backend}: error {error}, at most {most}");
            }
        }
    }
}

const SHAPES: [Heads; 4] = [
    Heads { heads: 2, kv_heads: 2, query_length: 32, value_length: 32 },
    Heads { heads: 4, kv_heads: 2, query_length: 8, value_length: 12 },
    Heads { heads: 3, kv_heads: 1, query_length: 64, value_length: 40 },
    Heads { heads: 1, kv_heads: 1, query_length: 5, value_length: 7 },
];

#[test]
fn attention_matches_naive_computation() {
    for shape in SHAPES {
        for points in [1, 4, 25, 81, 169] {
            for size in [0.0, 1.0, 4.0] {
                let is_rotated = shape.query_length % 2 == 0;
                let case = Case::new(shape, points, size, is_rotated, false);
                case.check(&format!("{shape:?}, {points} points, {size}"), 1e-5, 4e-3, 0.03);
            }
        }
    }
}

#[test]
fn attention_to_single_key_is_exact_enough() {
    // Scores up to several hundred: most weights are 0, and one key may have nearly all of the weight.
    let case = Case::new(SHAPES[0], 100, 20.0, true, false);
    case.check("sharp", 1e-3, 0.06, 0.5);
}

#[test]
fn highest_score_may_follow_very_low_scores() {
    // The scores of the first 32 keys are more than 1000 below the others, so that relative weights overflow.
    let mut case = Case::new(SHAPES[0], 81, 20.0, false, true);
    let Heads { heads, kv_heads, query_length, .. } = SHAPES[0];
    let keys = heads * query_length..(heads + kv_heads) * query_length;
    for row in case.rows.chunks_exact_mut(padded(SHAPES[0].width())).take(32) {
        row[keys.clone()].iter_mut().for_each(|it| *it = -*it);
    }
    case.check("rising", 1e-3, 0.06, 0.5);
}

#[test]
fn largest_sums_do_not_overflow() {
    // Equal queries, keys and values have the largest levels, and the weights of all points are the highest.
    let mut case = Case::new(SHAPES[0], 625, 1.0, false, true);
    case.rows.fill(1.0);
    case.check("equal", 1e-5, 1e-5, 1e-4);
}

#[test]
fn padding_does_not_change_negative_scores() {
    // The scores of all keys are far below the 0 of padding.
    let mut case = Case::new(SHAPES[0], 9, 1.0, false, true);
    let turned = SHAPES[0].heads * SHAPES[0].query_length;
    for row in case.rows.chunks_exact_mut(padded(SHAPES[0].width())) {
        row[..turned].iter_mut().for_each(|it| *it = -20.0 - *it);
    }
    case.check("negative", 1e-4, 4e-3, 0.02);
}
