//! The sequence of searches that determines the status of a problem.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tianyuan_go::{Color, with_words};

use crate::frame::LocalMove;
use crate::limits::{SolveLimits, SolveStop};
use crate::problem::{Goal, Problem};
use crate::proof::{Proof, ProofTree};
use crate::search::{Search, Task};
use crate::searches::Searches;
use crate::table::Table;
use crate::value::{FORBIDS, REPEATS, Value};

/// The maximum number of ko threats for which a ko is solved.
pub const MAX_THREATS: u8 = 2;

/// The status of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupStatus {
    /// The owner of the target succeeds: the target lives with two eyes, escapes, is not captured, is connected or has
    /// an eye, whatever the opponent plays.
    Alive,
    /// The opponent succeeds: it captures the target, cuts the connection or prevents the eye, even if the owner has
    /// [`MAX_THREATS`] ko threats more than the opponent.
    Dead,
    /// The target cannot be captured, but its owner cannot make it pass-alive either. Only for [`Goal::Kill`] and
    /// [`Goal::Live`].
    Seki,
    /// The result depends on ko threats.
    Ko {
        /// The side that succeeds if neither side has ko threats: it takes the ko first.
        takes_first: Color,
        /// The least number of ko threats with which the other side succeeds, 1 to [`MAX_THREATS`].
        threats: u8,
    },
    /// A limit was reached.
    Unknown,
}

/// The answer to a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The status of the target with the given side to move.
    pub status: GroupStatus,
    /// `Some(true)` if the owner of the target succeeds without ko threats of either side; `None` if unknown. For
    /// [`Goal::Kill`] and [`Goal::Live`] this is `Some(true)` if the target is not captured, even if it is not known
    /// whether it lives in seki.
    pub defender_succeeds: Option<bool>,
    /// A move of the side to move that leads to the status, or `None` if every move of this side fails.
    pub first_move: Option<LocalMove>,
    /// The principal variation with the colours of the moves. The losing side plays the moves that need the longest
    /// refutations.
    pub variation: Vec<(Color, LocalMove)>,
    /// The number of nodes of all searches.
    pub nodes: u64,
    /// The time of all searches.
    pub time: Duration,
    /// The limit that ended the search, if one did.
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
    threads: usize,
    proof: Option<Proof>,
}

impl Solver {
    /// Returns a solver whose table uses at most `memory` bytes.
    pub fn new(problem: Problem, memory: usize) -> Solver {
        Solver { problem, table: Arc::new(Table::new(memory)), threads: 1, proof: None }
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

    fn solve_words<const W: usize>(&mut self, limits: &SolveLimits<'_>) -> Solution {
        let started = Instant::now();
        let (to_play, defender) = (self.problem.to_play(), self.problem.defender());
        // The searches must own the table to let it grow.
        let table = std::mem::replace(&mut self.table, Arc::new(Table::new(0)));
        let problem = &self.problem;
        let new = || Search::<W>::new(problem, table.clone(), limits, started);
        let mut searches = Searches::new(self.threads, new);
        drop(table);
        let found = Statuses { searches: &mut searches, defender, to_play }.find(problem.goal());
        let stop = searches.all.iter().find_map(|search| search.stop);
        let stop = stop.filter(|_| found.is_unfinished());
        let nodes = searches.all.iter().map(|search| search.nodes).sum();
        let search = &mut searches.all[0];
        self.table = search.table.clone();
        self.proof = found.proof;
        let variation = found.proof.map(|proof| search.variation(proof)).unwrap_or_default();
        let is_success = |proof: Proof| to_play == proof.winner;
        let first_move = found.proof.filter(|&proof| is_success(proof));
        let first_move = first_move.and(variation.iter().map(|&(_, mv)| mv).find(is_move));
        let (status, defender_succeeds) = (found.status, found.defender_succeeds);
        let time = started.elapsed();
        Solution { status, defender_succeeds, first_move, variation, nodes, time, stop }
    }
}

fn is_move(mv: &LocalMove) -> bool {
    *mv != LocalMove::Threat
}

/// The searches of a problem.
struct Statuses<'s, 'a, const W: usize> {
    searches: &'s mut Searches<'a, W>,
    defender: Color,
    to_play: Color,
}

/// The result of the searches, with the search that proves it.
struct Found {
    status: GroupStatus,
    defender_succeeds: Option<bool>,
    proof: Option<Proof>,
}

impl Found {
    fn is_unfinished(&self) -> bool {
        self.status == GroupStatus::Unknown
    }
}

impl<const W: usize> Statuses<'_, '_, W> {
    fn find(&mut self, goal: Goal) -> Found {
        let task = match goal {
            Goal::Kill(_) | Goal::Live(_) | Goal::Capture(_) => Task::Capture,
            Goal::Connect(..) | Goal::Cut(..) => Task::Connect,
            Goal::Eye(_) => Task::Eye,
        };
        let mut found =
            Found { status: GroupStatus::Unknown, defender_succeeds: None, proof: None };
        let Some((value, proof)) = self.run(task, [0, 0]) else { return found };
        found.defender_succeeds = Some(proof.winner == self.defender);
        found.proof = Some(proof);
        // Threats are useless if the ko rule never forbids a move of the losing side.
        if value.flags & (FORBIDS | REPEATS) != 0 {
            match self.ko(task, proof.winner) {
                None => return Found { proof: None, ..found },
                Some(None) => {}
                Some(Some((status, ko_proof))) => {
                    let proof = if proof.winner == self.to_play { proof } else { ko_proof };
                    return Found { status, proof: Some(proof), ..found };
                }
            }
        }
        if proof.winner != self.defender {
            return Found { status: GroupStatus::Dead, ..found };
        }
        if !matches!(goal, Goal::Kill(_) | Goal::Live(_)) {
            return Found { status: GroupStatus::Alive, ..found };
        }
        match self.run(Task::Life, [0, 0]) {
            None => Found { proof: None, ..found },
            Some((_, life)) if life.winner == self.defender => {
                Found { status: GroupStatus::Alive, proof: Some(life), ..found }
            }
            Some(_) => Found { status: GroupStatus::Seki, ..found },
        }
    }

    /// Searches with ko threats of the losing side. Returns `None` if a limit is reached, and `Some(None)` if the
    /// threats do not help.
    #[allow(clippy::type_complexity, reason = "used once")]
    fn ko(&mut self, task: Task, winner: Color) -> Option<Option<(GroupStatus, Proof)>> {
        for threats in 1..=MAX_THREATS {
            let mut numbers = [0, 0];
            numbers[(!winner).index()] = threats;
            let (_, proof) = self.run(task, numbers)?;
            if proof.winner != winner {
                let status = GroupStatus::Ko { takes_first: winner, threats };
                return Some(Some((status, proof)));
            }
        }
        Some(None)
    }

    fn run(&mut self, task: Task, threats: [u8; 2]) -> Option<(Value, Proof)> {
        let value = self.searches.run(task, self.to_play, threats)?;
        let achiever = self.searches.all[0].achiever;
        let winner = if value.pn == 0 { achiever } else { !achiever };
        Some((value, Proof { task, threats, to_play: self.to_play, winner }))
    }
}
