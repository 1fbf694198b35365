//! Restrictions: moves that the search tree excludes, by colour and distance from the root.
//!
//! Playouts are not restricted.

use tianyuan_go::{Color, Move, PointSet};

/// A set of excluded moves, or the only allowed moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveBan {
    /// The player whose moves are restricted.
    pub color: Color,
    /// The points of the set.
    pub points: PointSet,
    /// `true` if the set contains the pass.
    pub pass: bool,
    /// `true` if only the moves of the set are allowed; `false` if they are excluded.
    pub only: bool,
    /// The number of moves from the root for which the ban applies; 1 is only the root's move.
    pub depth: usize,
}

impl MoveBan {
    fn forbids(&self, color: Color, mv: Move, depth: usize) -> bool {
        let is_named = || mv.point().map_or(self.pass, |point| self.points.contains(point));
        color == self.color && depth < self.depth && is_named() != self.only
    }
}

/// All bans of a search; empty by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveFilter {
    bans: Vec<MoveBan>,
}

impl MoveFilter {
    /// Adds a ban.
    pub fn add(&mut self, ban: MoveBan) {
        self.bans.push(ban);
    }

    /// Returns all bans.
    pub fn bans(&self) -> &[MoveBan] {
        &self.bans
    }

    /// Returns `true` if a colour may make a move at `depth` moves below the root.
    #[inline]
    pub fn allows(&self, color: Color, mv: Move, depth: usize) -> bool {
        self.bans.is_empty() || !self.bans.iter().any(|ban| ban.forbids(color, mv, depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::BoardSize;

    #[test]
    fn ban_applies_to_its_colour_and_depth() {
        let size = BoardSize::STANDARD;
        let [a, b] = [size.point(3, 3), size.point(15, 15)].map(Move::Play);
        let ban = |color, only, depth| {
            let points = a.point().into_iter().collect();
            MoveBan { color, points, pass: false, only, depth }
        };
        let mut restriction = MoveFilter::default();
        assert!(restriction.allows(Color::Black, a, 0));
        restriction.add(ban(Color::Black, false, 3));
        let black = |mv, depth| restriction.allows(Color::Black, mv, depth);
        assert_eq!(
            [black(a, 0), black(a, 2), black(a, 3), black(b, 0)],
            [false, false, true, true]
        );
        assert!(restriction.allows(Color::White, a, 0));
        restriction.add(ban(Color::White, true, 1));
        let white = |mv, depth| restriction.allows(Color::White, mv, depth);
        assert_eq!([white(a, 0), white(b, 0), white(Move::Pass, 0)], [true, false, false]);
        assert!(white(b, 1));
    }
}
