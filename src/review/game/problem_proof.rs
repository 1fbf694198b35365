//! Proofs of life-and-death problems: whether the answer is right and the only one, with the refutations.

use serde::{Deserialize, Serialize};

use crate::go::{Color, Game, Move, Point, Rules};
use crate::review::game::changed_groups::index;
use crate::review::position::evaluation::PointIndex;
use crate::solver::{
    Condition, Goal, GroupStatus, LocalMove, Problem, ProofTree, Solution, SolveLimits, Solver,
    derived_region,
};

/// The maximum number of positions of a proof tree in a problem.
const MOST_NODES: usize = 300;

/// The maximum size of the solver's table in bytes.
const MEMORY: usize = 32 << 20;

/// The maximum length of the refutation of a wrong move.
const LONGEST_REFUTATION: usize = 12;

/// The proof of a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::review) struct ProblemProof {
    /// `true` if all other moves are proved to be worse.
    pub is_unique: bool,
    /// The positions after the answer in breadth-first order: the index of the previous one plus one, 0 for the position
    /// after the answer, and the move. Contains a reply to every move of the opponent.
    pub tree: Vec<(u32, PointIndex)>,
    /// The proved refutations of other moves, each starting with the move. `None` is a pass or a move elsewhere.
    pub refutations: Vec<Vec<PointIndex>>,
    /// `true` if the proof assumes that the stones around the group are safe.
    #[serde(default)]
    pub assumes_surroundings: bool,
}

impl ProblemProof {
    /// Returns `true` if all its points lie on a board of `area` points; result files are untrusted.
    pub(in crate::review) fn fits(&self, area: usize) -> bool {
        let is_on_board = |at: &PointIndex| at.is_none_or(|at| usize::from(at) < area);
        let nodes = self.tree.iter().enumerate();
        nodes.into_iter().all(|(i, (parent, at))| *parent as usize <= i && is_on_board(at))
            && self.refutations.iter().all(|line| !line.is_empty() && line.iter().all(is_on_board))
    }
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ProblemCheck {
    /// The answer is proved.
    Proved(ProblemProof),
    /// The answer is proved to be worse than another move.
    Wrong,
    /// The solver reached a limit, or the answer depends on a ko.
    Unknown,
}

/// A life-and-death problem in a position of a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct LifeProblem<'a> {
    /// The game; the player to move has the problem.
    pub(super) game: &'a Game,
    pub(super) rules: &'a Rules,
    /// A stone of the group.
    pub(super) stone: Point,
    /// The owner of the group.
    pub(super) owner: Color,
    /// The maximum number of nodes per move.
    pub(super) nodes: u64,
}

impl LifeProblem<'_> {
    /// Checks whether a move is the only solution.
    pub(super) fn check(&self, answer: Point) -> ProblemCheck {
        let Some((mut solver, solution)) = self.solved_after(Move::Play(answer)) else {
            return ProblemCheck::Unknown;
        };
        let worth = self.worth(&solution);
        let others = self.other_moves(answer);
        let mut refutations = Vec::new();
        let mut is_unique = true;
        let assumes = |solution: &Solution| solution.condition == Some(Condition::Surroundings);
        let mut assumes_surroundings = assumes(&solution);
        for mv in others {
            let found = self.solved_after(mv);
            let known = found.and_then(|(_, other)| Some((self.worth(&other)?, other)));
            let Some((other_worth, other)) = known else {
                is_unique = false;
                continue;
            };
            match worth {
                Some(worth) if other_worth < worth => {
                    assumes_surroundings |= assumes(&other);
                    refutations.push(self.line(mv, &other));
                }
                // Another move is as good, or better than an answer that fails.
                Some(worth) if other_worth > worth => return ProblemCheck::Wrong,
                _ => is_unique = false,
            }
        }
        if worth != Some(Worth::Success) {
            return ProblemCheck::Unknown;
        }
        let limits = SolveLimits { nodes: self.nodes, ..SolveLimits::default() };
        let tree = solver.proof_tree(MOST_NODES, &limits);
        let tree = tree.map(|tree| self.moves(&tree)).unwrap_or_default();
        let proof = ProblemProof { is_unique, tree, refutations, assumes_surroundings };
        ProblemCheck::Proved(proof)
    }

    /// Returns the legal moves near the group without the answer; the pass stands for all moves elsewhere.
    fn other_moves(&self, answer: Point) -> Vec<Move> {
        let region = derived_region(self.game.board(), [self.stone; 2]);
        let to_play = self.game.to_play();
        let is_other =
            |point: &Point| *point != answer && self.game.is_legal(to_play, *point).is_ok();
        let points = region.iter().filter(is_other).map(Move::Play);
        points.chain([Move::Pass]).collect()
    }

    /// Solves the problem after a move. Returns `None` if the move is illegal or captures the group by suicide.
    fn solved_after(&self, mv: Move) -> Option<(Solver, Solution)> {
        let mut game = self.game.clone();
        game.play(self.game.to_play(), mv).ok()?;
        if game.board().color_at(self.stone) != Some(self.owner) {
            return None;
        }
        let to_play = !self.game.to_play();
        let goal = Goal::Kill(self.stone);
        let problem = Problem::new(game.board(), self.rules, to_play, goal, None).ok()?;
        let mut solver = Solver::new(problem, MEMORY);
        let solution = solver.solve(&SolveLimits { nodes: self.nodes, ..SolveLimits::default() });
        Some((solver, solution))
    }

    /// Returns what a status is worth for the player of the problem; `None` if it is unknown or holds only if the group
    /// can escape.
    fn worth(&self, solution: &Solution) -> Option<Worth> {
        if solution.condition == Some(Condition::Escape) {
            return None;
        }
        let is_own = self.game.to_play() == self.owner;
        Some(match (solution.status, is_own) {
            (GroupStatus::Unknown, _) => return None,
            (GroupStatus::Alive, true) | (GroupStatus::Dead, false) => Worth::Success,
            (GroupStatus::Alive, false) | (GroupStatus::Dead, true) => Worth::Failure,
            (GroupStatus::Ko { .. }, _) => Worth::Ko,
            (GroupStatus::Seki, _) => Worth::Seki,
        })
    }

    /// Returns a move with its refutation, up to the first ko threat.
    fn line(&self, mv: Move, solution: &Solution) -> Vec<PointIndex> {
        let moves = solution.variation.iter().map(|&(_, mv)| mv);
        let moves = moves.take_while(|&mv| mv != LocalMove::Threat).take(LONGEST_REFUTATION);
        let first = mv.point().map(|point| self.index(point));
        std::iter::once(first).chain(moves.map(|mv| self.point_index(mv))).collect()
    }

    /// Returns the moves of a proof without ko threats and their continuations.
    fn moves(&self, tree: &ProofTree) -> Vec<(u32, PointIndex)> {
        // The place of each node in the result, plus one.
        let mut places: Vec<Option<u32>> = vec![Some(0)];
        let mut moves = Vec::new();
        for node in &tree.nodes[1..] {
            let parent = node.parent.and_then(|parent| places[parent]);
            let place = match (parent, node.last_move) {
                (Some(parent), Some((_, mv))) if mv != LocalMove::Threat => {
                    moves.push((parent, self.point_index(mv)));
                    Some(moves.len() as u32)
                }
                _ => None,
            };
            places.push(place);
        }
        moves
    }

    fn point_index(&self, mv: LocalMove) -> PointIndex {
        match mv {
            LocalMove::Play(point) => Some(self.index(point)),
            LocalMove::Pass | LocalMove::Threat => None,
        }
    }

    fn index(&self, point: Point) -> u16 {
        index(point, self.game.size()) as u16
    }
}

/// The value of a status for a player, worst first. Seki and ko are not compared exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    Failure,
    Seki,
    Ko,
    Success,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Color};

    /// Returns a game with a black group in the corner that has a bent three, and White or Black to play.
    fn game(to_play: Color) -> Game {
        let size = BoardSize::new(9).expect("a size");
        let mut game = Game::new(size, Rules::CHINESE);
        let stones = [
            (Color::Black, &[(2, 8), (1, 7), (2, 7), (0, 6), (1, 6)][..]),
            (Color::White, &[(3, 8), (3, 7), (2, 6), (3, 6), (0, 5), (1, 5), (2, 5)][..]),
        ];
        for (color, points) in stones {
            for &(x, y) in points {
                game.play(color, Move::Play(size.point(x, y))).expect("an empty point");
            }
        }
        game.set_to_play(to_play);
        game
    }

    fn check(to_play: Color, answer: (usize, usize), nodes: u64) -> ProblemCheck {
        let game = game(to_play);
        let [stone, answer] = [(1, 6), answer].map(|(x, y)| game.size().point(x, y));
        let rules = &Rules::CHINESE;
        LifeProblem { game: &game, rules, stone, owner: Color::Black, nodes }.check(answer)
    }

    #[test]
    fn vital_point_is_the_only_solution_of_both_sides() {
        for to_play in Color::BOTH {
            let ProblemCheck::Proved(proof) = check(to_play, (0, 8), 20_000) else {
                panic!("{to_play}");
            };
            assert!(proof.is_unique && proof.fits(81), "{proof:?}");
            let refuted: Vec<PointIndex> = proof.refutations.iter().map(|line| line[0]).collect();
            // The other points of the eye space, and moves elsewhere.
            assert!([Some(1), Some(9), None].iter().all(|at| refuted.contains(at)), "{refuted:?}");
            assert!(proof.refutations.iter().all(|line| line.len() > 1), "{proof:?}");
        }
        let ProblemCheck::Proved(proof) = check(Color::White, (0, 8), 20_000) else { panic!() };
        let first = proof.tree.iter().filter(|(parent, _)| *parent == 0);
        assert!(first.count() >= 2, "all answers of Black: {proof:?}");
    }

    #[test]
    fn other_answers_are_wrong_or_unknown() {
        assert_eq!(check(Color::Black, (1, 8), 20_000), ProblemCheck::Wrong);
        assert_eq!(check(Color::White, (0, 8), 1), ProblemCheck::Unknown);
    }

    #[test]
    fn untrusted_proof_is_validated() {
        let of = |tree: &[(u32, PointIndex)]| ProblemProof {
            is_unique: true,
            tree: tree.to_vec(),
            refutations: vec![vec![Some(0)]],
            assumes_surroundings: false,
        };
        assert!(of(&[(0, Some(3)), (1, None)]).fits(9));
        assert!(!of(&[(1, Some(3))]).fits(9), "a parent that comes later");
        assert!(!of(&[(0, Some(9))]).fits(9), "off the board");
    }
}
