//! Benchmark of the move model: scoring all moves of a position.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tianyuan::go::{Board, BoardSize, Color, Point, with_words};
use tianyuan::nn::move_model::Model;
use tianyuan::search::{Heavy, PlayoutParams, Policy, Rng};

/// Number of moves played, as fractions of the board.
const FILLED: [(usize, &str); 3] = [(8, "an eighth full"), (3, "a third full"), (2, "half full")];

/// Returns a position of a playout and its last two moves.
fn position<const W: usize>(size: BoardSize, moves: usize) -> (Board<W>, [Option<Point>; 2]) {
    let mut board = Board::<W>::new(size);
    let (mut rng, params) = (Rng::new(1), PlayoutParams::default());
    let mut policy = Heavy::new([None, None], &params, &mut rng);
    let mut last = [None; 2];
    for turn in 0..moves {
        let color = Color::BOTH[turn % 2];
        let played = policy.choose(&mut board, color).point();
        played.into_iter().for_each(|v| {
            board.play(color, v);
        });
        last = [played, last[0]];
    }
    (board, last)
}

fn scores(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scores");
    for lines in [9, 13, 19] {
        let size = BoardSize::new(lines).expect("a size");
        for (part, name) in FILLED {
            with_words!(size, W => {
                let (board, last) = position::<W>(size, size.area() / part / 2 * 2);
                group.bench_function(BenchmarkId::new(name, lines), |bencher| {
                    bencher.iter(|| Model::embedded().scores(&board, Color::Black, last));
                });
            });
        }
    }
}

criterion_group!(benches, scores);
criterion_main!(benches);
