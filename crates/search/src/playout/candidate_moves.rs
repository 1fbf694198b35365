//! A list of points that a playout rule proposes, to sample from.

use tianyuan_go::Point;

/// The maximum length of a list: more than a handful is rare, and the rest is dropped.
const MOST: usize = 32;

/// A list of points on the stack, possibly with duplicates.
#[derive(Debug, Clone)]
pub(super) struct CandidateMoves {
    points: [Point; MOST],
    count: usize,
}

impl CandidateMoves {
    /// Creates an empty list.
    #[inline]
    pub(super) fn new() -> CandidateMoves {
        CandidateMoves { points: [Point::NOWHERE; MOST], count: 0 }
    }

    /// Returns the number of points.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if the list is empty.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the points in unspecified order.
    #[inline]
    fn points(&self) -> &[Point] {
        &self.points[..self.count.min(MOST)]
    }

    /// Adds a point if `is_wanted`, without a branch that could be mispredicted.
    #[inline]
    pub(super) fn push_if(&mut self, point: Point, is_wanted: bool) {
        if self.count < MOST {
            self.points[self.count] = point;
            self.count += usize::from(is_wanted);
        }
    }

    /// Adds a point if the list does not contain it.
    #[inline]
    pub(super) fn push_new(&mut self, point: Point) {
        self.push_if(point, !self.points().contains(&point));
    }

    /// Removes and returns the point at an index; the order of the others may change.
    ///
    /// # Panics
    /// Panics if the index is out of range.
    #[inline]
    pub(super) fn take(&mut self, place: usize) -> Point {
        self.count -= 1;
        self.points.swap(place, self.count);
        self.points[self.count]
    }
}

impl Default for CandidateMoves {
    fn default() -> Self {
        CandidateMoves::new()
    }
}
