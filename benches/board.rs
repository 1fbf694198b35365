//! How fast is the board? `cargo bench --bench board`
//!
//! Positions come from random games of a fixed seed, at a third, two thirds and the end of them.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::go::{Board, BoardSize, Color, Game, Move, Point, Rules, ladder, score};
use tianyuan::with_words;

#[path = "../tests/support/random_player.rs"]
mod random_player;

const SIZES: [usize; 3] = [9, 13, 19];

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

/// The moves of a random game, as many as the board has points.
fn random_game(size: BoardSize) -> Vec<(Color, Move)> {
    let mut rng = StdRng::seed_from_u64(361);
    let mut game = Game::new(size, Rules::CHINESE);
    let next = |_| {
        let (color, mv) =
            (game.to_play(), random_player::random_move(&game, game.to_play(), &mut rng));
        game.play(color, mv).expect("a legal move");
        (color, mv)
    };
    (0..size.area()).map(next).collect()
}

/// The positions after a third, two thirds and all of the game.
fn positions<const W: usize>(size: BoardSize) -> Vec<Board<W>> {
    let moves = random_game(size);
    let after = |count: usize| {
        let mut board = Board::new(size);
        for &(color, mv) in &moves[..count] {
            if let Some(point) = mv.point() {
                board.play(color, point);
            }
        }
        board
    };
    (1..=3).map(|thirds| after(moves.len() * thirds / 3)).collect()
}

/// A playout without thought, from the empty board: legal moves that fill no eye.
fn uniform_playout<const W: usize>(board: &mut Board<W>, rng: &mut StdRng) -> i32 {
    let (mut color, mut passes) = (Color::Black, 0);
    while passes < 2 {
        let mv = uniform_move(board, color, rng);
        match mv {
            Some(point) => _ = board.play(color, point),
            None => board.clear_ko(),
        }
        passes = if mv.is_some() { 0 } else { passes + 1 };
        color = !color;
    }
    score::final_margin(board)
}

/// The first playable point from a random place in the list on.
fn uniform_move<const W: usize>(board: &Board<W>, color: Color, rng: &mut StdRng) -> Option<Point> {
    let empties = board.empty_points();
    let (before, after) =
        empties.split_at(rng.random_range(0..empties.len().max(1)).min(empties.len()));
    let open =
        |&point: &Point| !board.neighbourhood(point).is_eye(color) && board.is_legal(color, point);
    after.iter().chain(before).copied().find(open)
}

fn board(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("board");
    for lines in SIZES {
        let size = size(lines);
        with_words!(size, W => {
            let positions = positions::<W>(size);
            let id = |name| BenchmarkId::new(name, lines);
            group.bench_function(id("copy"), |b| b.iter(|| black_box(&positions[1]).clone()));
            group.bench_function(id("legal points of both colours"), |b| b.iter(|| legal(&positions)));
            group.bench_function(id("ladder of every chain in question"), |b| b.iter(|| ladders(&positions)));
            let mut rng = StdRng::seed_from_u64(1);
            let empty = Board::<W>::new(size);
            group.bench_function(id("uniform playout"), |b| {
                b.iter(|| uniform_playout(&mut empty.clone(), &mut rng));
            });
        });
    }
}

fn legal<const W: usize>(positions: &[Board<W>]) -> usize {
    let of = |board: &Board<W>, color| {
        board.empty_points().iter().filter(|&&point| board.is_legal(color, point)).count()
    };
    positions.iter().map(|board| of(board, Color::Black) + of(board, Color::White)).sum()
}

fn ladders<const W: usize>(positions: &[Board<W>]) -> usize {
    let caught = |board: &Board<W>, stone| match board.liberty_count(stone) {
        1 => !ladder::escapes(board, stone),
        2 => ladder::catching_atari(board, stone).is_some(),
        _ => false,
    };
    let of = |board: &Board<W>| board.stones().filter(|&(_, stone)| caught(board, stone)).count();
    positions.iter().map(of).sum()
}

fn game(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("game");
    for lines in SIZES {
        let moves = random_game(size(lines));
        group.bench_function(BenchmarkId::new("play all, undo all", lines), |b| {
            b.iter(|| {
                let mut game = Game::new(size(lines), Rules::CHINESE);
                for &(color, mv) in &moves {
                    game.play(color, mv).expect("a legal move");
                }
                while game.undo().is_some() {}
                game.key()
            });
        });
    }
}

criterion_group!(benches, board, game);
criterion_main!(benches);
