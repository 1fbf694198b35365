//! Benchmarks of net evaluations and net inputs.

#[path = "../tests/it/support/random_katago_net.rs"]
mod random_katago_net;
#[path = "../tests/it/support/random_net.rs"]
mod random_net;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::StdRng;
use random_katago_net::{Plan, RandomBlock, random_file};
use random_net::{random_net, random_planes, shape};
use tianyuan::go::{Board, BoardSize, Color, Scoring, with_words};
use tianyuan::nn::katago::{self, KernelSet, test_positions};
use tianyuan::nn::{Backend, Features, NonSpatialFeatures, NumberType, Planes};
use tianyuan::search::{Heavy, PlayoutParams, Policy, Rng};

/// Six blocks of 64 channels, on all available backends.
fn evaluations(criterion: &mut Criterion) {
    let mut rng = StdRng::seed_from_u64(1);
    for (kind, name) in
        [(NumberType::Float, "floats"), (NumberType::Integer { max: 127 }, "integers")]
    {
        let net = random_net(&shape(kind, 6, 64), &mut rng);
        let mut group = criterion.benchmark_group(format!("6x64, {name}"));
        for backend in Backend::ALL {
            let Some(mut evaluator) = net.evaluator_with(backend) else { continue };
            for lines in [9, 13, 19] {
                let planes = random_planes(lines, &mut rng);
                group.bench_function(BenchmarkId::new(backend.to_string(), lines), |bencher| {
                    bencher.iter(|| evaluator.evaluate(&planes));
                });
            }
        }
    }
}

/// KataGo nets on all available backends: the shape of the smallest net, and a transformer with the same number of
/// channels.
fn katago_evaluations(criterion: &mut Criterion) {
    use RandomBlock::{Attention, FeedForward, Ordinary, Pooling};
    let attention = || Attention { is_rotation_learnt: Some(true) };
    let nets = [
        ("6x96", vec![Ordinary, Ordinary, Pooling, Ordinary, Pooling, Ordinary]),
        (
            "transformer, 3x96",
            [(); 3].map(|()| [attention(), FeedForward]).into_iter().flatten().collect(),
        ),
    ];
    for (name, blocks) in nets {
        let plan = Plan {
            version: 15,
            is_binary: true,
            channels: 96,
            blocks,
            activation: "ACTIVATION_RELU",
            has_rms_norm: false,
        };
        let file = random_file(&plan, &mut StdRng::seed_from_u64(1));
        let net = katago::Net::new(katago::read(&file[..]).expect("the generator writes nets"));
        let mut group = criterion.benchmark_group(format!("KataGo, {name}"));
        for kernels in KernelSet::ALL {
            for size in [9, 13, 19].into_iter().filter_map(BoardSize::new) {
                let Some(mut evaluator) = net.evaluator_by(kernels, size) else { continue };
                let inputs = &test_positions(size, 1)[0];
                group.bench_function(
                    BenchmarkId::new(kernels.to_string(), size.lines()),
                    |bencher| {
                        bencher.iter(|| evaluator.evaluate(inputs));
                    },
                );
            }
        }
    }
}

/// Input planes of a position after random moves on a third of the points.
fn inputs(criterion: &mut Criterion) {
    let beside = NonSpatialFeatures { last: [None; 5], komi: 15, scoring: Scoring::Area };
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

criterion_group!(benches, evaluations, katago_evaluations, inputs);
criterion_main!(benches);
