//! Benchmarks of the life-and-death solver: `cargo bench --bench solver`
//!
//! Nodes per second on corner shapes with White to kill. Under `-- --nocapture` each shape's status is printed.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tianyuan::go::{Board, Color, Diagram, Rules};
use tianyuan::solver::{Goal, Problem, Solution, SolveLimits, Solver};

/// Names and diagrams. The target is the first black stone from the top left.
const SHAPES: [(&str, &str); 5] = [
    (
        "bent three",
        "
        . . X O . . .
        . X X O . . .
        X X O O . . .
        O O O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    ),
    (
        "rectangular six, one liberty",
        "
        . . . X . O .
        . . . X O O .
        X X X X O O .
        O O O O O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    ),
    (
        "carpenter's square",
        "
        . . . X O . .
        . . . X O . .
        . . . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .",
    ),
    (
        "carpenter's square, two liberties",
        "
        . . . X . O .
        . . . X . O .
        . . . X O O .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .",
    ),
    (
        "six on the second line",
        "
        . . . . . . . . .
        X X X X X X O . .
        O O O O O O O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    ),
];

fn solve(text: &str) -> Solution {
    let diagram = Diagram::parse(text);
    let board: Board = diagram.board();
    let target = diagram.stones.iter().find(|(color, _)| *color == Color::Black);
    let goal = Goal::Kill(target.expect("a black stone").1);
    let problem = Problem::new(&board, &Rules::CHINESE, Color::White, goal, None);
    let mut solver = Solver::new(problem.expect("a valid problem"), 64 << 20);
    solver.solve(&SolveLimits { nodes: 10_000_000, ..SolveLimits::default() })
}

fn shapes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solver");
    group.sample_size(10);
    for (name, text) in SHAPES {
        let solution = solve(text);
        println!("{name}: {:?}, {} nodes", solution.status, solution.nodes);
        group.throughput(Throughput::Elements(solution.nodes));
        group.bench_function(BenchmarkId::new("kill", name), |b| b.iter(|| black_box(solve(text))));
    }
    group.finish();
}

criterion_group!(benches, shapes);
criterion_main!(benches);
