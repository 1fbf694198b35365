//! Self-atari: whether a stone would leave its own chain with a single liberty.

use super::chain::FurtherLiberties;
use super::neighbourhood::Directions;
use super::{Board, Color, Point};

impl<const W: usize, const ATARI: bool> Board<W, ATARI> {
    /// Returns `true` if a stone on a legal point would leave its own chain with one liberty.
    #[inline]
    pub fn is_self_atari(&self, color: Color, point: Point) -> bool {
        !self.has_surely_two_liberties(color, point) && self.leaves_one_liberty(color, point)
    }

    /// Returns `true` if a stone on an empty point would capture.
    #[inline]
    pub fn is_capture(&self, color: Color, point: Point) -> bool {
        let last = Directions::sides(|side| self.chain_in(point, side).has_only(point));
        !self.codes[point].sides_of(!color).and(last).is_empty()
    }

    /// Returns `true` if a stone would be in self-atari without capturing.
    #[inline]
    pub fn is_idle_self_atari(&self, color: Color, point: Point) -> bool {
        !self.has_surely_two_liberties(color, point)
            && !self.is_capture(color, point)
            && self.leaves_one_liberty(color, point)
    }

    /// Returns `true` if the stone certainly has two liberties: it has two empty neighbours, or joins a chain with
    /// three liberties. This quick test decides most cases.
    #[inline]
    fn has_surely_two_liberties(&self, color: Color, point: Point) -> bool {
        let around = self.codes[point];
        around.empty_neighbours() > 1 || {
            let strong = |side| self.chain_in(point, side).has_at_least_three_liberties();
            !around.sides_of(color).and(Directions::sides(strong)).is_empty()
        }
    }

    fn leaves_one_liberty(&self, color: Color, point: Point) -> bool {
        let mut liberty = None;
        let mut is_second = |found: Point| *liberty.get_or_insert(found) != found;
        for neighbour in self.neighbours(point) {
            let Some(owner) = self.color_at(neighbour) else {
                if is_second(neighbour) {
                    return false;
                }
                continue;
            };
            let chain = self.chains.at(self.chain_of[neighbour]);
            let others = chain.others(point);
            let leaves_more = match (owner == color, others) {
                (true, FurtherLiberties::None)
                | (false, FurtherLiberties::One(_) | FurtherLiberties::More) => false,
                (true, FurtherLiberties::One(other)) => is_second(other),
                (true, FurtherLiberties::More) => true,
                // Captured: its stones become liberties, at least the one adjacent to the new stone.
                (false, FurtherLiberties::None) => {
                    is_second(neighbour)
                        || chain.size > 1 && self.opens_more(color, point, neighbour)
                }
            };
            if leaves_more {
                return false;
            }
        }
        true
    }

    /// Returns `true` if playing `point` captures the chain of `stone` and the capturing chain gains a liberty
    /// besides the captured stone.
    fn opens_more(&self, color: Color, point: Point, stone: Point) -> bool {
        let is_friend = |v: Point| self.color_at(v) == Some(color);
        let joins = |v: Point| {
            is_friend(v)
                && self
                    .neighbours(point)
                    .any(|f| is_friend(f) && self.chain_at(f) == self.chain_at(v))
        };
        let opens = |taken: Point| self.neighbours(taken).any(|v| v == point || joins(v));
        self.chain_stones(stone).any(|taken| taken != stone && opens(taken))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Diagram;
    use super::*;

    #[test]
    fn self_atari_considers_captures_and_connections() {
        let diagram = Diagram::parse(
            "a O . . b
             O . . X O
             . . . . c
             O X X . .
             d O O X .",
        );
        let board: Board<2> = diagram.board();
        let self_atari = |color, mark| board.is_self_atari(color, diagram.mark(mark));
        assert!(!self_atari(Color::White, 'b'), "two stones with two liberties");
        assert!(!self_atari(Color::Black, 'c'), "two empty neighbours");
        assert!(self_atari(Color::Black, 'b'), "one empty neighbour");
        assert!(!self_atari(Color::White, 'a'), "joins chains that have liberties");
        assert!(self_atari(Color::White, 'd'), "four stones with one liberty");
        let ko: Board<2> = Diagram::parse(". X O .\n X . X O\n . X O .\n . . . .").board();
        let inside = ko.size().point(1, 2);
        assert!(ko.is_self_atari(Color::White, inside) && ko.is_capture(Color::White, inside));
        assert!(!ko.is_idle_self_atari(Color::White, inside), "it takes the ko");
    }

    /// Compares with playing on a copy, for every legal point of random positions.
    #[test]
    fn self_atari_matches_played_position() {
        let size = super::super::BoardSize::new(7).expect("a size");
        let mut state = 1u64;
        let mut seen = [0, 0];
        for _ in 0..300 {
            let mut board = Board::<2>::new(size);
            let mut color = Color::Black;
            for _ in 0..80 {
                for &point in board.empty_points() {
                    if board.is_legal(color, point) {
                        let mut after = board.clone();
                        after.play(color, point);
                        let expected = after.liberty_count(point) == 1;
                        let told = board.is_self_atari(color, point);
                        assert_eq!(told, expected, "{color} at {point:?}");
                        seen[usize::from(told)] += 1;
                    }
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let legal = |&&point: &&Point| board.is_legal(color, point);
                let legal: Vec<Point> =
                    board.empty_points().iter().filter(legal).copied().collect();
                if legal.is_empty() {
                    break;
                }
                board.play(color, legal[(state >> 33) as usize % legal.len()]);
                color = !color;
            }
        }
        assert!(seen[0] > 1000 && seen[1] > 1000, "both answers came up: {seen:?}");
    }
}
