//! Activations: the output of a layer, with zero padding around the board.
//!
//! Points lie row by row from the top left, the channels of a point together (NHWC). One column of
//! zeros parts the rows, and a row of zeros lies above and below, so that the eight neighbours of any
//! point are at fixed distances and a kernel needs no bounds.

use crate::aligned::Aligned;

/// An activation tensor of shape `[lines, lines, channels]`, padded with zeros.
#[derive(Debug)]
pub(crate) struct Activations<T> {
    lines: usize,
    channels: usize,
    values: Aligned<T>,
}

impl<T: Copy + Default> Activations<T> {
    /// Zeros for a board of so many lines.
    pub(crate) fn new(lines: usize, channels: usize) -> Activations<T> {
        // The padding right of a row is the padding left of the next one. The one more is the
        // neighbour below to the right of the last point.
        let points = (lines + 2) * (lines + 1) + 1;
        Activations { lines, channels, values: Aligned::zeros(points * channels) }
    }

    /// The lines of the board, which are its width and its height.
    pub(crate) fn lines(&self) -> usize {
        self.lines
    }

    /// The number of points of the board, padding left out.
    pub(crate) fn area(&self) -> usize {
        self.lines * self.lines
    }

    /// The number of channels.
    pub(crate) fn channels(&self) -> usize {
        self.channels
    }

    /// The distance from a point to the one below, in points: a row and its padding.
    pub(crate) fn stride(&self) -> usize {
        self.lines + 1
    }

    /// The index of the first point of a row, in points, padding counted.
    pub(crate) fn first_of(&self, row: usize) -> usize {
        (row + 1) * self.stride() + 1
    }

    /// All values with the padding, channels fastest.
    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }

    /// All values with the padding, for writing. The padding must stay zero.
    pub(crate) fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The channels of each point, row by row from the top left.
    pub(crate) fn points(&self) -> impl Iterator<Item = &[T]> {
        let row = |row| {
            let first = self.first_of(row) * self.channels;
            self.values[first..first + self.lines * self.channels].chunks_exact(self.channels)
        };
        (0..self.lines).flat_map(row)
    }

    /// The channels of each point for writing, row by row from the top left.
    pub(crate) fn points_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        let (lines, stride, channels) = (self.lines, self.stride(), self.channels);
        // From the first point of the board on, a chunk is a row and the padding after it.
        let rows = self.values[(stride + 1) * channels..].chunks_mut(stride * channels);
        rows.take(lines).flat_map(move |row| row[..lines * channels].chunks_exact_mut(channels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_padded_with_zeros() {
        let mut tensor = Activations::<u8>::new(3, 2);
        tensor.points_mut().zip(1..).for_each(|(point, i)| point.fill(i));
        let seen: Vec<u8> = tensor.points().map(|point| point[1]).collect();
        assert_eq!(seen, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let firsts: Vec<u8> = tensor.values().iter().copied().step_by(2).collect();
        assert_eq!(firsts, [0, 0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 0, 0, 0, 0]);
        assert_eq!(tensor.first_of(2), 13);
    }
}
