//! The eight symmetries of the board, by which the input of a net is turned and its output turned back.

use crate::builtin::head::NetOutput;
use crate::builtin::planes::{PLANES, Planes};

/// A rotation or reflection of the board, as KataGo numbers them: 1 reverses the order of the rows and
/// 2 that of the columns, then 4 exchanges rows and columns.
///
/// ```
/// use tianyuan_nn::Symmetry;
///
/// let turned = |index| Symmetry::new(index).expect("0 to 7").turned(2, &['a', 'b', 'c', 'd']);
/// assert_eq!(turned(0), ['a', 'b', 'c', 'd']);
/// assert_eq!(turned(1), ['c', 'd', 'a', 'b']);
/// assert_eq!(turned(2), ['b', 'a', 'd', 'c']);
/// assert_eq!(turned(4), ['a', 'c', 'b', 'd']);
/// assert_eq!(turned(5), ['c', 'a', 'd', 'b']);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The symmetry that leaves every point where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All symmetries, in the order of their numbers.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// The symmetry of a number from 0 to 7; `None` for other numbers.
    pub fn new(index: usize) -> Option<Symmetry> {
        Symmetry::ALL.get(index).copied()
    }

    /// Its number, from 0 to 7.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Where a point goes to on a board of so many lines, both counted row by row from the top left.
    ///
    /// # Panics
    /// On a board without lines.
    pub fn image(self, point: usize, lines: usize) -> usize {
        let (mut row, mut column) = (point / lines, point % lines);
        if self.0 & 1 != 0 {
            row = lines - 1 - row;
        }
        if self.0 & 2 != 0 {
            column = lines - 1 - column;
        }
        if self.0 & 4 != 0 {
            (row, column) = (column, row);
        }
        row * lines + column
    }

    /// Values of the points of a board, row by row from the top left, turned by this symmetry. Each
    /// point may have several values, one after the other.
    ///
    /// # Panics
    /// Where the points of the board do not all have as many values.
    pub fn turned<T: Copy>(self, lines: usize, values: &[T]) -> Vec<T> {
        self.moved(lines, values, |point, image| (image, point))
    }

    /// Undoes [`turned`](Self::turned).
    ///
    /// # Panics
    /// Where the points of the board do not all have as many values.
    pub fn turned_back<T: Copy>(self, lines: usize, values: &[T]) -> Vec<T> {
        self.moved(lines, values, |point, image| (point, image))
    }

    /// `ends` tells from a point and its image where values go to and where they come from.
    fn moved<T: Copy>(
        self,
        lines: usize,
        values: &[T],
        ends: impl Fn(usize, usize) -> (usize, usize),
    ) -> Vec<T> {
        let area = lines * lines;
        let each = values.len() / area.max(1);
        assert_eq!(values.len(), area * each, "every point has as many values");
        let mut moved = values.to_vec();
        for point in 0..area {
            let (to, from) = ends(point, self.image(point, lines));
            moved[to * each..][..each].copy_from_slice(&values[from * each..][..each]);
        }
        moved
    }
}

impl Planes {
    /// The planes of the board turned by a symmetry.
    pub fn turned(&self, symmetry: Symmetry) -> Planes {
        let points: Vec<[u8; PLANES]> = symmetry.turned(self.size().lines(), self.points());
        Planes::from_parts(self.size(), &points, self.globals())
            .expect("turned points are as many as before")
    }
}

impl NetOutput {
    /// The output for a board of so many lines, where this is the one for the board
    /// [turned](Planes::turned) by a symmetry.
    pub fn turned_back(self, lines: usize, symmetry: Symmetry) -> NetOutput {
        NetOutput {
            policy: symmetry.turned_back(lines, &self.policy),
            ownership: symmetry.turned_back(lines, &self.ownership),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_turned_comes_back() {
        for lines in [1, 2, 5, 9] {
            let values: Vec<usize> = (0..3 * lines * lines).collect();
            let all = Symmetry::ALL.map(|symmetry| {
                let turned = symmetry.turned(lines, &values);
                assert_eq!(symmetry.turned_back(lines, &turned), values, "{symmetry:?}");
                turned
            });
            let different = all.iter().enumerate().all(|(i, one)| !all[..i].contains(one));
            assert_eq!(different, lines > 1, "{lines} lines");
        }
    }

    #[test]
    fn numbers_are_those_of_symmetries() {
        for index in 0..8 {
            assert_eq!(Symmetry::new(index).map(Symmetry::index), Some(index));
        }
        assert_eq!(Symmetry::new(8), None);
    }
}
