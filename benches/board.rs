//! Benchmarks of the board and the game: `cargo bench --bench board`
//!
//! The positions are a third, two thirds and the end of random games with a fixed seed.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::StdRng;
use tianyuan::go::{Board, BoardSize, Color, Game, Move, Rules, ladder, with_words};

#[path = "../tests/it/support/random_player.rs"]
mod random_player;

const SIZES: [usize; 3] = [9, 13, 19];

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

/// Returns the moves of a random game, one per point of the board.
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

/// Returns the positions after a third, two thirds and all of a game.
fn positions<const W: usize>(size: BoardSize) -> Vec<Board<W>> {
    let moves = random_game(size);
    let after = |count: usize| {
        let mut board = Board::new(size);
        play_all(&mut board, &moves[..count]);
        board
    };
    (1..=3).map(|thirds| after(moves.len() * thirds / 3)).collect()
}

fn play_all<const W: usize>(board: &mut Board<W>, moves: &[(Color, Move)]) -> usize {
    let play = |&(color, mv): &(Color, Move)| match mv {
        Move::Play(point) => board.play(color, point),
        Move::Pass => {
            board.clear_ko();
            0
        }
    };
    moves.iter().map(play).sum()
}

fn board(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("board");
    for lines in SIZES {
        let size = size(lines);
        let moves = random_game(size);
        with_words!(size, W => {
            let positions = positions::<W>(size);
            let empty = Board::<W>::new(size);
            let id = |name| BenchmarkId::new(name, lines);
            group.bench_function(id("copy"), |b| b.iter(|| black_box(&positions[1]).clone()));
            group.bench_function(id("play a whole game"), |b| {
                b.iter(|| play_all(&mut empty.clone(), &moves));
            });
            group.bench_function(id("legal points of both colours"), |b| {
                b.iter(|| legal(&positions));
            });
            group.bench_function(id("ladder of every chain in question"), |b| {
                b.iter(|| ladders(&positions));
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
        let begun = Game::new(size(lines), Rules::CHINESE);
        let play = |game: &mut Game| {
            for &(color, mv) in &moves {
                game.play(color, mv).expect("a legal move");
            }
        };
        group.bench_function(BenchmarkId::new("play a whole game", lines), |b| {
            b.iter_batched_ref(|| begun.clone(), play, BatchSize::LargeInput);
        });
        let mut played = begun.clone();
        play(&mut played);
        group.bench_function(BenchmarkId::new("undo a whole game", lines), |b| {
            let undo = |game: &mut Game| while game.undo().is_some() {};
            b.iter_batched_ref(|| played.clone(), undo, BatchSize::LargeInput);
        });
    }
}

criterion_group!(benches, board, game);
criterion_main!(benches);
