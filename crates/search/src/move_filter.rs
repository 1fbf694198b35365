//! Restrictions: moves that the tree of a search leaves out, by colour and distance from the root.
//!
//! Playouts are not restricted.

use tianyuan_go::{Color, Move, PointSet};

/// Moves that are ruled out, or the only ones that are left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveBan {
    /// The player whose moves are meant.
    pub color: Color,
    /// The points that are named.
    pub points: PointSet,
    /// Whether a pass is named.
    pub pass: bool,
    /// Whether all moves but the named ones are ruled out, rather than the named ones.
    pub only: bool,
    /// The number of moves from the root on for which the ban holds; 1 is the root's move alone.
    pub depth: usize,
}

impl MoveBan {
    fn forbids(&self, color: Color, mv: Move, depth: usize) -> bool {
        let is_named = || mv.point().map_or(self.pass, |point| self.points.contains(point));
        color == self.color && depth < self.depth && is_named() != self.only
    }
}

/// All bans of a search; none by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveFilter {
    bans: Vec<MoveBan>,
}

impl MoveFilter {
    /// Adds a ban.
    pub fn add(&mut self, ban: MoveBan) {
        self.bans.push(ban);
    }

    /// All bans.
    pub fn bans(&self) -> &[MoveBan] {
        &self.bans
    }

    /// Whether a colour may make a move at `depth` moves below the root.
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
    fn bans_hold_for_their_colour_and_depth() {
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
