//! Conversions of weights for a plan: joined and deinterleaved matrices, norms, and rotation angles.

use crate::katago::layer::{Convolution, Matrix, RmsNorm};
use crate::katago::model;
use crate::layers::{Affine, Angles, Rms, Weights};

impl Matrix {
    pub(super) fn weights(&self) -> Weights<'_> {
        let Matrix { inputs, outputs, weights } = self;
        Weights { size: 1, inputs: *inputs, outputs: *outputs, values: weights }
    }
}

/// Joins matrices side by side, each starting at the given output. If all parts lack weights, so does the result.
pub(super) fn joined(parts: &[(&Matrix, usize)], outputs: usize) -> Matrix {
    let inputs = parts.first().map_or(0, |(matrix, _)| matrix.inputs);
    if parts.iter().all(|(matrix, _)| matrix.weights.is_empty()) {
        return Matrix { inputs, outputs, weights: Vec::new() };
    }
    let mut weights = vec![0.0; inputs * outputs];
    for (matrix, at) in parts {
        let rows = matrix.weights.chunks_exact(matrix.outputs);
        for (to, row) in weights.chunks_exact_mut(outputs).zip(rows) {
            to[*at..*at + row.len()].copy_from_slice(row);
        }
    }
    Matrix { inputs, outputs, weights }
}

/// Reorders the outputs of each head from interleaved pairs to all first elements followed by all second elements.
pub(super) fn deinterleave_pairs(matrix: &Matrix, length: usize) -> Matrix {
    let from = |output: usize| {
        let (head, place) = (output / length * length, output % length);
        let pairs = length / 2;
        head + if place < pairs { 2 * place } else { 2 * (place - pairs) + 1 }
    };
    let rows = matrix.weights.chunks_exact(matrix.outputs);
    let turned = |row: &[f32]| (0..row.len()).map(|output| row[from(output)]).collect::<Vec<_>>();
    Matrix { weights: rows.flat_map(turned).collect(), ..*matrix }
}

/// Returns the rotation angles of all points of a board.
pub(super) fn angles(rotation: &model::Rotation, kv_heads: usize, lines: usize) -> Angles {
    Angles::new(rotation.frequencies.as_chunks().0, kv_heads, lines)
}

pub(super) fn weights(convolution: &Convolution) -> Weights<'_> {
    let Convolution { size, inputs, outputs, weights } = convolution;
    Weights { size: *size, inputs: *inputs, outputs: *outputs, values: weights }
}

pub(super) fn rms(norm: &RmsNorm) -> Rms {
    Rms {
        affine: Affine::new(&norm.scale, &norm.bias),
        epsilon: norm.epsilon,
        channels: norm.scale.len(),
        is_spatial: norm.is_spatial,
    }
}
