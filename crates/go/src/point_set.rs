//! Sets of points as bitboards, and arrays indexed by point.
//!
//! `W` is the number of 64-bit words: 2 for boards up to 9x9, 4 up to 14x14, 7 up to 19x19, 11 up to 25x25. It is
//! selected once, outside of hot code (see [`with_words!`](crate::with_words)).

use std::ops::{BitAnd, BitOr, BitOrAssign, Index, IndexMut, Not, Range, Sub};

use super::{BoardSize, Point};

/// The number of words of the largest board, which code that is not performance-critical uses for every board.
pub const MAX_WORDS: usize = 11;

/// Runs an expression with the constant `$w` set to the number of words for a board size.
///
/// ```
/// use tianyuan_go::{Board, BoardSize};
/// let size = BoardSize::new(9).expect("9 is a size");
/// let points = tianyuan_go::with_words!(size, W => Board::<W>::new(size).empty_points().len());
/// assert_eq!(points, 81);
/// ```
#[macro_export]
macro_rules! with_words {
    ($size:expr, $w:ident => $body:expr) => {
        match $crate::BoardSize::lines($size) {
            ..=9 => {
                const $w: usize = 2;
                $body
            }
            ..=14 => {
                const $w: usize = 4;
                $body
            }
            ..=19 => {
                const $w: usize = 7;
                $body
            }
            _ => {
                const $w: usize = 11;
                $body
            }
        }
    };
}

/// A set of points of one board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PointSet<const W: usize = MAX_WORDS>(pub(super) [u64; W]);

impl<const W: usize> Default for PointSet<W> {
    fn default() -> Self {
        PointSet::EMPTY
    }
}

impl<const W: usize> PointSet<W> {
    /// Returns the empty set.
    pub const EMPTY: Self = PointSet([0; W]);

    /// Returns all points of a board.
    pub fn full(size: BoardSize) -> Self {
        size.points().collect()
    }

    /// Returns `true` if the point is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() >> 6] >> (point.index() & 63) & 1 != 0
    }

    /// Adds a point. Returns `false` if it was already in the set.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = (&mut self.0[point.index() >> 6], 1 << (point.index() & 63));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Adds or removes a point without a branch.
    #[inline]
    pub(super) fn set(&mut self, point: Point, is_in: bool) {
        let (word, shift) = (&mut self.0[point.index() >> 6], point.index() & 63);
        *word = *word & !(1 << shift) | u64::from(is_in) << shift;
    }

    /// Removes a point. Returns `false` if it was not in the set.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = (&mut self.0[point.index() >> 6], 1 << (point.index() & 63));
        let old = *word & bit != 0;
        *word &= !bit;
        old
    }

    /// Returns the number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns `true` if the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns the point with the lowest index.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Point((word * 64) as u16 + self.0[word].trailing_zeros() as u16))
    }

    /// Returns the points in index order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<W> {
        let words = self.0;
        (0..W).flat_map(move |i| {
            let mut word = words[i];
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as u16;
                (word != 0).then(|| {
                    word &= word - 1;
                    Point((i * 64) as u16 + bit)
                })
            })
        })
    }

    /// Returns `true` if the set is a subset of `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// Returns `true` if the sets intersect.
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Returns the points of `board` adjacent to a point of the set.
    pub fn neighbours(&self, stride: usize, board: &Self) -> Self {
        (self.up(1) | self.down(1) | self.up(stride) | self.down(stride)) & *board
    }

    /// Returns the points of `region` connected to the set within `region`, including the set's own points in
    /// `region`.
    pub fn flood(&self, stride: usize, region: &Self) -> Self {
        let mut reached = *self & *region;
        loop {
            let wider = reached | reached.neighbours(stride, region);
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// Returns the connected components in the order of their lowest points.
    pub fn components(&self, stride: usize) -> impl Iterator<Item = Self> + use<W> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let seed: Self = std::iter::once(rest.first()?).collect();
            let part = seed.flood(stride, &rest);
            rest = rest - part;
            Some(part)
        })
    }

    /// Returns every index plus `distance` (1 to 63).
    fn up(&self, distance: usize) -> Self {
        let carry = |i: usize| if i > 0 { self.0[i - 1] >> (64 - distance) } else { 0 };
        PointSet(std::array::from_fn(|i| self.0[i] << distance | carry(i)))
    }

    /// Returns every index minus `distance` (1 to 63).
    fn down(&self, distance: usize) -> Self {
        let carry = |i: usize| if i + 1 < W { self.0[i + 1] << (64 - distance) } else { 0 };
        PointSet(std::array::from_fn(|i| self.0[i] >> distance | carry(i)))
    }
}

impl<const W: usize> FromIterator<Point> for PointSet<W> {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl<const W: usize> BitAnd for PointSet<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        PointSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for PointSet<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        PointSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> BitOrAssign for PointSet<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The points of the first set that are not in the second.
impl<const W: usize> Sub for PointSet<W> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        PointSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

/// The complement over all bits, including pads: only useful with `&`.
impl<const W: usize> Not for PointSet<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        PointSet(std::array::from_fn(|i| !self.0[i]))
    }
}

/// A value for every index of a board, including pads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PointMap<T, const W: usize = MAX_WORDS>([[T; 64]; W]);

impl<T: Copy, const W: usize> PointMap<T, W> {
    /// Returns a map with the same value everywhere.
    pub const fn new(value: T) -> Self {
        PointMap([[value; 64]; W])
    }

    /// Copies the values of some indices from another map.
    #[inline]
    pub(super) fn copy_range(&mut self, range: Range<usize>, source: &Self) {
        let values = &source.0.as_flattened()[range.clone()];
        self.0.as_flattened_mut()[range].copy_from_slice(values);
    }

    /// Returns all values in index order.
    #[inline]
    pub(super) fn values(&self) -> &[T] {
        self.0.as_flattened()
    }

    /// Returns all values in index order.
    #[inline]
    pub(super) fn values_mut(&mut self) -> &mut [T] {
        self.0.as_flattened_mut()
    }

    /// Returns the values from the point one row and one column before `point` to the one after it. Constant indices
    /// in this slice need no bounds checks.
    #[inline]
    pub(super) fn around(&self, point: Point, stride: usize) -> &[T] {
        &self.values()[point.index().wrapping_sub(stride + 1)..][..2 * stride + 3]
    }

    /// Returns the mutable values of [`around`](Self::around).
    #[inline]
    pub(super) fn around_mut(&mut self, point: Point, stride: usize) -> &mut [T] {
        &mut self.values_mut()[point.index().wrapping_sub(stride + 1)..][..2 * stride + 3]
    }

    /// Returns the first `len` values.
    #[inline]
    pub(super) fn prefix(&self, len: usize) -> &[T] {
        &self.0.as_flattened()[..len]
    }
}

impl<T, const W: usize> Index<usize> for PointMap<T, W> {
    type Output = T;
    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.0.as_flattened()[index]
    }
}

impl<T, const W: usize> IndexMut<usize> for PointMap<T, W> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.0.as_flattened_mut()[index]
    }
}

impl<T, const W: usize> Index<Point> for PointMap<T, W> {
    type Output = T;
    #[inline]
    fn index(&self, point: Point) -> &T {
        &self[point.index()]
    }
}

impl<T, const W: usize> IndexMut<Point> for PointMap<T, W> {
    #[inline]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self[point.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flood_and_components_respect_edges() {
        let size = BoardSize::new(9).expect("9 is a size");
        let full = PointSet::<2>::full(size);
        assert_eq!(full.len(), 81);
        let corner: PointSet<2> = std::iter::once(size.point(0, 0)).collect();
        assert_eq!(corner.neighbours(size.stride(), &full).len(), 2);
        assert_eq!(corner.flood(size.stride(), &full), full);
        let wall: PointSet<2> = (0..9).map(|row| size.point(4, row)).collect();
        let parts: Vec<_> =
            (full - wall).components(size.stride()).map(|part| part.len()).collect();
        assert_eq!(parts, [36, 36]);
        assert_eq!((full & wall).iter().count(), wall.len());
    }
}
