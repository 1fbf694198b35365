//! Compares the fast board and the game with a naive oracle after every move of random games.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tianyuan::go::{Board, BoardSize, Color, Game, Move, Rules, with_words, zobrist};

use crate::support::board_vs_oracle::{Points, RULES, compare_legality, compare_position};
use crate::support::oracle::Oracle;
use crate::support::seeded::with_seeds;

/// The number of compared moves times the square of the number of points, so that the time is similar for all sizes.
const WORK: usize = if cfg!(optimised) { 1_000_000 } else { 10_000 };

/// Returns a random legal move, sometimes a pass.
fn random_move(oracle: &Oracle, color: Color, rng: &mut StdRng) -> Option<usize> {
    let mut points: Vec<usize> = (0..oracle.stones.len()).collect();
    if rng.random_bool(0.03) {
        points.clear();
    }
    while !points.is_empty() {
        let at = points.swap_remove(rng.random_range(0..points.len()));
        if oracle.is_legal(color, at) {
            return Some(at);
        }
    }
    None
}

/// Plays a random game and undoes and repeats each move. On larger boards the comparison starts later, to reach full
/// boards.
fn compare_game<const W: usize>(size: BoardSize, rules: Rules, rng: &mut StdRng) {
    let points = Points(size.points().collect());
    let mut oracle = Oracle::new(size.lines(), rules);
    let mut game = Game::new(size, rules);
    let mut board = Board::<W>::new(size);
    let mut color = Color::Black;
    let unseen = if size.lines() > 9 { rng.random_range(0..size.area() * 3 / 2) } else { 0 };
    let compared = (WORK / (size.area() * size.area())).clamp(3, 200);
    for turn in 0..unseen + compared {
        let at = random_move(&oracle, color, rng);
        let mv = at.map_or(Move::Pass, |at| Move::Play(points.0[at]));
        game.play(color, mv).expect("legal");
        game.undo().expect("a turn was played");
        if turn >= unseen && turn % 4 == 0 {
            compare_position(&oracle, &points, game.board());
        }
        oracle.play(color, at);
        game.play(color, mv).expect("legal");
        match at {
            Some(at) => _ = board.play(color, points.0[at]),
            None => board.clear_ko(),
        }
        if turn >= unseen {
            compare_position(&oracle, &points, &board);
            compare_position(&oracle, &points, game.board());
            compare_legality(&oracle, &points, &board, &game);
            assert_eq!(game.board().ko(), board.ko());
            assert_eq!(game.key(), zobrist::position(&board));
            assert_eq!(Color::BOTH.map(|color| game.prisoners(color)), oracle.prisoners);
        }
        color = if rng.random_bool(0.1) { color } else { !color };
    }
}

fn compare_sizes(sizes: RangeInclusive<usize>, games: usize) {
    with_seeds(|rng| {
        for size in sizes.clone().filter_map(BoardSize::new) {
            for rules in RULES.sample(rng, games) {
                with_words!(size, W => compare_game::<W>(size, *rules, rng));
            }
        }
    });
}

#[test]
fn small_boards_match_oracle() {
    compare_sizes(2..=7, RULES.len());
}

#[test]
fn medium_boards_match_oracle() {
    compare_sizes(8..=14, 2);
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn large_boards_match_oracle() {
    compare_sizes(15..=25, 1);
}
