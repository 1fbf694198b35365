//! The list of points that a playout rule proposes, to draw from at random.

use tianyuan_go::Point;

/// The most points of a list: there is seldom more than a handful, and the rest is left out.
const MOST: usize = 32;

/// A list of points on the stack; it may hold a point twice.
#[derive(Debug, Clone)]
pub(super) struct CandidateMoves {
    points: [Point; MOST],
    count: usize,
}

impl CandidateMoves {
    /// An empty list.
    #[inline]
    pub(super) fn new() -> CandidateMoves {
        CandidateMoves { points: [Point::NOWHERE; MOST], count: 0 }
    }

    /// The number of points.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Whether the list is empty.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The points, in no order.
    #[inline]
    fn points(&self) -> &[Point] {
        &self.points[..self.count.min(MOST)]
    }

    /// Adds a point where `is_wanted`, without a branch that the processor could mispredict.
    #[inline]
    pub(super) fn push_if(&mut self, point: Point, is_wanted: bool) {
        if self.count < MOST {
            self.points[self.count] = point;
            self.count += usize::from(is_wanted);
        }
    }

    /// Adds a point unless the list has it.
    #[inline]
    pub(super) fn push_new(&mut self, point: Point) {
        self.push_if(point, !self.points().contains(&point));
    }

    /// Removes and returns the point at a place; the order of the others may change.
    ///
    /// # Panics
    /// If the list has no such place.
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
