//! Padded activations: the input of a layer, with a zero border around the board.

use crate::aligned::Aligned;

use crate::simd::DType;

/// The channels of a tensor are padded with zeros to a multiple of this number.
pub(crate) const CHANNELS: usize = 32;

/// Returns the number of channels including padding.
pub(crate) fn padded(channels: usize) -> usize {
    channels.next_multiple_of(CHANNELS)
}

/// The quantisation of a point's activations: `value = (activation - zero) * step`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PointStep {
    /// The value of one level.
    pub(crate) step: f32,
    /// The level that represents 0.
    pub(crate) zero: f32,
}

/// The indices of the board's points in a padded tensor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    first: usize,
    stride: usize,
}

impl Grid {
    /// Returns the index of a point.
    #[inline(always)]
    pub(super) fn point(self, row: usize, column: usize) -> usize {
        // The sum cannot overflow; checked, it would be checked for every vector.
        self.first.wrapping_add(row.wrapping_mul(self.stride)).wrapping_add(column)
    }
}

/// Activations of shape `[lines][lines][channels]` with a border around the board.
///
/// Points are stored row by row from the top left, with the channels of a point together. The right border of a row
/// is the left border of the next one, so that all neighbours of a point are at fixed offsets.
#[derive(Debug)]
pub(crate) struct PaddedTensor<N: DType> {
    lines: usize,
    border: usize,
    channels: usize,
    values: Aligned<N::Activation>,
    /// The value of the border: the activation that represents 0.
    zero: f32,
    /// The quantisation of each point if determined at run time, otherwise empty.
    pub(crate) steps: Vec<PointStep>,
}

impl<N: DType> PaddedTensor<N> {
    /// Creates a tensor of zeros for a board of `lines` lines with the given border width. `channels` is a multiple
    /// of [`CHANNELS`] in KataGo nets.
    pub(crate) fn new(lines: usize, border: usize, channels: usize) -> PaddedTensor<N> {
        let stride = lines + border;
        let points = (lines + 2 * border) * stride + border;
        let values = Aligned::zeros(points * channels);
        PaddedTensor { lines, border, channels, values, zero: 0.0, steps: Vec::new() }
    }

    /// Returns the board size in lines.
    pub(crate) fn lines(&self) -> usize {
        self.lines
    }

    /// Returns the number of channels of a point.
    pub(crate) fn channels(&self) -> usize {
        self.channels
    }

    /// Returns the width of the border.
    pub(crate) fn border(&self) -> usize {
        self.border
    }

    /// Returns the distance between a point and the point below it, in points.
    pub(crate) fn stride(&self) -> usize {
        self.lines + self.border
    }

    /// Returns the index of the first point of a row, in points, including the border.
    pub(crate) fn first_of(&self, row: usize) -> usize {
        (row + self.border) * self.stride() + self.border
    }

    /// Returns the number of points of the board.
    pub(crate) fn area(&self) -> usize {
        self.lines * self.lines
    }

    /// Returns the indices of the board's points.
    pub(super) fn grid(&self) -> Grid {
        Grid { first: self.first_of(0), stride: self.stride() }
    }

    /// Returns all values including the border, with channels innermost.
    pub(crate) fn values(&self) -> &[N::Activation] {
        &self.values
    }

    /// Returns all values including the border, mutably; the border must not be changed.
    pub(crate) fn values_mut(&mut self) -> &mut [N::Activation] {
        &mut self.values
    }

    /// Fills the border with `zero`, the activation that represents 0.
    pub(crate) fn set_zero(&mut self, zero: f32) {
        if zero == self.zero {
            return;
        }
        self.zero = zero;
        let (width, stride, lines) = (self.border * self.channels, self.stride(), self.lines);
        let zero = N::activation(zero);
        // Above the board and left of its first row, right of each row, and below the board.
        let first = self.first_of(0) * self.channels;
        self.values[..first].fill(zero);
        for row in 0..lines {
            let end = first + (row * stride + lines) * self.channels;
            self.values[end..end + width].fill(zero);
        }
        let end = first + ((lines - 1) * stride + lines) * self.channels;
        self.values[end..].fill(zero);
    }

    /// Returns the channels of each point, row by row from the top left.
    pub(crate) fn points(&self) -> impl Iterator<Item = &[N::Activation]> {
        let channels = self.channels;
        (0..self.lines).flat_map(move |row| {
            let first = self.first_of(row) * channels;
            self.values[first..first + self.lines * channels].chunks_exact(channels)
        })
    }

    /// Returns the channels of each point mutably, row by row from the top left.
    pub(crate) fn points_mut(&mut self) -> impl Iterator<Item = &mut [N::Activation]> {
        let (lines, channels, stride) = (self.lines, self.channels, self.stride() * self.channels);
        let first = self.first_of(0) * channels;
        // Starting at the first point of the board, a chunk is a row and the border to its right.
        let rows = self.values[first..].chunks_mut(stride).take(lines);
        rows.flat_map(move |row| row[..lines * channels].chunks_exact_mut(channels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::I8;

    #[test]
    fn set_zero_fills_only_the_border() {
        for (lines, border) in [(3, 1), (2, 2), (5, 0)] {
            let mut tensor = PaddedTensor::<I8>::new(lines, border, CHANNELS);
            tensor.set_zero(7.0);
            let points: Vec<u8> = tensor.points().map(|channels| channels[0]).collect();
            assert_eq!(points, vec![0; lines * lines]);
            let filled = tensor.values().iter().filter(|&&value| value == 7).count();
            assert_eq!(filled, tensor.values().len() - lines * lines * CHANNELS);
        }
    }

    #[test]
    fn points_are_padded_with_zeros() {
        let mut tensor = PaddedTensor::<I8>::new(3, 1, 2);
        tensor.points_mut().zip(1..).for_each(|(point, i)| point.fill(i));
        let points: Vec<u8> = tensor.points().map(|point| point[1]).collect();
        assert_eq!(points, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let firsts: Vec<u8> = tensor.values().iter().copied().step_by(2).collect();
        assert_eq!(firsts, [0, 0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 0, 0, 0, 0]);
        assert_eq!(tensor.grid().point(2, 0), 13);
    }

    #[test]
    fn neighbour_offsets_are_constant() {
        let tensor = PaddedTensor::<I8>::new(4, 2, CHANNELS);
        assert_eq!(tensor.first_of(1) - tensor.first_of(0), tensor.stride());
        assert_eq!(tensor.first_of(0), 2 * tensor.stride() + 2);
        let last = tensor.first_of(3) + 3;
        let below_right = last + 2 * tensor.stride() + 2;
        assert_eq!(tensor.values().len(), (below_right + 1) * CHANNELS, "and none is outside");
    }
}
