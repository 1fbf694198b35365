//! The empty points of a board as an unordered list, for random sampling.

use super::Point;
use super::point_set::PointMap;

/// A list of points, and the index of each point in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct EmptyPoints<const W: usize> {
    points: PointMap<Point, W>,
    places: PointMap<u16, W>,
    count: usize,
}

impl<const W: usize> EmptyPoints<W> {
    pub(super) fn new() -> Self {
        EmptyPoints { points: PointMap::new(Point(0)), places: PointMap::new(0), count: 0 }
    }

    #[inline]
    pub(super) fn points(&self) -> &[Point] {
        self.points.prefix(self.count)
    }

    /// Adds a point that is not in the list.
    #[inline]
    pub(super) fn add(&mut self, point: Point) {
        self.places[point] = self.count as u16;
        self.points[self.count] = point;
        self.count = self.count.wrapping_add(1);
    }

    /// Removes a point from the list; the last point takes its place.
    #[inline]
    pub(super) fn remove(&mut self, point: Point) {
        self.count = self.count.wrapping_sub(1);
        let last = self.points[self.count];
        let place = self.places[point];
        self.points[place as usize] = last;
        self.places[last] = place;
    }

    /// Exchanges two entries.
    #[inline]
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        debug_assert!(a.max(b) < self.count, "the list has a slot for every point");
        let (at_a, at_b) = (self.points[a], self.points[b]);
        (self.points[a], self.points[b]) = (at_b, at_a);
        (self.places[at_a], self.places[at_b]) = (b as u16, a as u16);
    }
}
