//! The points that a rule of the playouts proposes, to choose from at random.

use crate::go::Point;

/// Seldom more than a handful; what does not fit is left out.
const MOST: usize = 32;

/// A list of points on the stack, which may have some of them twice.
#[derive(Debug, Clone)]
pub struct Proposals {
    points: [Point; MOST],
    count: usize,
}

impl Proposals {
    /// No points.
    #[inline]
    pub fn new() -> Proposals {
        Proposals { points: [Point::NOWHERE; MOST], count: 0 }
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The points, in no order.
    #[inline]
    fn points(&self) -> &[Point] {
        &self.points[..self.count.min(MOST)]
    }

    /// Adds a point where it is wanted, without a branch that the processor would have to guess.
    #[inline]
    pub fn push_if(&mut self, point: Point, is_wanted: bool) {
        if self.count < MOST {
            self.points[self.count] = point;
            self.count += usize::from(is_wanted);
        }
    }

    /// Adds a point unless it is there.
    #[inline]
    pub fn push_new(&mut self, point: Point) {
        self.push_if(point, !self.points().contains(&point));
    }

    /// Takes one out.
    ///
    /// # Panics
    /// Where there are not so many.
    #[inline]
    pub fn take(&mut self, place: usize) -> Point {
        self.count -= 1;
        self.points.swap(place, self.count);
        self.points[self.count]
    }
}

impl Default for Proposals {
    fn default() -> Self {
        Proposals::new()
    }
}
