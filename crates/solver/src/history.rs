//! Counts of the successful moves of both sides in a search, for the order of moves.

use tianyuan_go::{Color, Point, PointMap};

/// The largest bonus of a move.
const MAX_BONUS: u32 = 8;

/// Counters by colour and point.
#[derive(Debug)]
pub(crate) struct History<const W: usize> {
    counts: [PointMap<u32, W>; 2],
    most: [u32; 2],
}

impl<const W: usize> History<W> {
    pub(crate) fn new() -> Self {
        History { counts: [PointMap::new(0); 2], most: [1; 2] }
    }

    /// Counts a success. Older successes lose weight when the counters are halved.
    pub(crate) fn add(&mut self, color: Color, point: Point) {
        let side = color.index();
        self.counts[side][point] += 1;
        self.most[side] = self.most[side].max(self.counts[side][point]);
        if self.most[side] > 10_000 {
            (0..W * 64).for_each(|index| self.counts[side][index] /= 2);
            self.most[side] /= 2;
        }
    }

    /// Returns 0 to 8, in proportion to the most successful move.
    #[inline]
    pub(crate) fn bonus(&self, color: Color, point: Point) -> i16 {
        let side = color.index();
        (self.counts[side][point] * MAX_BONUS / self.most[side]) as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bonus_is_relative_to_the_most_successful_move() {
        let mut history = History::<2>::new();
        let [a, b] = [0, 1].map(|row| tianyuan_go::BoardSize::MIN.point(0, row));
        (0..30_000).for_each(|_| history.add(Color::Black, a));
        (0..2_000).for_each(|_| history.add(Color::Black, b));
        assert_eq!(history.bonus(Color::Black, a), 8);
        assert!((1..8).contains(&history.bonus(Color::Black, b)));
        assert_eq!(history.bonus(Color::White, a), 0);
    }
}
