//! How long does a net take for a position, and how long are its inputs in the making?

#[path = "../tests/it/support/random_net.rs"]
mod random_net;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::StdRng;
use random_net::{random_net, random_planes, shape};
use tianyuan::go::{Board, BoardSize, Color, Scoring};
use tianyuan::net::{Circumstances, Features, Instructions, Kind, Planes};
use tianyuan::search::{Heavy, PlayoutParams, Policy, Rng};
use tianyuan::with_words;

/// Six blocks of 64 channels, with all instructions that this processor has.
fn evaluations(criterion: &mut Criterion) {
    let mut rng = StdRng::seed_from_u64(1);
    for (kind, name) in [(Kind::Float, "floats"), (Kind::Integer { max: 127 }, "integers")] {
        let net = random_net(&shape(kind, 6, 64), &mut rng);
        let mut group = criterion.benchmark_group(format!("6x64, {name}"));
        for set in Instructions::ALL {
            let Some(mut evaluator) = net.evaluator_with(set) else { continue };
            for lines in [9, 13, 19] {
                let planes = random_planes(lines, &mut rng);
                group.bench_function(BenchmarkId::new(set.to_string(), lines), |bencher| {
                    bencher.iter(|| evaluator.evaluate(&planes));
                });
            }
        }
    }
}

/// The planes of a position a third of whose points have been played on at random.
fn inputs(criterion: &mut Criterion) {
    let beside = Circumstances { last: [None; 5], komi: 15, scoring: Scoring::Area };
    for lines in [9, 13, 19] {
        let size = BoardSize::new(lines).expect("a size");
        with_words!(size, W => {
            let mut board = Board::<W>::new(size);
            let (mut rng, params) = (Rng::new(1), PlayoutParams::default());
            let mut policy = Heavy::new([None, None], &params, &mut rng);
            for turn in 0..size.area() / 3 {
                let color = Color::BOTH[turn % 2];
                if let Some(point) = policy.choose(&mut board, color).point() {
                    board.play(color, point);
                }
            }
            criterion.bench_function(&format!("inputs/{lines}"), |bencher| {
                bencher.iter(|| Planes::of(&Features::of(&board, Color::Black, &beside)));
            });
        });
    }
}

criterion_group!(benches, evaluations, inputs);
criterion_main!(benches);
