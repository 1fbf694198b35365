//! Compares Benson's algorithm with known positions and with an exhaustive search.

use std::collections::HashSet;

use rand::RngExt;
use tianyuan::go::score::pass_alive;
use tianyuan::go::{Board, BoardSize, Color, Diagram, Game, PointSet, Rules, zobrist};

use crate::support::random_player::random_move;
use crate::support::seeded::with_seeds;

/// Returns the points of a diagram that are pass-alive for Black.
fn black_alive(text: &str) -> PointSet<2> {
    pass_alive(&Diagram::parse(text).board(), Color::Black)
}

#[test]
fn two_eyes_are_alive_and_one_is_not() {
    let two = black_alive(
        ". X . X O
         X X X X O
         O O O O O
         . . . . .
         . . . . .",
    );
    assert_eq!(two.len(), 8, "six stones and two eyes");
    let one = black_alive(
        ". X X X O
         X X X X O
         O O O O O
         . . . . .
         . . . . .",
    );
    assert!(one.is_empty());
}

#[test]
fn chains_sharing_two_eyes_are_alive() {
    let alive = black_alive(
        ". X . O .
         X . X O .
         . X X O .
         X X O O .
         O O O . .",
    );
    assert_eq!(alive.len(), 7 + 3, "every chain has two of the three eyes");
}

#[test]
fn false_eyes_are_not_alive() {
    let alive = black_alive(
        ". X . X O
         X X X O O
         O O O O .
         . . . . .
         . . . . .",
    );
    assert!(alive.is_empty(), "D5 can be captured and C5 with it");
}

#[test]
fn enclosed_stones_without_room_are_dead() {
    let alive = black_alive(
        ". X . O X
         X X O . X
         . X X X X
         X X . . .
         . X . . .",
    );
    assert!(alive.contains(BoardSize::new(5).expect("5").point(3, 4)), "the white stones are dead");
}

/// Returns the stones of a colour that survive all sequences of opponent moves while their owner passes.
fn never_captured(board: &Board<2>, color: Color) -> PointSet<2> {
    let mut safe = board.stones_of(color);
    let mut seen = HashSet::new();
    let mut open = vec![board.clone()];
    while let Some(here) = open.pop() {
        safe = safe & here.stones_of(color);
        for &point in here.empty_points().iter().filter(|&&p| !here.is_suicide(!color, p)) {
            let mut next = here.clone();
            next.play(!color, point);
            if seen.insert(zobrist::position(&next)) {
                open.push(next);
            }
        }
    }
    safe
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn pass_alive_matches_exhaustive_search() {
    with_seeds(|rng| {
        let mut lives = 0;
        for lines in [2, 3, 3, 4, 4, 4, 4, 4] {
            let size = BoardSize::new(lines).expect("a size");
            for _ in 0..40 {
                let mut game = Game::new(size, Rules::CHINESE);
                for _ in 0..rng.random_range(size.area() / 2..2 * size.area()) {
                    let color = if rng.random_bool(0.7) { Color::Black } else { Color::White };
                    let mv = random_move(&game, color, rng);
                    game.play(color, mv).expect("a legal move");
                }
                let board: Board<2> = game.board().resized();
                for color in Color::BOTH {
                    let alive = pass_alive(&board, color) & board.stones_of(color);
                    let drawn = tianyuan::go::diagram::draw(&board);
                    assert_eq!(alive, never_captured(&board, color), "{color}\n{drawn}");
                    lives += usize::from(!alive.is_empty());
                }
            }
        }
        assert!(lives > 10, "too few live groups to say anything: {lives}");
    });
}
