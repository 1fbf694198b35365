//! Well-known shapes: status and first move.

use tianyuan_go::{Board, Color, Diagram, KoRule, Rules};

use crate::{
    BorderRule, Condition, Goal, GroupStatus, LocalMove, Problem, Solution, SolveLimits, SolveStop,
    Solver,
};

use GroupStatus::{Alive, Dead, Unknown};

/// Returns the solver of the group of the first black stone from the top left, in the derived region.
fn solver(diagram: &Diagram, to_play: Color, ko: KoRule) -> Solver {
    let board: Board = diagram.board();
    let target = diagram.stones.iter().find(|(color, _)| *color == Color::Black);
    let goal = Goal::Kill(target.expect("a black stone").1);
    let rules = Rules { ko, ..Rules::CHINESE };
    let problem = Problem::new(&board, &rules, to_play, goal, None).expect("a problem");
    Solver::new(problem, 1 << 24)
}

/// Checks the status of the black group of a diagram under all ko rules, and that the only first move is `a` if the
/// diagram contains it.
fn check(text: &str, to_play: Color, expected: GroupStatus) {
    let diagram = Diagram::parse(text);
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        let limits = SolveLimits { nodes: 3_000_000, ..SolveLimits::default() };
        let solution = solver(&diagram, to_play, ko).solve(&limits);
        assert_eq!(solution.status, expected, "{to_play} to play, {ko:?}{text}\n{solution:?}");
        if text.contains('a') {
            let vital = LocalMove::Play(diagram.mark('a'));
            assert_eq!(solution.first_move, Some(vital), "{to_play}, {ko:?}{text}\n{solution:?}");
        }
    }
}

const BENT_THREE: &str = "
    a . X O .
    . X X O .
    X X O O .
    O O O . .
    . . . . .";

const STRAIGHT_THREE: &str = "
    . a . X O .
    X X X X O .
    O O O O O .
    . . . . . .
    . . . . . .
    . . . . . .";

#[test]
fn three_points_live_or_die_at_the_vital_point() {
    for shape in [BENT_THREE, STRAIGHT_THREE] {
        check(shape, Color::White, Dead);
        check(shape, Color::Black, Alive);
    }
}

#[test]
fn square_four_is_dead() {
    let shape = "
        . . X O .
        . . X O .
        X X X O .
        O O O O .
        . . . . .";
    check(shape, Color::Black, Dead);
    check(shape, Color::White, Dead);
}

#[test]
fn straight_four_is_alive() {
    let shape = "
        . . . . X O .
        X X X X X O .
        O O O O O O .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    check(shape, Color::White, Alive);
}

#[test]
fn bulky_five_depends_on_its_centre() {
    let shape = "
        O X . . X X O
        O X . a . X O
        O X X X X X O
        O O O O O O O
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    check(shape, Color::White, Dead);
    check(shape, Color::Black, Alive);
}

#[test]
fn rectangular_six_in_the_corner_depends_on_outside_liberties() {
    let with_liberties = |first: &str, second: &str| {
        format!(
            "
        . . . X {first} O .
        . . . X {second} O .
        X X X X O O .
        O O O O O . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."
        )
    };
    check(&with_liberties("O", "O"), Color::White, Dead);
    let diagram = Diagram::parse(&with_liberties(".", "O"));
    let solution = solver(&diagram, Color::White, KoRule::Simple).solve(&SolveLimits::default());
    assert!(matches!(solution.status, GroupStatus::Ko { .. }), "{solution:?}");
    check(&with_liberties(".", "."), Color::White, Alive);
}

/// Returns a diagram of black stones on the second line from the corner, enclosed by White.
fn second_line(stones: usize) -> String {
    let row = |black: usize, white: usize| {
        let cell = |i: usize| match i {
            _ if i < black => "X ",
            _ if i < black + white => "O ",
            _ => ". ",
        };
        (0..9).map(cell).collect::<String>() + "\n"
    };
    "\n".to_owned() + &row(0, 0) + &row(stones, 1) + &row(0, stones + 1) + &row(0, 0).repeat(6)
}

#[test]
#[ignore = "slow without optimisation: run with --ignored"]
fn four_die_and_six_live_on_the_second_line_in_the_corner() {
    let survives = |stones: usize, to_play: Color| {
        let diagram = Diagram::parse(&second_line(stones));
        let mut solver = solver(&diagram, to_play, KoRule::Positional);
        solver.solve(&SolveLimits::default()).defender_succeeds
    };
    // With two ko threats more than White, Black lives even with four stones.
    assert_eq!(survives(4, Color::Black), Some(false));
    assert_eq!(survives(5, Color::White), Some(false));
    assert_eq!(survives(5, Color::Black), Some(true));
    assert_eq!(survives(6, Color::White), Some(true));
}

#[test]
fn connection_and_eye_goals() {
    let diagram = Diagram::parse(
        "
        . . O . .
        X X a X X
        O O O O O
        . . . . .
        . . . . .",
    );
    let board: Board = diagram.board();
    let (left, right) = (diagram.size.point(0, 3), diagram.size.point(4, 3));
    let status = |goal, to_play| {
        let problem = Problem::new(&board, &Rules::CHINESE, to_play, goal, None);
        Solver::new(problem.expect("a problem"), 1 << 20).solve(&SolveLimits::default())
    };
    let joined = status(Goal::Connect(left, right), Color::Black);
    assert_eq!(joined.status, Alive);
    assert_eq!(joined.first_move, Some(LocalMove::Play(diagram.mark('a'))));
    let cut = status(Goal::Cut(left, right), Color::White);
    assert_eq!((cut.status, cut.defender_succeeds), (Dead, Some(false)));
    assert_eq!(status(Goal::Eye(left), Color::Black).status, Alive);
}

#[test]
fn proof_tree_contains_all_moves_of_the_losing_side() {
    let diagram = Diagram::parse(BENT_THREE);
    let mut solver = solver(&diagram, Color::White, KoRule::Simple);
    let limits = SolveLimits::default();
    assert_eq!(solver.proof_tree(10, &limits), None, "before a solution");
    solver.solve(&limits);
    let tree = solver.proof_tree(10_000, &limits).expect("a proof");
    assert!(!tree.is_truncated && tree.winner == Color::White && tree.nodes.len() > 5);
    for (index, node) in tree.nodes.iter().enumerate() {
        let children: Vec<_> = tree.nodes.iter().filter(|n| n.parent == Some(index)).collect();
        let board = replayed(&diagram, &tree.nodes, index);
        let target = diagram.size.point(2, 4);
        if node.to_play == tree.winner {
            assert!(children.len() == 1 || board.is_empty(target), "{node:?}");
        } else if !board.is_empty(target) {
            let region = solver.problem().region().iter();
            let legal = region.filter(|&point| board.is_legal(node.to_play, point)).count();
            assert_eq!(children.len(), legal + 1, "all moves and the pass");
        }
    }
    let part = solver.proof_tree(3, &limits).expect("a proof");
    assert!(part.is_truncated && part.nodes.len() == 3);
}

/// Returns the position of a node of a proof tree.
fn replayed(diagram: &Diagram, nodes: &[crate::ProofNode], index: usize) -> Board {
    let mut moves = Vec::new();
    let mut node = &nodes[index];
    while let (Some(parent), Some(last)) = (node.parent, node.last_move) {
        moves.push(last);
        node = &nodes[parent];
    }
    let mut board = diagram.board();
    for (color, mv) in moves.into_iter().rev() {
        match mv {
            LocalMove::Play(point) => {
                assert!(board.is_legal(color, point));
                board.play(color, point);
            }
            _ => board.clear_ko(),
        }
    }
    board
}

#[test]
fn threads_do_not_change_the_answer() {
    let shapes = [(BENT_THREE, Dead), (STRAIGHT_THREE, Dead), (&second_line(4), Dead)];
    for (shape, expected) in shapes {
        for threads in [1, 2, 4] {
            let diagram = Diagram::parse(shape);
            let solver = solver(&diagram, Color::White, KoRule::Simple);
            let mut solver = solver.with_threads(threads);
            let solution = solver.solve(&SolveLimits::default());
            assert_eq!(solution.status, expected, "{threads} threads{shape}");
            let tree = solver.proof_tree(100_000, &SolveLimits::default()).expect("a proof");
            assert_eq!(tree.winner, Color::White);
        }
    }
}

/// Two liberties on the open side; the group has no room for eyes.
const OPEN_SIDE: &str = "
    O X . . . . . . .
    O X X a . . . . .
    O O O . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

fn solved(problem: &Problem) -> Solution {
    let limits = SolveLimits { nodes: 200_000, ..SolveLimits::default() };
    Solver::new(problem.clone(), 1 << 20).solve(&limits)
}

#[test]
fn escape_is_a_condition_or_refused() {
    let problem =
        solver(&Diagram::parse(OPEN_SIDE), Color::Black, KoRule::Simple).problem().clone();
    let with = |rule| solved(&problem.clone().with_border_rule(rule));
    assert_eq!(problem.border_rule(), BorderRule::Both);
    let [both, escape, strict] =
        [BorderRule::Both, BorderRule::Escape, BorderRule::Strict].map(with);
    for solution in [&both, &escape] {
        assert_eq!((solution.status, solution.condition), (Alive, Some(Condition::Escape)));
        assert!(solution.first_move.is_some() && solution.stop.is_none());
    }
    assert!(escape.nodes < both.nodes, "one search is enough");
    assert_eq!((strict.status, strict.stop), (Unknown, Some(SolveStop::Border)));
    assert_eq!((strict.defender_succeeds, strict.condition), (Some(true), None));
    let (board, goal) = (problem.board(), problem.goal());
    let region = Some(*problem.region());
    let given = Problem::new(board, &Rules::CHINESE, Color::Black, goal, region);
    let given = given.expect("a problem");
    assert_eq!(given.border_rule(), BorderRule::Escape);
    assert_eq!((solved(&given).status, solved(&given).condition), (Alive, Some(Condition::Escape)));
}

#[test]
fn conditional_life_has_a_proof_and_exits() {
    let mut solver = solver(&Diagram::parse(OPEN_SIDE), Color::Black, KoRule::Simple);
    let limits = SolveLimits { nodes: 200_000, ..SolveLimits::default() };
    let solution = solver.solve(&limits);
    assert_eq!(solution.condition, Some(Condition::Escape));
    let tree = solver.proof_tree(100, &limits).expect("a proof");
    assert_eq!(tree.winner, Color::Black);
    let (problem, stride) = (solver.problem(), solver.problem().board().size().stride());
    let exits = problem.exits();
    assert!(!exits.is_empty() && !exits.intersects(problem.region()));
    assert!(exits.is_subset(&problem.region().neighbours(stride, &exits)), "next to the region");
}

#[test]
fn liberty_of_the_target_outside_is_an_exit() {
    let diagram = Diagram::parse("X X\nX .");
    let goal = Goal::Kill(diagram.size.point(0, 0));
    let (board, region) = (diagram.board(), Some(Default::default()));
    let problem = Problem::new(&board, &Rules::CHINESE, Color::White, goal, region);
    let solution = solved(&problem.expect("a problem").with_border_rule(BorderRule::Both));
    assert_eq!((solution.status, solution.condition), (Alive, Some(Condition::Escape)));
}

/// A bent three whose white wall has two eyes of its own.
const LIVING_WALL: &str = "
    a . X O .
    . X X O O
    X X O O .
    O O O O O
    . . . . .";

#[test]
fn eyes_and_kills_need_no_escape() {
    for (to_play, expected) in [(Color::Black, Alive), (Color::White, Dead)] {
        let problem = solver(&Diagram::parse(LIVING_WALL), to_play, KoRule::Simple);
        for rule in [BorderRule::Both, BorderRule::Escape, BorderRule::Strict] {
            let solution = solved(&problem.problem().clone().with_border_rule(rule));
            assert_eq!((solution.status, solution.condition), (expected, None), "{rule:?}");
        }
    }
}

/// White captures at `a`, but the white stone on the left is in atari outside.
const SHORT_OF_LIBERTIES: &str = "
    . . X O . . .
    O X X O . . .
    X O O O . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .";

/// A bent three whose white wall is in atari.
const SURROUNDED_WALL: &str = "
    . . X O X
    . X X O X
    X X O O X
    O O O . .
    X X X . .";

#[test]
fn capture_with_weak_surroundings_is_conditional() {
    let problem = solver(&Diagram::parse(SURROUNDED_WALL), Color::White, KoRule::Simple);
    let problem = problem.problem();
    let size = problem.board().size();
    let eye_space = [(0, 4), (1, 4), (0, 3)].map(|(x, y)| size.point(x, y)).into_iter().collect();
    let board = problem.board();
    let given = Problem::new(board, &Rules::CHINESE, Color::White, problem.goal(), Some(eye_space));
    let given = given.expect("a problem");
    for rule in [BorderRule::Both, BorderRule::Escape] {
        let solution = solved(&given.clone().with_border_rule(rule));
        assert_eq!((solution.status, solution.condition), (Dead, Some(Condition::Surroundings)));
    }
    let strict = solved(&given.with_border_rule(BorderRule::Strict));
    assert_eq!((strict.status, strict.stop), (Unknown, Some(SolveStop::Border)));
}

/// A capturing race: Black's group on the left has three liberties, the white wall three outside of them.
const RACE: &str = "
    . X O . X X . . .
    . X O . X . . . .
    . X O . X . . . .
    X X O X X . . . .
    O O O X X . . . .
    X X X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn capturing_race_is_won_with_enough_liberties() {
    let diagram = Diagram::parse(RACE);
    for (stones, condition) in [(0, None), (1, Some(Condition::Surroundings))] {
        let mut board: Board = diagram.board();
        let size = board.size();
        (0..stones).for_each(|row| {
            board.play(Color::Black, size.point(3, 8 - row));
        });
        let eye = (6..9).map(|row| size.point(0, row)).collect();
        let region = crate::closed_region(&board, eye);
        let goal = Goal::Kill(size.point(1, 8));
        let problem = Problem::new(&board, &Rules::CHINESE, Color::White, goal, Some(region));
        let problem = problem.expect("a problem").with_border_rule(BorderRule::Both);
        let solution = solved(&problem);
        assert_eq!((solution.status, solution.condition), (Dead, condition));
    }
}

#[test]
fn strict_rule_only_withdraws_statuses() {
    for (shape, to_play) in
        [(SHORT_OF_LIBERTIES, Color::White), (BENT_THREE, Color::White), (BENT_THREE, Color::Black)]
    {
        let diagram = Diagram::parse(shape);
        let usual = solver(&diagram, to_play, KoRule::Simple);
        let strict = usual.problem().clone().with_border_rule(BorderRule::Strict);
        let limits = SolveLimits { nodes: 200_000, ..SolveLimits::default() };
        let statuses = [usual, Solver::new(strict, 1 << 20)].map(|mut it| it.solve(&limits).status);
        assert!(statuses[0] == statuses[1] || statuses == [Dead, Unknown], "{shape} {statuses:?}");
    }
}
