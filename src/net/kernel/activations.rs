//! What a layer of a net says of every point: so many numbers a point, with zeros around the board.
//!
//! Points lie row by row with a column of zeros between the rows and a row of them above and below,
//! so that a point's neighbours are at the same distances everywhere, as on the board of the game.

use super::aligned::Aligned;

/// The numbers of all points, those of a point together.
#[derive(Debug)]
pub struct Maps<T> {
    lines: usize,
    channels: usize,
    numbers: Aligned<T>,
}

impl<T: Copy + Default> Maps<T> {
    /// Zeros for a board of so many lines.
    pub fn new(lines: usize, channels: usize) -> Maps<T> {
        let points = (lines + 2) * (lines + 1) + 1;
        Maps { lines, channels, numbers: Aligned::zeros(points * channels) }
    }

    /// The lines of the board.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The points of the board.
    pub fn area(&self) -> usize {
        self.lines * self.lines
    }

    /// The numbers of a point.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Points from one row to the next.
    pub fn stride(&self) -> usize {
        self.lines + 1
    }

    /// The place of the first point of a row among all points, those of the edge counted.
    pub fn first_of(&self, row: usize) -> usize {
        (row + 1) * self.stride() + 1
    }

    /// All numbers, those of the edge among them.
    pub fn numbers(&self) -> &[T] {
        &self.numbers
    }

    /// All numbers to be changed; those of the edge must stay zeros.
    pub fn numbers_mut(&mut self) -> &mut [T] {
        &mut self.numbers
    }

    /// The numbers of the points, row by row.
    pub fn points(&self) -> impl Iterator<Item = &[T]> {
        let row = |row| {
            let first = self.first_of(row) * self.channels;
            self.numbers[first..first + self.lines * self.channels].chunks_exact(self.channels)
        };
        (0..self.lines).flat_map(row)
    }

    /// The same to be changed.
    pub fn points_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        let (lines, stride, channels) = (self.lines, self.stride(), self.channels);
        let rows = self.numbers[(stride + 1) * channels..].chunks_mut(stride * channels);
        rows.take(lines).flat_map(move |row| row[..lines * channels].chunks_exact_mut(channels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_zeros_around_them() {
        let mut maps = Maps::<u8>::new(3, 2);
        maps.points_mut().zip(1..).for_each(|(point, i)| point.fill(i));
        let seen: Vec<u8> = maps.points().map(|point| point[1]).collect();
        assert_eq!(seen, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let firsts: Vec<u8> = maps.numbers().iter().copied().step_by(2).collect();
        assert_eq!(firsts, [0, 0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 0, 0, 0, 0]);
        assert_eq!(maps.first_of(2), 13);
    }
}
