//! The eight symmetries of the board, for transforming the inputs of a net and its outputs back.

use crate::builtin::head::NetOutput;
use crate::builtin::planes::{PLANES, Planes};

/// A rotation or reflection of the board, numbered as in KataGo.
///
/// Bit 0 (1) reverses the rows, bit 1 (2) reverses the columns, then bit 2 (4) transposes the board.
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
    /// The identity.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All symmetries in numeric order.
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

    /// Returns the symmetry with an index from 0 to 7, or `None` for other indices.
    pub fn new(index: usize) -> Option<Symmetry> {
        Symmetry::ALL.get(index).copied()
    }

    /// Returns the index, from 0 to 7.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the image of a point on a board of `lines` lines; points are numbered row by row from the top left.
    ///
    /// # Panics
    /// Panics if `lines` is 0.
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

    /// Returns the values of a board, row by row from the top left, transformed by this symmetry. Each point may have
    /// several consecutive values.
    ///
    /// # Panics
    /// Panics if the number of values is not a multiple of the number of points.
    pub fn turned<T: Copy>(self, lines: usize, values: &[T]) -> Vec<T> {
        self.moved(lines, values, |point, image| (image, point))
    }

    /// Undoes [`turned`](Self::turned).
    ///
    /// # Panics
    /// Panics if the number of values is not a multiple of the number of points.
    pub fn turned_back<T: Copy>(self, lines: usize, values: &[T]) -> Vec<T> {
        self.moved(lines, values, |point, image| (point, image))
    }

    /// `ends` maps a point and its image to the target and source indices.
    fn moved<T: Copy>(
        self,
        lines: usize,
        values: &[T],
        ends: impl Fn(usize, usize) -> (usize, usize),
    ) -> Vec<T> {
        let area = lines * lines;
        let each = values.len() / area.max(1);
        assert_eq!(
            values.len(),
            area * each,
            "the number of values is a multiple of the number of points"
        );
        let mut moved = values.to_vec();
        for point in 0..area {
            let (to, from) = ends(point, self.image(point, lines));
            moved[to * each..][..each].copy_from_slice(&values[from * each..][..each]);
        }
        moved
    }
}

impl Planes {
    /// Returns the planes of the board transformed by `symmetry`.
    pub fn turned(&self, symmetry: Symmetry) -> Planes {
        let points: Vec<[u8; PLANES]> = symmetry.turned(self.size().lines(), self.points());
        Planes::from_parts(self.size(), &points, self.globals())
            .expect("source and target have the same length")
    }
}

impl NetOutput {
    /// Undoes [`Planes::turned`] for the output: returns it for the original board of `lines` lines.
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
    fn turned_back_inverts_turned() {
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
    fn index_roundtrip() {
        for index in 0..8 {
            assert_eq!(Symmetry::new(index).map(Symmetry::index), Some(index));
        }
        assert_eq!(Symmetry::new(8), None);
    }
}
