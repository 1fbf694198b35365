//! Comparison of the solver with the oracle on random positions of small regions.

use std::sync::Arc;
use std::time::Instant;

use tianyuan_go::rng::Rng;
use tianyuan_go::{Board, BoardSize, Color, KoRule, Point, PointSet, Rules};

use crate::oracle::Oracle;
use crate::search::{Search, Task};
use crate::statuses::{GroupStatus, MAX_THREATS};
use crate::table::Table;
use crate::{Goal, Problem, SolveLimits, Solver};

/// Returns a random position with at most `most_empty` empty points, on up to `most_lines` lines.
fn random_board(rng: &mut Rng, most_lines: usize, most_empty: usize) -> Board {
    loop {
        let size = BoardSize::new(2 + rng.below(most_lines - 1)).expect("at least 2 lines");
        let points: Vec<Point> = size.points().collect();
        let black = 1 + rng.below(9);
        let mut stones: Vec<(Color, Point)> = points
            .iter()
            .map(|&p| (if rng.below(10) < black { Color::Black } else { Color::White }, p))
            .collect();
        for i in (1..stones.len()).rev() {
            stones.swap(i, rng.below(i + 1));
        }
        stones.truncate(points.len() - (1 + rng.below(most_empty)).min(points.len() - 1));
        let board = Board::with_stones(size, stones.iter().copied());
        if board.empty_points().len() <= most_empty && board.stones().count() > 0 {
            return board;
        }
    }
}

/// Returns the empty points, in half of the cases with a few points of stones and without a few empty points.
fn random_region(board: &Board, rng: &mut Rng) -> PointSet {
    let mut region: PointSet = board.empty_points().iter().copied().collect();
    if rng.below(2) == 0 {
        for point in board.size().points() {
            if board.is_empty(point) && rng.below(8) == 0 {
                region.remove(point);
            }
            if !board.is_empty(point) && region.len() < 8 && rng.below(3) == 0 {
                region.insert(point);
            }
        }
    }
    region
}

pub(crate) fn random_rules(rng: &mut Rng) -> Rules {
    let ko = [KoRule::Simple, KoRule::Positional, KoRule::Situational][rng.below(3)];
    Rules { ko, multi_stone_suicide: rng.below(3) == 0, ..Rules::CHINESE }
}

pub(crate) fn random_goal(rng: &mut Rng, points: &[Point]) -> Goal {
    let mut target = || points[rng.below(points.len())];
    let (a, b) = (target(), target());
    match rng.below(6) {
        0 => Goal::Kill(a),
        1 => Goal::Live(a),
        2 => Goal::Capture(a),
        3 => Goal::Connect(a, b),
        4 => Goal::Cut(a, b),
        _ => Goal::Eye(a),
    }
}

fn random_problem(rng: &mut Rng, most_lines: usize, most_empty: usize) -> Problem {
    loop {
        let mut board = random_board(rng, most_lines, most_empty);
        let mut to_play = Color::BOTH[rng.below(2)];
        if rng.below(2) == 0 {
            let legal: Vec<Point> = board
                .empty_points()
                .iter()
                .copied()
                .filter(|&p| board.is_legal(to_play, p))
                .collect();
            if !legal.is_empty() {
                board.play(to_play, legal[rng.below(legal.len())]);
                to_play = !to_play;
            }
        }
        let region = random_region(&board, rng);
        let stones: Vec<Point> = board.stones().map(|(_, point)| point).collect();
        let (rules, goal) = (random_rules(rng), random_goal(rng, &stones));
        if let Ok(problem) = Problem::new(&board, &rules, to_play, goal, Some(region)) {
            return problem;
        }
    }
}

/// Returns the status by the oracle, or `None` if it needs more than `budget` states.
fn oracle_status(problem: &Problem, budget: usize) -> Option<GroupStatus> {
    let mut oracle = Oracle::new(problem);
    let (to_play, owner) = (problem.to_play(), problem.defender());
    let task = main_task(problem.goal());
    let winner = |is_achieved: bool, task: Task| {
        if is_achieved == task.is_capture() { !owner } else { owner }
    };
    let mut solve =
        |task, threats| Some(winner(oracle.achieves(task, to_play, threats, budget)?, task));
    let first = solve(task, [0, 0])?;
    for threats in 1..=MAX_THREATS {
        let mut numbers = [0, 0];
        numbers[(!first).index()] = threats;
        if solve(task, numbers)? != first {
            return Some(GroupStatus::Ko { takes_first: first, threats });
        }
    }
    if first != owner {
        return Some(GroupStatus::Dead);
    }
    let is_life = matches!(problem.goal(), Goal::Kill(_) | Goal::Live(_));
    let lives = !is_life || solve(Task::Life, [0, 0])? == owner;
    Some(if lives { GroupStatus::Alive } else { GroupStatus::Seki })
}

fn main_task(goal: Goal) -> Task {
    match goal {
        Goal::Kill(_) | Goal::Live(_) | Goal::Capture(_) => Task::Capture,
        Goal::Connect(..) | Goal::Cut(..) => Task::Connect,
        Goal::Eye(_) => Task::Eye,
    }
}

/// Counts of compared problems.
#[derive(Debug, Default)]
struct Counts {
    compared: usize,
    skipped: usize,
    statuses: [usize; 4],
}

/// Compares the solver and the oracle on random problems until `count` problems are compared.
fn compare(seed: u64, count: usize, budget: usize) -> Counts {
    let (mut rng, mut counts) = (Rng::new(seed), Counts::default());
    while counts.compared < count {
        let problem = random_problem(&mut rng, 5, 7);
        let Some(expected) = oracle_status(&problem, budget) else {
            counts.skipped += 1;
            continue;
        };
        counts.compared += 1;
        let limits = SolveLimits { nodes: 5_000_000, ..SolveLimits::default() };
        let mut solver = Solver::new(problem.clone(), 1 << 20).with_threads(1 + rng.below(2));
        let solution = solver.solve(&limits);
        let described = || {
            let board = tianyuan_go::diagram::draw(problem.board());
            let size = problem.board().size();
            let place = |p: Point| format!("{},{}", size.column(p), size.row(p));
            let region: Vec<String> = problem.region().iter().map(place).collect();
            let targets = problem.goal().targets().map(place);
            let (ko, suicide) = (problem.ko(), problem.allows_suicide());
            let (to_play, banned) = (problem.to_play(), problem.board().ko());
            format!(
                "{board}\n{:?} {targets:?}, {to_play} to play, {ko:?}, suicide {suicide}, \
                 ko {banned:?}\nregion {region:?}\n{solution:?}",
                problem.goal()
            )
        };
        assert_eq!(solution.status, expected, "{}", described());
        let index = match expected {
            GroupStatus::Alive => 0,
            GroupStatus::Dead => 1,
            GroupStatus::Seki => 2,
            GroupStatus::Ko { .. } | GroupStatus::Unknown => 3,
        };
        counts.statuses[index] += 1;
        let to_play = problem.to_play();
        // Single searches with threats of both sides, which `solve` does not need.
        let task = match problem.goal() {
            Goal::Connect(..) | Goal::Cut(..) => Task::Connect,
            _ => [Task::Capture, Task::InnerCapture, Task::Life, Task::InnerLife, Task::Eye]
                [rng.below(5)],
        };
        let threats = [rng.below(3) as u8, rng.below(3) as u8];
        let expected = Oracle::new(&problem).achieves(task, to_play, threats, budget);
        let table = Arc::new(Table::new(1 << 20));
        let mut search = Search::<2>::new(&problem, table, &limits, Instant::now());
        let found = search.run(task, to_play, threats).map(|value| value.pn == 0);
        if expected.is_some() {
            assert_eq!(found, expected, "{task:?} {threats:?}\n{}", described());
        }
    }
    counts
}

/// Compares results with and without zones on larger regions. Returns the number of compared results.
fn compare_zones(seed: u64, count: usize) -> usize {
    let (mut rng, mut compared) = (Rng::new(seed), 0);
    for _ in 0..count {
        let problem = random_problem(&mut rng, 6, 12);
        let task = main_task(problem.goal());
        let task = match (task, rng.below(6)) {
            (Task::Capture, 0 | 1) => Task::Life,
            (Task::Capture, 2) => Task::InnerLife,
            (Task::Capture, 3) => Task::InnerCapture,
            _ => task,
        };
        let threats = [rng.below(2) as u8, rng.below(2) as u8];
        let limits = SolveLimits { nodes: 20_000, ..SolveLimits::default() };
        let run = |has_zones: bool| {
            let table = Arc::new(Table::new(1 << 20));
            let mut search = Search::<2>::new(&problem, table, &limits, Instant::now());
            if !has_zones {
                search.zones.disable();
            }
            search.run(task, problem.to_play(), threats).map(|value| value.pn == 0)
        };
        if let (Some(with), Some(without)) = (run(true), run(false)) {
            compared += 1;
            assert_eq!(with, without, "{task:?} {threats:?}, {problem:?}");
        }
    }
    compared
}

#[test]
fn zones_do_not_change_results() {
    assert!(compare_zones(1, 30) > 20);
}

#[test]
#[ignore = "slow: run in release with --ignored"]
fn zones_do_not_change_results_of_many_positions() {
    assert!(compare_zones(2, 20_000) > 15_000);
}

#[test]
fn solver_and_oracle_agree() {
    let counts = compare(61, 300, 3_000);
    assert!(counts.statuses.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
#[ignore = "slow: run in release with --ignored"]
fn solver_and_oracle_agree_on_many_positions() {
    let counts = compare(62, 50_000, 30_000);
    assert!(counts.skipped * 20 < counts.compared, "{counts:?}");
}
