//! An exact solver of life-and-death problems: whether a chain can be captured, connected, or make an eye.
//!
//! A [`Problem`] is a position with a [`Goal`] and a region in which both sides may play. [`Solver::solve`] searches
//! until the [`GroupStatus`] is proved or a limit is reached. [`Solver::proof_tree`] returns all refutations.
//!
//! # Meaning of the answer
//!
//! The answer is exact for the local game:
//!
//! - Both sides play on empty points of the region or pass. Two passes end the game. No stone is played outside.
//! - Captures, ko and suicide follow the [`Rules`](tianyuan_go::Rules). Superko refers to positions since the start.
//! - The achiever has to reach an event, otherwise it fails: the opponent of the target's owner captures the target
//!   ([`Goal::Kill`], [`Goal::Capture`]); the owner joins two chains ([`Goal::Connect`]) or makes an eye
//!   ([`Goal::Eye`]).
//! - Under simple ko the achiever fails if a position repeats with the same side to move.
//! - A side with ko threats may use one if the ko rule forbids it a move: the ban and all earlier positions are
//!   forgotten, and the same side is to move.
//!
//! A chain with a liberty outside of the region can therefore not be captured. Surrounding chains count as safe, and a
//! group that reaches the outside counts as alive. If a status depends on a group that escapes, or on the safety of
//! surrounding chains, it has a [`Condition`]. In a derived region the solver also searches an unconditional status.
//! [`BorderRule`] selects which statuses are searched.
//!
//! The owner of the target can attack surrounding chains outside, with moves that the local game counts as passes. A
//! capture has no condition only if it succeeds before these moves could take the last liberty outside of a surrounding
//! chain that is not pass-alive there. The opponent then wins the capturing race whatever happens outside.
//!
//! # Modules
//!
//! | module | contents |
//! | --- | --- |
//! | `problem`, `region` | problems and their regions |
//! | `target` | the likely target of a position |
//! | `limits`, `solver`, `statuses` | limits, statuses, the sequence of searches |
//! | `search`, `expand`, `events` | df-pn search; the moves of a position; decided positions |
//! | `pruning` | moves that are decided by others |
//! | `frame`, `value` | positions of the path; proof numbers and the validity of results on other paths |
//! | `team`, `searches` | several threads with one table |
//! | `table`, `history` | the transposition table; successful moves, for the order |
//! | `life`, `zone` | static life and eyes; the points that a result depends on |
//! | `proof` | principal variation and proof tree |
//! | `oracle`, `oracle_tests` | tests: a naive solver and the comparison with it |
//! | `shape_tests`, `fuzz_tests` | tests: well-known shapes; random positions |

#![warn(unreachable_pub)]

mod events;
mod expand;
mod frame;
#[cfg(test)]
mod fuzz_tests;
mod history;
mod life;
mod limits;
mod problem;
mod proof;
mod pruning;
mod region;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod oracle_tests;
mod search;
mod searches;
#[cfg(test)]
mod shape_tests;
mod solver;
mod statuses;
mod table;
mod target;
mod team;
mod value;
mod zone;

pub use frame::LocalMove;
pub use limits::{SolveLimits, SolveStop};
pub use problem::{BorderRule, Goal, Problem, ProblemError};
pub use proof::{ProofNode, ProofTree};
pub use region::{closed_region, derived_region};
pub use solver::{Solution, Solver};
pub use statuses::{Condition, GroupStatus, MAX_THREATS};
pub use target::{TargetError, likely_target};
