//! The empty points of a board as a list in no order, to draw from at random.

use super::Point;
use super::point_set::PointMap;

/// A list of points, and the place of each in it.
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
        self.count += 1;
    }

    /// Takes out a point that is in the list, and puts the last one into its place.
    #[inline]
    pub(super) fn remove(&mut self, point: Point) {
        self.count -= 1;
        let last = self.points[self.count];
        let place = self.places[point];
        self.points[place as usize] = last;
        self.places[last] = place;
    }

    /// Exchanges two places.
    #[inline]
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        debug_assert!(a.max(b) < self.count, "places of the list");
        let (at_a, at_b) = (self.points[a], self.points[b]);
        (self.points[a], self.points[b]) = (at_b, at_a);
        (self.places[at_a], self.places[at_b]) = (b as u16, a as u16);
    }
}
