//! Open points, and the score in the worst case.
//!
//! It uses ownership, from -1 to 1, and never searches.

use crate::go::{Board, Color, Game, Move, Point, PointSet, Score, score};
use crate::search::Ownership;

/// The absolute ownership from which a point is settled.
const SETTLED: f32 = 0.85;

/// The mean ownership from which a chain is certainly alive or dead (Pachi: 0.80).
const SURE: f32 = 0.8;

/// Returns `true` if every point has an owner, or neither side can safely play there.
pub(super) fn is_settled(game: &Game, ownership: &Ownership) -> bool {
    game.size().points().all(|point| is_owned(ownership, point) || is_dead_end(game, point))
}

/// Returns `true` if a move may gain points: a stone on a point without an owner.
pub(super) fn may_gain_points(ownership: &Ownership, mv: Move) -> bool {
    mv.point().is_some_and(|point| !is_owned(ownership, point))
}

fn is_owned(ownership: &Ownership, point: Point) -> bool {
    ownership.of(point, Color::Black).abs() >= SETTLED
}

/// Returns `true` if neither side can play on a point, as in a seki: a stone is illegal or in atari.
fn is_dead_end(game: &Game, point: Point) -> bool {
    let board = game.board();
    board.is_empty(point)
        && Color::BOTH
            .iter()
            .all(|&color| game.is_legal(color, point).is_err() || board.is_self_atari(color, point))
}

/// Returns `true` if a colour wins even if its opponent gets all disputed points. It may then pass, whatever the
/// opponent claims about dead stones.
pub(super) fn wins_in_worst_case(game: &Game, ownership: &Ownership, color: Color) -> bool {
    worst_score(game, ownership, color).winner() == Some(color)
}

/// Returns the score in the worst case for `color`: the opponent decides every disputed chain, and gets every empty
/// point that is not certain.
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
    // A point that changes its owner counts for both sides, in half points.
    let lost = 4 * game.size().points().filter(doubtful).count() as i32;
    Score(game.score(&dead).0 - lost * color.sign())
}

/// Returns the dead stones in the worst case for `color`: its own that are not certainly alive, and those of the
/// opponent that are certainly dead.
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

    /// Black has 28 certain points; the white stone to the left of `a` may live in its corner.
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

    /// Everything to the left of the white wall is Black's, the rest White's, except the corner.
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
    fn disputed_points_count_against_color() {
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
    fn move_on_owned_point_gains_nothing() {
        let game = game(CORNER, 0);
        let point = |column, row| Move::Play(game.size().point(column, row));
        let doubtful = ownership(&game, 0.5);
        assert!(
            may_gain_points(&doubtful, point(0, 6)) && !may_gain_points(&doubtful, point(0, 0))
        );
        assert!(!may_gain_points(&doubtful, Move::Pass));
    }
}
