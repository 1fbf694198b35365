//! Benchmark of searches with 1000 playouts, by size and threads.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tianyuan::go::{BoardSize, Color, Game, Rules};
use tianyuan::search::{Limits, Search};

const PLAYOUTS: u64 = 1000;

fn searches(criterion: &mut Criterion) {
    let limits = Limits { playouts: Some(PLAYOUTS), ..Limits::default() };
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10).throughput(Throughput::Elements(PLAYOUTS));
    for lines in [9, 13, 19] {
        let size = BoardSize::new(lines).expect("a size");
        let game = Game::new(size, Rules::CHINESE);
        for (threads, name) in [(1, "one thread"), (2, "two threads")] {
            let mut search = Search::new(threads, 64, 1);
            group.bench_function(BenchmarkId::new(name, lines), |bencher| {
                bencher.iter(|| search.run(&game, Color::Black, &limits, &mut |_| true));
            });
        }
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
