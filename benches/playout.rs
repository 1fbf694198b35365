//! Benchmark of playouts from the empty board, by policy and size.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tianyuan::go::{Board, BoardSize, Color, with_words};
use tianyuan::search::{Heavy, Light, PlayoutParams, Rng, play_out};

fn playouts(criterion: &mut Criterion) {
    let params = PlayoutParams::default();
    let mut group = criterion.benchmark_group("playout");
    group.throughput(Throughput::Elements(1));
    for lines in [9, 13, 19] {
        let size = BoardSize::new(lines).expect("a size");
        let mut rng = Rng::new(1);
        with_words!(size, W => {
            let empty = Board::<W>::new(size);
            group.bench_function(BenchmarkId::new("light", lines), |bencher| {
                bencher.iter(|| {
                    play_out(&mut empty.clone(), Color::Black, &mut Light(&mut rng), |_, _| {})
                });
            });
            group.bench_function(BenchmarkId::new("heavy", lines), |bencher| {
                bencher.iter(|| {
                    let mut policy = Heavy::new([None, None], &params, &mut rng);
                    play_out(&mut empty.clone(), Color::Black, &mut policy, |_, _| {})
                });
            });
        });
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
