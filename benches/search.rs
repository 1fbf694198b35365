//! How long does a search of a thousand playouts take, by size and threads?

use criterion::{Criterion, criterion_group, criterion_main};
use tianyuan::go::{BoardSize, Color, Game, Rules};
use tianyuan::search::{Limits, Search};

fn searches(criterion: &mut Criterion) {
    let limits = Limits { playouts: Some(1000), ..Limits::default() };
    let mut group = criterion.benchmark_group("search of 1000 playouts");
    group.sample_size(10);
    for size in [9, 13, 19].map(|lines| BoardSize::new(lines).expect("a size")) {
        let game = Game::new(size, Rules::CHINESE);
        for threads in [1, 2] {
            let mut search = Search::new(threads, 64, 1);
            group.bench_function(format!("{size:?}, {threads} threads"), |bencher| {
                bencher.iter(|| search.run(&game, Color::Black, &limits, &mut |_| true));
            });
        }
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
