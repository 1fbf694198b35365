//! Comparison of the solver with the oracle on random positions of small regions.

use std::sync::Arc;
use std::time::Instant;

use tianyuan_go::rng::Rng;
use tianyuan_go::{Board, BoardSize, Color, Diagram, KoRule, Point, PointSet, Rules};

use crate::oracle::Oracle;
use crate::search::{Search, Task};
use crate::statuses::{GroupStatus, MAX_THREATS};
use crate::table::Table;
use crate::{BorderRule, Condition, Goal, Problem, SolveLimits, Solver, closed_region};

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
            let rule = [BorderRule::Escape, BorderRule::Both][rng.below(2)];
            return problem.with_border_rule(rule);
        }
    }
}

/// Returns the status by the oracle and whether it needs an escape, or `None` if it needs more than `budget` states.
fn oracle_status(problem: &Problem, budget: usize) -> Option<(GroupStatus, bool)> {
    let mut oracle = Oracle::new(problem);
    let (to_play, owner) = (problem.to_play(), problem.defender());
    let task = main_task(problem.goal());
    let winner = |is_achieved: bool, task: Task| {
        if is_achieved == task.is_capture() { !owner } else { owner }
    };
    let mut solve =
        |task, threats| Some(winner(oracle.achieves(task, to_play, threats, budget)?, task));
    let first = solve(task, [0, 0])?;
    let (mut ko, mut saving) = (None, [0, 0]);
    for threats in 1..=MAX_THREATS {
        let mut numbers = [0, 0];
        numbers[(!first).index()] = threats;
        if solve(task, numbers)? != first {
            ko = Some(GroupStatus::Ko { takes_first: first, threats });
            saving = if first == owner { [0, 0] } else { numbers };
            break;
        }
    }
    if ko.is_none() && first != owner {
        return Some((GroupStatus::Dead, false));
    }
    if task != Task::Capture {
        return Some((ko.unwrap_or(GroupStatus::Alive), false));
    }
    let is_life = !matches!(problem.goal(), Goal::Capture(_));
    let (status, inner) = if !is_life {
        (GroupStatus::Alive, Task::InnerSurvival)
    } else if solve(Task::Life, saving)? == owner {
        (GroupStatus::Alive, Task::InnerLife)
    } else {
        (GroupStatus::Seki, Task::InnerSurvival)
    };
    let relies_on_outside = problem.surroundings(owner).safe_moves.is_some();
    let is_certain = problem.has_closed_region() && !relies_on_outside;
    let needs_escape = match problem.border_rule() {
        BorderRule::Escape => !problem.exits().is_empty(),
        _ if inner == Task::InnerSurvival && !is_certain => true,
        // Without exits this also compares the inner task with the main one.
        _ => solve(inner, saving)? != owner,
    };
    Some((ko.unwrap_or(status), needs_escape))
}

/// The tasks with one target.
const ONE_TARGET: [Task; 6] = [
    Task::Capture,
    Task::InnerCapture,
    Task::InnerSurvival,
    Task::Life,
    Task::InnerLife,
    Task::Eye,
];

fn main_task(goal: Goal) -> Task {
    match goal {
        Goal::Kill(_) | Goal::Live(_) | Goal::Capture(_) => Task::Capture,
        Goal::Connect(..) | Goal::Cut(..) => Task::Connect,
        Goal::Eye(_) => Task::Eye,
    }
}

/// Returns a problem as text, for messages.
fn described(problem: &Problem) -> String {
    let board = tianyuan_go::diagram::draw(problem.board());
    let size = problem.board().size();
    let place = |p: Point| format!("{},{}", size.column(p), size.row(p));
    let region: Vec<String> = problem.region().iter().map(place).collect();
    let targets = problem.goal().targets().map(place);
    let (ko, suicide) = (problem.ko(), problem.allows_suicide());
    let (to_play, banned) = (problem.to_play(), problem.board().ko());
    format!(
        "{board}\n{:?} {targets:?}, {to_play} to play, {ko:?}, {:?}, suicide {suicide}, \
         ko {banned:?}\nregion {region:?}",
        problem.goal(),
        problem.border_rule()
    )
}

/// Counts of compared problems.
#[derive(Debug, Default)]
struct Counts {
    compared: usize,
    skipped: usize,
    statuses: [usize; 4],
    escapes: usize,
}

/// Compares the solver and the oracle on random problems until `count` problems are compared.
fn compare(seed: u64, count: usize, budget: usize) -> Counts {
    let (mut rng, mut counts) = (Rng::new(seed), Counts::default());
    while counts.compared < count {
        let problem = random_problem(&mut rng, 5, 7);
        let Some((expected, needs_escape)) = oracle_status(&problem, budget) else {
            counts.skipped += 1;
            continue;
        };
        counts.compared += 1;
        let limits = SolveLimits { nodes: 5_000_000, ..SolveLimits::default() };
        let mut solver = Solver::new(problem.clone(), 1 << 20).with_threads(1 + rng.below(2));
        let solution = solver.solve(&limits);
        let described = || format!("{}\n{solution:?}", described(&problem));
        assert_eq!(solution.status, expected, "{}", described());
        assert_eq!(solution.condition == Some(Condition::Escape), needs_escape, "{}", described());
        counts.escapes += usize::from(needs_escape);
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
            _ => ONE_TARGET[rng.below(ONE_TARGET.len())],
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
        let task = match (task, rng.below(7)) {
            (Task::Capture, 0 | 1) => Task::Life,
            (Task::Capture, 2) => Task::InnerLife,
            (Task::Capture, 3) => Task::InnerCapture,
            (Task::Capture, 4) => Task::InnerSurvival,
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

/// Compares unconditional statuses in a part of the board with the result on the whole board. Returns the numbers of
/// compared captures and survivals.
fn compare_whole_board(seed: u64, count: usize) -> [usize; 2] {
    let (mut rng, mut compared) = (Rng::new(seed), [0, 0]);
    let limits = SolveLimits { nodes: 100_000, ..SolveLimits::default() };
    for _ in 0..count {
        let board = random_board(&mut rng, 5, 6);
        let stones: Vec<Point> = board.stones().map(|(_, point)| point).collect();
        let target = stones[rng.below(stones.len())];
        let color = board.color_at(target).expect("a stone");
        let to_play = [color, !color][rng.below(2)];
        let rules = Rules { ko: KoRule::Simple, ..random_rules(&mut rng) };
        let part = random_part(&board, target, &mut rng);
        let goal = [Goal::Capture(target), Goal::Kill(target)][rng.below(2)];
        let local = Problem::new(&board, &rules, to_play, goal, Some(part)).expect("a problem");
        let local = local.with_border_rule(BorderRule::Strict);
        let is_captured = match Solver::new(local.clone(), 1 << 20).solve(&limits).status {
            GroupStatus::Dead => true,
            GroupStatus::Alive | GroupStatus::Seki => false,
            GroupStatus::Ko { .. } | GroupStatus::Unknown => continue,
        };
        let whole = Some(PointSet::full(board.size()));
        let whole = Problem::new(&board, &rules, to_play, goal, whole).expect("a problem");
        let found = Oracle::new(&whole).achieves(Task::Capture, to_play, [0, 0], 20_000);
        let Some(found) = found else { continue };
        assert_eq!(found, is_captured, "{}", described(&local));
        compared[usize::from(!is_captured)] += 1;
    }
    compared
}

/// Returns empty points near a stone, at least one less than all.
fn random_part(board: &Board, stone: Point, rng: &mut Rng) -> PointSet {
    let (stride, full) = (board.size().stride(), PointSet::full(board.size()));
    let mut near: PointSet = [stone].into_iter().collect();
    for _ in 0..1 + rng.below(3) {
        near |= near.neighbours(stride, &full);
    }
    let empty: PointSet = board.empty_points().iter().copied().collect();
    let mut part = near & empty;
    if part == empty
        && let Some(last) = part.iter().last()
    {
        part.remove(last);
    }
    closed_region(board, part)
}

#[test]
fn unconditional_statuses_hold_on_the_whole_board() {
    let compared = compare_whole_board(66, 500);
    assert!(compared.iter().all(|&count| count > 3), "{compared:?}");
}

#[test]
#[ignore = "slow: run in release with --ignored"]
fn unconditional_statuses_of_many_positions_hold_on_the_whole_board() {
    let compared = compare_whole_board(67, 20_000);
    assert!(compared.iter().all(|&count| count > 150), "{compared:?}");
}

#[test]
fn derived_regions_contain_all_chains_that_can_be_captured() {
    let mut rng = Rng::new(65);
    for _ in 0..200 {
        let board = random_board(&mut rng, 9, 50);
        let stones: Vec<Point> = board.stones().map(|(_, point)| point).collect();
        let goal = Goal::Kill(stones[rng.below(stones.len())]);
        let problem = Problem::new(&board, &Rules::CHINESE, Color::Black, goal, None);
        assert!(problem.expect("a problem").has_closed_region());
    }
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
fn suicide_in_an_eye_does_not_break_survival() {
    let diagram = Diagram::parse(
        "
        . O O . O
        O O O O .
        O . O O X
        O O O O X
        . X O O O",
    );
    let board: Board = diagram.board();
    let size = board.size();
    let points = [(0, 0), (0, 1), (4, 1), (0, 3), (4, 3), (0, 4), (3, 4), (4, 4)];
    let region = points.map(|(x, y)| size.point(x, y)).into_iter().collect();
    for suicide in [false, true] {
        let rules = Rules { ko: KoRule::Simple, multi_stone_suicide: suicide, ..Rules::CHINESE };
        let goal = Goal::Capture(size.point(4, 4));
        let problem = Problem::new(&board, &rules, Color::Black, goal, Some(region));
        let problem = problem.expect("a problem");
        let (task, threats) = (Task::InnerSurvival, [2, 0]);
        let due = Oracle::new(&problem).achieves(task, Color::Black, threats, 30_000);
        assert_eq!(due, Some(false), "the owner answers next to the outside");
        let (limits, table) = (SolveLimits::default(), Arc::new(Table::new(1 << 20)));
        let mut search = Search::<2>::new(&problem, table, &limits, Instant::now());
        let found = search.run(task, Color::Black, threats).map(|value| value.pn == 0);
        assert_eq!(found, due);
    }
}

#[test]
fn solver_and_oracle_agree() {
    let counts = compare(64, 400, 3_000);
    assert!(counts.statuses.iter().all(|&count| count > 0) && counts.escapes > 0, "{counts:?}");
}

#[test]
#[ignore = "slow: run in release with --ignored"]
fn solver_and_oracle_agree_on_many_positions() {
    let counts = compare(62, 50_000, 60_000);
    assert!(counts.skipped * 20 < counts.compared, "{counts:?}");
}
