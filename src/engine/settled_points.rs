//! Whether a game is settled: which points are still open, and the score in the worst case.
//!
//! It goes by ownership, from -1 to 1, and never searches.

use crate::go::{Board, Color, Game, Move, Point, PointSet, Score, score};
use crate::search::Ownership;

/// The absolute ownership from which a point's owner is settled.
const SETTLED: f32 = 0.85;

/// The mean ownership from which a chain is surely alive or surely dead (Pachi: 0.80).
const SURE: f32 = 0.8;

/// Whether every point has an owner, or is one where neither side can safely play.
pub(super) fn is_settled(game: &Game, ownership: &Ownership) -> bool {
    game.size().points().all(|point| is_owned(ownership, point) || is_dead_end(game, point))
}

/// Whether a move may gain something: a stone on a point without an owner.
pub(super) fn may_gain_points(ownership: &Ownership, mv: Move) -> bool {
    mv.point().is_some_and(|point| !is_owned(ownership, point))
}

fn is_owned(ownership: &Ownership, point: Point) -> bool {
    ownership.of(point, Color::Black).abs() >= SETTLED
}

/// Whether neither side can play on a point, as in a seki: a stone there is illegal or in atari.
fn is_dead_end(game: &Game, point: Point) -> bool {
    let board = game.board();
    board.is_empty(point)
        && Color::BOTH
            .iter()
            .all(|&color| game.is_legal(color, point).is_err() || board.is_self_atari(color, point))
}

/// Whether a colour wins even if its opponent gets all that is disputed. It may then pass, whatever
/// the opponent says of the dead stones.
pub(super) fn wins_in_worst_case(game: &Game, ownership: &Ownership, color: Color) -> bool {
    worst_score(game, ownership, color).winner() == Some(color)
}

/// The score in the worst case for `color`: every disputed chain lives or dies as the opponent wants,
/// and every empty point that is not surely its own is the opponent's.
fn worst_score(game: &Game, ownership: &Ownership, color: Color) -> Score {
    let board = game.board();
    let dead = dead_at_worst(board, ownership, color);
    let area = score::Area::of(board, &dead);
    let alive = score::pass_alive(board, color);
    let doubtful = |point: &Point| {
        board.is_empty(*point)
            && area.points[color.index()].contains(*point)
            && !alive.contains(*point)
            && ownership.of(*point, color) < SURE
    };
    // A point that changes hands counts for both sides, in half points.
    let lost = 4 * game.size().points().filter(doubtful).count() as i32;
    Score(game.score(&dead).0 - lost * color.sign())
}

/// The dead stones in the worst case for `color`: its own that are not surely alive, and those of the
/// opponent that are surely dead.
fn dead_at_worst(board: &Board, ownership: &Ownership, color: Color) -> PointSet {
    let proven = Color::BOTH.map(|color| score::pass_alive(board, color));
    let mut dead = PointSet::EMPTY;
    for owner in Color::BOTH {
        for chain in board.stones_of(owner).components(board.size().stride()) {
            if chain.intersects(&proven[owner.index()]) {
                continue;
            }
            let enclosed = chain.intersects(&proven[(!owner).index()]);
            let owned = ownership.mean(&chain, color);
            if enclosed || (owner == color && owned < SURE) || (owner != color && owned > SURE) {
                dead |= chain;
            }
        }
    }
    dead
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Diagram, Komi, Rules};

    /// Black has 28 points for certain; the white stone at `a`'s left may live in its corner.
    const CORNER: &str = "
        . . . X O . .
        . O a X O . .
        . . . X O . .
        X X X X O O O
        . . . X O . .
        . . . X O . .
        . . . X O . .";

    fn game(text: &str, half_points: i32) -> Game {
        let diagram = Diagram::parse(text);
        let komi = Komi::from_half_points(half_points).expect("a komi");
        let rules = Rules { komi, ..Rules::CHINESE };
        Game::setup(diagram.size, rules, &diagram.stones, Color::Black).expect("a position")
    }

    /// Everything left of the white wall is Black's, the rest White's, but for the corner.
    fn ownership(game: &Game, corner: f32) -> Ownership {
        let lines = game.size().lines();
        let share = |point: Point| {
            let (column, row) = (game.size().column(point), game.size().row(point));
            match (column < 3 && row > lines - 4, column < 4) {
                (true, _) => corner,
                (false, true) => 0.95,
                (false, false) => -0.95,
            }
        };
        Ownership::from_fn(game.size(), share)
    }

    #[test]
    fn what_is_disputed_counts_against_one() {
        let game = game(CORNER, 0);
        let sure = ownership(&game, 0.95);
        assert_eq!(worst_score(&game, &sure, Color::Black), Score(14));
        assert!(wins_in_worst_case(&game, &sure, Color::Black) && is_settled(&game, &sure));
        let doubtful = ownership(&game, 0.5);
        assert!(!wins_in_worst_case(&game, &doubtful, Color::Black), "the corner may be White's");
        assert!(!is_settled(&game, &doubtful));
        assert!(!wins_in_worst_case(&game, &doubtful, Color::White), "or Black's");
    }

    #[test]
    fn a_move_where_somebody_owns_is_of_no_use() {
        let game = game(CORNER, 0);
        let point = |column, row| Move::Play(game.size().point(column, row));
        let doubtful = ownership(&game, 0.5);
        assert!(
            may_gain_points(&doubtful, point(0, 6)) && !may_gain_points(&doubtful, point(0, 0))
        );
        assert!(!may_gain_points(&doubtful, Move::Pass));
    }
}
