//! Keys that identify positions, nodes and evaluations.

use tianyuan_go::rng::Rng;
use tianyuan_go::{Board, Color, Move, Point, PointSet};

/// The parts of a position that its key depends on.
#[derive(Debug)]
pub(super) struct HashedPosition<'a, const W: usize> {
    pub(super) board: &'a Board<W>,
    /// The Zobrist key of the stones.
    pub(super) stones: u64,
    pub(super) color: Color,
    /// The number of consecutive passes that end here.
    pub(super) passes: usize,
    /// Captured black stones minus captured white stones under territory scoring; 0 under area scoring, because they
    /// do not change the score.
    pub(super) prisoner_balance: i32,
}

impl<const W: usize> HashedPosition<'_, W> {
    /// Returns the key of the position alone: stones, player, ko, passes and prisoners.
    pub(super) fn position_key(&self) -> u64 {
        let ko = self
            .board
            .ko()
            .map_or(0, |(color, point)| (point.index() * 2 + color.index() + 1) as u64);
        let prisoners = u64::from(self.prisoner_balance as u32) << 32;
        let beside = prisoners | ko << 8 | (self.passes as u64) << 1 | self.color.index() as u64;
        Rng::new(self.stones ^ Rng::new(beside).bits()).bits()
    }

    /// Returns the key of the node after a move from a node with the key `before`.
    ///
    /// A sequence of moves that returns to an earlier position passes only through small regions, such as kos. Nodes
    /// there have a key of their whole history. Superko then permits the same moves on all paths to a node, and no
    /// path reaches a node twice. Other nodes have the key of their position alone (KataGo's choice).
    pub(super) fn node_key(&self, before: u64, last: Move, repetition_points: u32) -> u64 {
        // KataGo's graphSearchRepBound. With the full history in every key there would be no transpositions; without
        // any history, superko, ko threats and cycles would mix the values of different situations.
        let own = self.position_key();
        let most = repetition_points as usize;
        match last {
            // A large chain or region cannot be recaptured within a few moves, so no cycle passes here.
            Move::Play(point) if is_roomy(self.board, point, most) => own,
            // A pass changes no stones, so it may be part of a cycle.
            _ => Rng::new(before).bits().wrapping_add(own),
        }
    }
}

/// Returns `true` if the chain at the last move and the adjacent empty regions have more than `most` points in total.
fn is_roomy<const W: usize>(board: &Board<W>, point: Point, most: usize) -> bool {
    let liberties: PointSet<W> = match board.is_empty(point) {
        // After suicide, the region of the point itself.
        true => [point].into_iter().collect(),
        false => *board.liberties(point),
    };
    let size = if board.is_empty(point) { 0 } else { board.chain_size(point) };
    // The liberties alone are often enough, and the flood fill below is slow.
    if size + liberties.len() > most {
        return true;
    }
    let empty: PointSet<W> = board.empty_points().iter().copied().collect();
    size + liberties.flood(board.size().stride(), &empty).len() > most
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::Diagram;

    fn keyed(board: &Board<2>, color: Color, passes: usize) -> HashedPosition<'_, 2> {
        HashedPosition { board, stones: 5, color, passes, prisoner_balance: 0 }
    }

    #[test]
    fn position_key_depends_on_stones_player_ko_passes_and_prisoners() {
        let diagram = Diagram::parse(
            ". X O . .
             X a X O .
             . X O . .
             . . . . .
             . . . . .",
        );
        let board: Board<2> = diagram.board();
        let mut after = board.clone();
        after.play(Color::White, diagram.mark('a'));
        let mut without = after.clone();
        without.clear_ko();
        let keys = [
            keyed(&board, Color::Black, 0).position_key(),
            keyed(&board, Color::White, 0).position_key(),
            keyed(&board, Color::Black, 1).position_key(),
            keyed(&after, Color::Black, 0).position_key(),
        ];
        assert!((1..keys.len()).all(|i| !keys[..i].contains(&keys[i])));
        let without = keyed(&without, Color::Black, 0).position_key();
        assert_ne!(keys[3], without, "the ko");
        let prisoner = HashedPosition { prisoner_balance: 1, ..keyed(&board, Color::Black, 0) };
        assert!(!keys.contains(&prisoner.position_key()));
    }

    #[test]
    fn node_key_includes_history_in_small_regions() {
        let diagram = Diagram::parse(
            ". a X . . . .
             X X X . . . .
             . . . . . . .
             . . . b . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .",
        );
        let key = |mark, before| {
            let mut board: Board<2> = diagram.board();
            board.play(Color::White, diagram.mark(mark));
            keyed(&board, Color::Black, 0).node_key(before, Move::Play(diagram.mark(mark)), 11)
        };
        assert_eq!(key('b', 1), key('b', 2));
        assert_ne!(key('a', 1), key('a', 2));
        let board: Board<2> = diagram.board();
        let passed = |before| keyed(&board, Color::Black, 1).node_key(before, Move::Pass, 11);
        assert_ne!(passed(1), passed(2));
    }
}
