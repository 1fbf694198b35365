//! Solving a problem: the answers of its record, and the judgement of other moves by the solver.

use crate::go::{Color, Game, Move};
use crate::local_problem::ProblemRequest;
use crate::records::record::{Evaluation, NodeId, Record};
use crate::solver::{Condition, GroupStatus, LocalMove, Problem, Solution};

/// A problem that the user solves.
#[derive(Debug, Clone)]
pub(super) struct Puzzle {
    /// The index of the problem.
    pub(super) index: usize,
    pub(super) start: NodeId,
    /// The user's colour.
    pub(super) color: Color,
    /// The number of nodes of the problem's record. Later nodes were added here.
    pub(super) nodes: usize,
    /// The judgement of the last move; `None` if it is open.
    pub(super) verdict: Option<Verdict>,
    /// `Some(true)` if the first answer was right; `None` before the first answer.
    pub(super) first: Option<bool>,
    /// `true` after the user requested the answer.
    pub(super) is_revealed: bool,
}

/// The judgement of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Right according to the record.
    Right,
    /// Wrong according to the record.
    Wrong,
    /// Right according to the solver.
    Proved,
    /// Wrong according to the solver.
    Refuted,
    /// Not in the record, and the solver cannot judge it.
    Unknown,
}

impl Verdict {
    /// Returns its name for the page.
    pub(super) fn name(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Wrong => "wrong",
            Verdict::Proved => "proved",
            Verdict::Refuted => "refuted",
            Verdict::Unknown => "unknown",
        }
    }

    fn is_right(self) -> bool {
        matches!(self, Verdict::Right | Verdict::Proved)
    }
}

impl Puzzle {
    /// Creates the state of a problem at its first position.
    pub(super) fn new(index: usize, record: &Record, start: NodeId, color: Color) -> Puzzle {
        let nodes = record.tree.len();
        Puzzle { index, start, color, nodes, verdict: None, first: None, is_revealed: false }
    }

    /// Notes the judgement of a move. The first one is the answer, unless the problem has no answers and the solver
    /// cannot judge the move.
    pub(super) fn note(&mut self, verdict: Verdict, record: &Record) {
        self.verdict = Some(verdict);
        let has_answers =
            record.tree.first_child(self.start).is_some_and(|id| id.index() < self.nodes);
        if verdict != Verdict::Unknown || has_answers {
            self.first.get_or_insert(verdict.is_right());
        }
    }

    /// Returns the judgement of a node by the record; `None` if the variation continues without one.
    ///
    /// Evaluations and comments decide. If a problem has neither, its main line is the solution.
    pub(super) fn judgement(&self, record: &Record, node: NodeId) -> Option<Verdict> {
        let tree = &record.tree;
        let stated = |id: NodeId| statement(record, id);
        let path: Vec<NodeId> = tree.ancestors(node).take_while(|&id| id != self.start).collect();
        if path.iter().any(|&id| stated(id) == Some(false)) {
            return Some(Verdict::Wrong);
        }
        if path.iter().any(|&id| stated(id) == Some(true)) {
            return Some(Verdict::Right);
        }
        let is_end = tree.children(node).all(|child| child.index() >= self.nodes);
        if !is_end {
            return None;
        }
        let is_main = || tree.main_line(self.start).any(|id| id == node);
        let is_right = !self.has_right_statements(record) && is_main();
        Some(if is_right { Verdict::Right } else { Verdict::Wrong })
    }

    fn has_right_statements(&self, record: &Record) -> bool {
        let mut pending: Vec<NodeId> = record.tree.children(self.start).collect();
        while let Some(id) = pending.pop() {
            if statement(record, id) == Some(true) {
                return true;
            }
            pending.extend(record.tree.children(id));
        }
        false
    }
}

/// Returns whether a record states that a move is right or wrong.
fn statement(record: &Record, node: NodeId) -> Option<bool> {
    let notes = record.tree.node(node).notes();
    match notes.evaluation {
        Some(Evaluation::Good | Evaluation::VeryGood) => return Some(true),
        Some(Evaluation::Bad | Evaluation::VeryBad) => return Some(false),
        _ => {}
    }
    let comment = notes.comment.as_deref()?.trim_start().to_lowercase();
    let starts = |words: &[&str]| words.iter().any(|word| comment.starts_with(word));
    if starts(&["wrong", "incorrect", "失败", "错"]) {
        Some(false)
    } else {
        starts(&["right", "correct", "正解", "正确"]).then_some(true)
    }
}

/// The judgement of a move by the solver, and the reply to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SolverJudgement {
    pub(super) verdict: Verdict,
    pub(super) reply: Option<Move>,
}

/// Judges a move of `user` by solving the problem before and after it. `start` is the first position of the problem,
/// `after` the position after the move.
pub(super) fn judge(
    start: &Game,
    after: &Game,
    user: Color,
    solve: &mut dyn FnMut(&Problem) -> Solution,
) -> SolverJudgement {
    let unknown = SolverJudgement { verdict: Verdict::Unknown, reply: None };
    let request = ProblemRequest::default();
    let Ok(problem) = request.problem(start.board(), start.rules(), user) else { return unknown };
    let wanted = solve(&problem);
    let is_owner = problem.defender() == user;
    let (Some(best), false) = (worth(wanted.status, user, is_owner), wanted.first_move.is_none())
    else {
        return unknown;
    };
    let verdict = |is_right: bool| if is_right { Verdict::Proved } else { Verdict::Refuted };
    let targets = problem.goal().targets();
    if targets.iter().any(|&target| after.board().color_at(target) != Some(problem.defender())) {
        return SolverJudgement { verdict: verdict(!is_owner), reply: None };
    }
    let rest = Problem::new(after.board(), after.rules(), !user, problem.goal(), None);
    let Ok(rest) = rest else { return unknown };
    let found = solve(&rest);
    // Life by escape proves less; problems assume that surrounding stones are safe.
    let escapes = |solution: &Solution| solution.condition == Some(Condition::Escape);
    if escapes(&found) && !escapes(&wanted) {
        return unknown;
    }
    let Some(worth) = worth(found.status, user, is_owner) else { return unknown };
    let line = found.variation.first().map(|&(_, mv)| mv);
    let reply = found.first_move.or(line).and_then(|mv| match mv {
        LocalMove::Play(point) => Some(Move::Play(point)),
        LocalMove::Pass => Some(Move::Pass),
        LocalMove::Threat => None,
    });
    SolverJudgement { verdict: verdict(worth >= best), reply }
}

/// Returns the worth of a status for the user, from 0 to 8; `None` if it is unknown.
fn worth(status: GroupStatus, user: Color, is_owner: bool) -> Option<u8> {
    let of_owner = match status {
        GroupStatus::Alive => 8,
        GroupStatus::Seki => 6,
        GroupStatus::Ko { takes_first, .. } => {
            let is_owner_first = (takes_first == user) == is_owner;
            if is_owner_first { 5 } else { 3 }
        }
        GroupStatus::Dead => 0,
        GroupStatus::Unknown => return None,
    };
    Some(if is_owner { of_owner } else { 8 - of_owner })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::game_tree::GameTree;
    use crate::go::Rules;
    use crate::records::format::{self, Format};
    use crate::solver::{SolveLimits, Solver};

    fn puzzle(sgf: &str) -> (Record, Puzzle) {
        let record = format::read(sgf.as_bytes(), Format::Sgf).records.remove(0);
        let puzzle = Puzzle::new(0, &record, record.tree.root(), Color::Black);
        (record, puzzle)
    }

    /// Returns the judgement of each node.
    fn judgements(sgf: &str) -> Vec<Option<&'static str>> {
        let (record, puzzle) = puzzle(sgf);
        let ids = record.tree.ids().skip(1);
        ids.map(|id| puzzle.judgement(&record, id).map(Verdict::name)).collect()
    }

    #[test]
    fn record_judges_by_evaluations_comments_or_main_line() {
        let (right, wrong) = (Some("right"), Some("wrong"));
        let evaluated = "(;SZ[5]AB[aa](;B[bb]TE[1];W[cc])(;B[dd]BM[1];W[cc];B[ee])(;B[ab];W[bb]))";
        assert_eq!(judgements(evaluated), [right, right, wrong, wrong, wrong, None, wrong]);
        let commented = "(;SZ[5]AB[aa](;B[bb];W[cc];B[dd]C[RIGHT])(;B[dd]C[Wrong.])(;B[ee]))";
        assert_eq!(judgements(commented), [None, None, right, wrong, wrong]);
        let plain = "(;SZ[5]AB[aa](;B[bb];W[cc])(;B[dd]))";
        assert_eq!(judgements(plain), [None, right, wrong]);
    }

    #[test]
    fn first_answer_counts() {
        let (record, mut puzzle) = puzzle("(;SZ[5]AB[aa];B[bb])");
        puzzle.note(Verdict::Wrong, &record);
        puzzle.note(Verdict::Right, &record);
        assert_eq!((puzzle.first, puzzle.verdict), (Some(false), Some(Verdict::Right)));
        let (record, mut puzzle) = self::puzzle("(;SZ[5]AB[aa])");
        puzzle.note(Verdict::Unknown, &record);
        assert_eq!(puzzle.first, None, "no answer");
        puzzle.note(Verdict::Proved, &record);
        assert_eq!(puzzle.first, Some(true));
    }

    #[test]
    fn solver_judges_moves_and_replies() {
        // White's three points in the corner: B9 kills, A9 lets White make two eyes at B9.
        let sgf = "(;GM[1]FF[4]SZ[9]PL[B]AB[ac][bc][cc][dc][ec][eb][ea]AW[ab][bb][cb][db][da])";
        let record = format::read(sgf.as_bytes(), Format::Sgf).records.remove(0);
        let start = GameTree::open(record, false).expect("playable");
        let start = start.game();
        assert_eq!((start.rules(), start.to_play()), (&Rules::CHINESE, Color::Black));
        let mut solve = |problem: &Problem| {
            Solver::new(problem.clone(), 1 << 20).solve(&SolveLimits::default())
        };
        let mut judged = |x: usize| {
            let mut after = start.clone();
            let point = start.size().point(x, 8);
            after.play(Color::Black, Move::Play(point)).expect("legal");
            judge(start, &after, Color::Black, &mut solve)
        };
        let play = |x: usize| Some(Move::Play(start.size().point(x, 8)));
        assert_eq!(judged(1).verdict, Verdict::Proved);
        assert_eq!(judged(0), SolverJudgement { verdict: Verdict::Refuted, reply: play(1) });
        let far = {
            let mut after = start.clone();
            after.play(Color::Black, Move::Play(start.size().point(8, 0))).expect("legal");
            judge(start, &after, Color::Black, &mut solve)
        };
        assert_eq!(far, SolverJudgement { verdict: Verdict::Refuted, reply: play(1) });
        // With a condition for the status after the move.
        let conditional = |condition: Option<Condition>| {
            let mut after = start.clone();
            after.play(Color::Black, Move::Play(start.size().point(1, 8))).expect("legal");
            let mut is_first = true;
            let mut solve = |problem: &Problem| {
                let condition = condition.filter(|_| !std::mem::take(&mut is_first));
                Solution { condition, ..solve(problem) }
            };
            judge(start, &after, Color::Black, &mut solve).verdict
        };
        assert_eq!(conditional(Some(Condition::Escape)), Verdict::Unknown);
        assert_eq!(conditional(Some(Condition::Surroundings)), Verdict::Proved);
    }
}
