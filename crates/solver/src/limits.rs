//! Limits of a search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The limits of a call of [`Solver::solve`](crate::Solver::solve). Memory is limited by
/// [`Solver::new`](crate::Solver::new).
#[derive(Debug, Clone, Copy)]
pub struct SolveLimits<'a> {
    /// The maximum number of nodes.
    pub nodes: u64,
    /// The maximum time, checked every 64 nodes.
    pub time: Option<Duration>,
    /// A flag that ends the search when it becomes `true`.
    pub cancelled: Option<&'a AtomicBool>,
}

impl Default for SolveLimits<'_> {
    /// Returns limits of a billion nodes and no time.
    fn default() -> Self {
        SolveLimits { nodes: 1_000_000_000, time: None, cancelled: None }
    }
}

/// The reason why a status is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolveStop {
    /// The number of nodes.
    Nodes,
    /// The time.
    Time,
    /// The flag for cancellation.
    Cancelled,
    /// A line of 500 moves.
    Depth,
    /// The status depends on the outside of the region under [`BorderRule::Strict`](crate::BorderRule::Strict).
    Border,
}
