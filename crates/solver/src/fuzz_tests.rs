//! Random positions of all sizes with random goals, regions and targets, also invalid ones.

use tianyuan_go::rng::Rng;
use tianyuan_go::{Board, BoardSize, Color, Move, Point, PointSet};

use crate::oracle_tests::{random_goal, random_rules};
use crate::{GroupStatus, LocalMove, Problem, SolveLimits, SolveStop, Solver};

/// Returns a random position on 2 to 19 lines, small boards more often.
fn random_board(rng: &mut Rng) -> Board {
    let most = [5, 9, 19][rng.below(3)];
    let size = BoardSize::new(2 + rng.below(most - 1)).expect("2 to 19 lines");
    let mut board = Board::new(size);
    let points: Vec<Point> = size.points().collect();
    let mut color = Color::Black;
    for _ in 0..rng.below(2 * points.len() + 1) {
        let point = points[rng.below(points.len())];
        if board.is_legal(color, point) {
            board.play(color, point);
            color = !color;
        }
    }
    board
}

/// Returns a random region: derived, a set of points of the board, or a set of arbitrary indices.
fn random_region(board: &Board, rng: &mut Rng) -> Option<PointSet> {
    let density = 1 + rng.below(4);
    let points: Vec<Point> = match rng.below(6) {
        0 => (1..700).filter_map(|code| Move::from_code(code).point()).collect(),
        1 | 2 => board.size().points().collect(),
        _ => return None,
    };
    Some(points.into_iter().filter(|_| rng.below(density) == 0).collect())
}

/// Solves random problems. Returns the numbers of rejected, solved and unfinished ones.
fn solve_random_problems(seed: u64, count: usize) -> [usize; 3] {
    let (mut rng, mut counts) = (Rng::new(seed), [0; 3]);
    let codes: Vec<Point> = (0..1000).filter_map(|code| Move::from_code(code).point()).collect();
    for _ in 0..count {
        let board = random_board(&mut rng);
        let stones: Vec<Point> = board.stones().map(|(_, point)| point).collect();
        let is_garbage = stones.is_empty() || rng.below(10) == 0;
        let goal = random_goal(&mut rng, if is_garbage { &codes } else { &stones });
        let (rules, to_play) = (random_rules(&mut rng), Color::BOTH[rng.below(2)]);
        let region = random_region(&board, &mut rng);
        let Ok(problem) = Problem::new(&board, &rules, to_play, goal, region) else {
            counts[0] += 1;
            continue;
        };
        let nodes = 1 + rng.below(200) as u64;
        let limits = SolveLimits { nodes, ..SolveLimits::default() };
        let mut solver = Solver::new(problem, 1 << (8 + rng.below(8)));
        let solution = solver.solve(&limits);
        assert!(solution.nodes <= nodes + 1, "{solution:?}");
        if solution.status == GroupStatus::Unknown {
            assert!(matches!(solution.stop, Some(SolveStop::Nodes | SolveStop::Border)));
            counts[2] += 1;
        } else {
            assert_eq!(solution.stop, None);
            counts[1] += 1;
        }
        let is_playable = |mv: &LocalMove| match mv {
            LocalMove::Play(point) => solver.problem().region().contains(*point),
            LocalMove::Pass | LocalMove::Threat => true,
        };
        assert!(solution.variation.iter().all(|(_, mv)| is_playable(mv)), "{solution:?}");
        assert!(solution.first_move.iter().all(is_playable), "{solution:?}");
        let tree = solver.proof_tree(50, &limits);
        assert!(tree.is_none_or(|tree| tree.nodes.len() <= 50));
    }
    counts
}

#[test]
fn random_problems_are_solved_or_rejected() {
    let counts = solve_random_problems(1, 300);
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
#[ignore = "slow: run in release with --ignored"]
fn many_random_problems_are_solved_or_rejected() {
    let counts = solve_random_problems(2, 100_000);
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}
