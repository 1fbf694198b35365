//! Padded activations: the input of a layer, with a border of zeros around the board.

use crate::aligned::Aligned;

use crate::simd::DType;

/// The channels that a tensor's channels are filled up to a multiple of, with zeros.
pub(crate) const CHANNELS: usize = 32;

/// The number of channels with those that fill them up.
pub(crate) fn padded(channels: usize) -> usize {
    channels.next_multiple_of(CHANNELS)
}

/// The quantisation of a point's activations: `value = (activation - zero) * step`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PointStep {
    /// What one level stands for.
    pub(crate) step: f32,
    /// The level of 0.
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
        self.first + row * self.stride + column
    }
}

/// Activations of shape `[lines, lines, channels]` with a border around the board.
///
/// Points lie row by row from the top left, the channels of a point together. The border right of a row
/// is that left of the next one, so that all neighbours of a point are at fixed distances.
#[derive(Debug)]
pub(crate) struct PaddedTensor<N: DType> {
    lines: usize,
    border: usize,
    channels: usize,
    values: Aligned<N::Activation>,
    /// What the border holds: the activation of 0.
    zero: f32,
    /// The quantisation of each point of the board where that is taken at run time; else empty.
    pub(crate) steps: Vec<PointStep>,
}

impl<N: DType> PaddedTensor<N> {
    /// Activations for a board of so many lines with so wide a border, all of them 0. `channels` is a
    /// multiple of [`CHANNELS`] in KataGo nets.
    pub(crate) fn new(lines: usize, border: usize, channels: usize) -> PaddedTensor<N> {
        let stride = lines + border;
        let points = (lines + 2 * border) * stride + border;
        let values = Aligned::zeros(points * channels);
        PaddedTensor { lines, border, channels, values, zero: 0.0, steps: Vec::new() }
    }

    /// The lines of the board.
    pub(crate) fn lines(&self) -> usize {
        self.lines
    }

    /// The channels of a point.
    pub(crate) fn channels(&self) -> usize {
        self.channels
    }

    /// The width of the border.
    pub(crate) fn border(&self) -> usize {
        self.border
    }

    /// The distance from a point to the one below, in points.
    pub(crate) fn stride(&self) -> usize {
        self.lines + self.border
    }

    /// The index of the first point of a row, in points, the border counted.
    pub(crate) fn first_of(&self, row: usize) -> usize {
        (row + self.border) * self.stride() + self.border
    }

    /// The number of points of the board.
    pub(crate) fn area(&self) -> usize {
        self.lines * self.lines
    }

    /// The indices of the board's points.
    pub(super) fn grid(&self) -> Grid {
        Grid { first: self.first_of(0), stride: self.stride() }
    }

    /// All values with the border, channels fastest.
    pub(crate) fn values(&self) -> &[N::Activation] {
        &self.values
    }

    /// All values with the border, for writing those of the board.
    pub(crate) fn values_mut(&mut self) -> &mut [N::Activation] {
        &mut self.values
    }

    /// Fills the border with the activation of 0, which is this one.
    pub(crate) fn set_zero(&mut self, zero: f32) {
        if zero == self.zero {
            return;
        }
        self.zero = zero;
        let (width, stride, lines) = (self.border * self.channels, self.stride(), self.lines);
        let zero = N::activation(zero);
        // Above the board and left of its first row, right of each row, and below.
        let first = self.first_of(0) * self.channels;
        self.values[..first].fill(zero);
        for row in 0..lines {
            let end = first + (row * stride + lines) * self.channels;
            self.values[end..end + width].fill(zero);
        }
        let end = first + ((lines - 1) * stride + lines) * self.channels;
        self.values[end..].fill(zero);
    }

    /// The channels of each point, row by row from the top left.
    pub(crate) fn points(&self) -> impl Iterator<Item = &[N::Activation]> {
        let channels = self.channels;
        (0..self.lines).flat_map(move |row| {
            let first = self.first_of(row) * channels;
            self.values[first..first + self.lines * channels].chunks_exact(channels)
        })
    }

    /// The channels of each point for writing, row by row from the top left.
    pub(crate) fn points_mut(&mut self) -> impl Iterator<Item = &mut [N::Activation]> {
        let (lines, channels, stride) = (self.lines, self.channels, self.stride() * self.channels);
        let first = self.first_of(0) * channels;
        // From the first point of the board on, a chunk is a row and the border right of it.
        let rows = self.values[first..].chunks_mut(stride).take(lines);
        rows.flat_map(move |row| row[..lines * channels].chunks_exact_mut(channels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::I8;

    #[test]
    fn the_border_is_filled_and_the_board_is_not() {
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
    fn neighbours_are_at_fixed_distances() {
        let tensor = PaddedTensor::<I8>::new(4, 2, CHANNELS);
        assert_eq!(tensor.first_of(1) - tensor.first_of(0), tensor.stride());
        assert_eq!(tensor.first_of(0), 2 * tensor.stride() + 2);
        let last = tensor.first_of(3) + 3;
        let below_right = last + 2 * tensor.stride() + 2;
        assert_eq!(tensor.values().len(), (below_right + 1) * CHANNELS, "and none is outside");
    }
}
