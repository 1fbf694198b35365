//! Rotation of queries and keys by angles that depend on the place of a point (two-dimensional rotary embedding).

#![allow(unsafe_code)]

use crate::simd::vector::Lanes;

/// Rotation angles of the points of a board: sums of an angle of the column and an angle of the row.
///
/// Only the angles of columns and rows are stored, because the angles of all points would not fit in the second-level
/// cache together with the weights.
#[derive(Debug)]
pub(crate) struct Angles {
    lines: usize,
    pairs: usize,
    /// Shape `[kv_head][column][2][pair]`: cosines, then sines.
    columns: Vec<f32>,
    /// Shape `[kv_head][row][2][pair]`.
    rows: Vec<f32>,
}

/// The angles of a point: cosines, then sines.
#[derive(Debug, Clone, Copy)]
pub(super) struct PointAngles<'a> {
    column: &'a [f32],
    row: &'a [f32],
}

impl Angles {
    /// Computes the angles of a board with a number of lines. `frequencies` are the radians per column and per row, of
    /// shape `[kv_head][pair]`.
    pub(crate) fn new(frequencies: &[[f32; 2]], kv_heads: usize, lines: usize) -> Angles {
        let pairs = frequencies.len() / kv_heads.max(1);
        let table = |axis: usize| {
            let mut table = Vec::with_capacity(2 * lines * frequencies.len());
            for head in frequencies.chunks_exact(pairs.max(1)) {
                for line in 0..lines {
                    let angle = |it: &[f32; 2]| line as f32 * it[axis];
                    table.extend(head.iter().map(|it| libm::cosf(angle(it))));
                    table.extend(head.iter().map(|it| libm::sinf(angle(it))));
                }
            }
            table
        };
        Angles { lines, pairs, columns: table(0), rows: table(1) }
    }

    /// Returns the length of rotated queries and keys.
    #[inline(always)]
    pub(super) fn vector_length(&self) -> usize {
        2 * self.pairs
    }

    /// Returns the column and the row of a point.
    #[inline(always)]
    pub(super) fn place(&self, point: usize) -> [usize; 2] {
        [point % self.lines, point / self.lines]
    }

    /// Returns the angles of a column and a row for a key head.
    #[inline(always)]
    pub(super) fn of(&self, kv_head: usize, [column, row]: [usize; 2]) -> PointAngles<'_> {
        let length = self.vector_length();
        let first = kv_head * self.lines;
        PointAngles {
            column: &self.columns[(first + column) * length..][..length],
            row: &self.rows[(first + row) * length..][..length],
        }
    }
}

/// Rotates the pairs of a query or key, whose first elements precede the second elements.
///
/// # Safety
/// The processor must have the instructions of the lanes. `from` must be valid for reads of two numbers per pair, and
/// `to` for writes; they may be equal.
#[inline(always)]
pub(super) unsafe fn rotate<L: Lanes>(from: *const f32, angles: PointAngles<'_>, to: *mut f32) {
    let pairs = angles.column.len() / 2;
    let whole = pairs - pairs % L::LANES;
    let (column, row) = (angles.column.as_ptr(), angles.row.as_ptr());
    // SAFETY: the caller guarantees the instructions and the pointers; a table has cosines and sines of all pairs.
    unsafe {
        for pair in (0..whole).step_by(L::LANES) {
            let [cos, sin] = [L::load(column.add(pair)), L::load(column.add(pairs + pair))];
            let [row_cos, row_sin] = [L::load(row.add(pair)), L::load(row.add(pairs + pair))];
            let [a, b] = [L::load(from.add(pair)), L::load(from.add(pairs + pair))];
            // The cosine and the sine of the sum of both angles.
            let sum_cos = L::subtract(L::multiply(cos, row_cos), L::multiply(sin, row_sin));
            let sum_sin = L::multiply_add(sin, row_cos, L::multiply(cos, row_sin));
            let first = L::subtract(L::multiply(a, sum_cos), L::multiply(b, sum_sin));
            let second = L::multiply_add(a, sum_sin, L::multiply(b, sum_cos));
            L::store(first, to.add(pair));
            L::store(second, to.add(pairs + pair));
        }
        for pair in whole..pairs {
            let (a, b) = (*from.add(pair), *from.add(pairs + pair));
            let [cos, sin] = [*column.add(pair), *column.add(pairs + pair)];
            let [row_cos, row_sin] = [*row.add(pair), *row.add(pairs + pair)];
            let (sum_cos, sum_sin) = (cos * row_cos - sin * row_sin, sin * row_cos + cos * row_sin);
            *to.add(pair) = a * sum_cos - b * sum_sin;
            *to.add(pairs + pair) = a * sum_sin + b * sum_cos;
        }
    }
}
