//! The solver of a problem: limits, threads, table, and a wider region if the result depends on the border.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tianyuan_go::{Color, with_words};

use crate::frame::LocalMove;
use crate::limits::{SolveLimits, SolveStop};
use crate::problem::{BorderRule, Problem};
use crate::proof::{Proof, ProofTree};
use crate::search::Search;
use crate::searches::Searches;
use crate::statuses::{Condition, Found, GroupStatus, Statuses};
use crate::table::Table;

/// The answer to a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The status of the target with the given side to move.
    pub status: GroupStatus,
    /// `Some(true)` if the owner of the target succeeds without ko threats of either side; `None` if unknown. For the
    /// goals [`Kill`](crate::Goal::Kill) and [`Live`](crate::Goal::Live) this is `Some(true)` if the target is not
    /// captured, even if it is not known whether it lives in seki.
    pub defender_succeeds: Option<bool>,
    /// The condition of the status, if no unconditional proof was found or wanted.
    pub condition: Option<Condition>,
    /// A move of the side to move that leads to the status, or `None` if every move of this side fails. With
    /// [`SolveStop::Border`] a move that succeeds inside of the region.
    pub first_move: Option<LocalMove>,
    /// The principal variation with the colours of the moves. The losing side plays the moves that need the longest
    /// refutations.
    pub variation: Vec<(Color, LocalMove)>,
    /// The number of nodes of all searches.
    pub nodes: u64,
    /// The time of all searches.
    pub time: Duration,
    /// The reason why the status is unknown, if it is.
    pub stop: Option<SolveStop>,
}

/// A solver of one problem. It keeps its transposition table, so an unfinished problem can be continued.
///
/// ```
/// use tianyuan_go::{Board, BoardSize, Color, Diagram, Rules};
/// use tianyuan_solver::{Goal, GroupStatus, LocalMove, Problem, SolveLimits, Solver};
///
/// let diagram = Diagram::parse("
///     . a . X O
///     X X X X O
///     O O O O O
///     . . . . .
///     . . . . .");
/// let target = diagram.size.point(0, 3);
/// let region = Some(diagram.size.points().filter(|p| diagram.size.row(*p) == 4).collect());
/// let (board, rules) = (diagram.board(), Rules::CHINESE);
/// let problem = Problem::new(&board, &rules, Color::White, Goal::Kill(target), region)?;
/// let solution = Solver::new(problem, 1 << 20).solve(&SolveLimits::default());
/// assert_eq!(solution.status, GroupStatus::Dead);
/// assert_eq!(solution.first_move, Some(LocalMove::Play(diagram.mark('a'))));
/// # Ok::<(), tianyuan_solver::ProblemError>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    problem: Problem,
    table: Arc<Table>,
    memory: usize,
    threads: usize,
    proof: Option<Proof>,
}

impl Solver {
    /// Returns a solver whose table uses at most `memory` bytes.
    pub fn new(problem: Problem, memory: usize) -> Solver {
        let table = Arc::new(Table::new(memory));
        Solver { problem, table, memory, threads: 1, proof: None }
    }

    /// Sets the number of threads, at least 1. The status and its proof do not depend on it; the order of the search
    /// does. The threads share the table and the limits.
    pub fn with_threads(self, threads: usize) -> Solver {
        Solver { threads: threads.max(1), ..self }
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Searches until the status is known or a limit is reached.
    pub fn solve(&mut self, limits: &SolveLimits<'_>) -> Solution {
        with_words!(self.problem.board().size(), W => self.solve_words::<W>(limits))
    }

    /// Returns the proof of the last solution: at each position a successful move of the winning side, or all moves of
    /// the losing side. `None` if the last call of [`solve`](Self::solve) did not find a status.
    ///
    /// The tree has at most `max_nodes` positions; deeper ones are omitted. Positions that are no longer in the table
    /// are searched again within the limits.
    pub fn proof_tree(&mut self, max_nodes: usize, limits: &SolveLimits<'_>) -> Option<ProofTree> {
        let proof = self.proof?;
        with_words!(self.problem.board().size(), W => {
            let started = Instant::now();
            let mut search = Search::<W>::new(&self.problem, self.table.clone(), limits, started);
            search.proof_tree(proof, max_nodes)
        })
    }

    /// Solves the problem in its region, then in a wider one if the status depends on the outside.
    fn solve_words<const W: usize>(&mut self, limits: &SolveLimits<'_>) -> Solution {
        let narrow = self.solve_region::<W>(limits);
        let mut problem = self.problem.clone();
        let is_open = narrow.condition.is_some() || narrow.stop == Some(SolveStop::Border);
        let wants_more = problem.border_rule() != BorderRule::Escape;
        let opponent = !problem.defender();
        let before = problem.surroundings(opponent).safe_moves;
        if !is_open || !wants_more || narrow.nodes >= limits.nodes || !problem.widen() {
            return narrow;
        }
        let is_kill = narrow.defender_succeeds == Some(false);
        if is_kill && !more_moves(before, problem.surroundings(opponent).safe_moves) {
            return narrow;
        }
        let nodes = limits.nodes - narrow.nodes;
        let time = limits.time.map(|time| time.saturating_sub(narrow.time));
        // The table is kept for the proof unless the other one would become too small.
        if self.table.bytes() > self.memory / 2 {
            self.table = Arc::new(Table::new(0));
        }
        let memory = self.memory.saturating_sub(self.table.bytes());
        let mut wider = Solver::new(problem, memory).with_threads(self.threads);
        let wide = wider.solve_region::<W>(&SolveLimits { nodes, time, ..*limits });
        let (nodes, time) = (narrow.nodes + wide.nodes, narrow.time + wide.time);
        if wide.status != GroupStatus::Unknown {
            *self = wider;
            return Solution { nodes, time, ..wide };
        }
        let is_cancelled = wide.stop == Some(SolveStop::Cancelled);
        let stop = if is_cancelled { wide.stop } else { narrow.stop };
        let stop = stop.filter(|_| narrow.status == GroupStatus::Unknown);
        Solution { nodes, time, stop, ..narrow }
    }

    fn solve_region<const W: usize>(&mut self, limits: &SolveLimits<'_>) -> Solution {
        let started = Instant::now();
        let (to_play, defender) = (self.problem.to_play(), self.problem.defender());
        // The searches must own the table to let it grow.
        let table = std::mem::replace(&mut self.table, Arc::new(Table::new(0)));
        let problem = &self.problem;
        let new = || Search::<W>::new(problem, table.clone(), limits, started);
        let mut searches = Searches::new(self.threads, new);
        drop(table);
        let mut statuses = Statuses {
            searches: &mut searches,
            defender,
            to_play,
            border_rule: problem.border_rule(),
            has_exits: !problem.exits().is_empty(),
            is_closed: problem.has_closed_region(),
            has_safe_surroundings: problem.surroundings(!defender).are_safe(),
            relies_on_outside: problem.surroundings(defender).safe_moves.is_some(),
        };
        let Found { status, defender_succeeds, proof, condition } = statuses.find(problem.goal());
        let limit = searches.all.iter().find_map(|search| search.stop);
        let is_refused = condition.is_some() && problem.border_rule() == BorderRule::Strict;
        let (status, stop) = if is_refused {
            (GroupStatus::Unknown, limit.or(Some(SolveStop::Border)))
        } else {
            (status, limit.filter(|_| status == GroupStatus::Unknown))
        };
        let nodes = searches.all.iter().map(|search| search.nodes).sum();
        let search = &mut searches.all[0];
        self.table = search.table.clone();
        self.proof = proof.filter(|_| !is_refused);
        let variation = proof.map(|proof| search.variation(proof)).unwrap_or_default();
        let first_move = proof.filter(|proof| to_play == proof.winner);
        let first_move = first_move.and(variation.iter().map(|&(_, mv)| mv).find(is_move));
        let time = started.elapsed();
        Solution {
            status,
            defender_succeeds,
            condition: condition.filter(|_| !is_refused),
            first_move,
            variation,
            nodes,
            time,
            stop,
        }
    }
}

/// Returns `true` if the second number of moves is larger; `None` is unlimited.
fn more_moves(first: Option<u8>, second: Option<u8>) -> bool {
    first.is_some_and(|first| second.is_none_or(|second| second > first))
}

fn is_move(mv: &LocalMove) -> bool {
    *mv != LocalMove::Threat
}
