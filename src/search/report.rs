//! What a search tells while it runs and when it ends.

use crate::go::{Move, Point};

/// One move that the search considered at the root.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Playouts that began with it.
    pub visits: u64,
    /// The share of them that the player to move won, 0 to 1, priors left out.
    pub winrate: f64,
    /// The mean result in points, for the player to move.
    pub score_lead: f64,
    /// The standard deviation of the result in points.
    pub score_stdev: f64,
    /// The share of the prior that it got among its siblings, 0 to 1.
    pub prior: f64,
    /// A lower confidence bound of the winrate; may be below 0.
    pub lcb: f64,
    /// The principal variation, this move first.
    pub pv: Vec<Move>,
}

/// The state of a search.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The moves, best first.
    pub candidates: Vec<Candidate>,
    /// Playouts of the whole tree.
    pub visits: u64,
    /// The share of playouts that the player to move won, 0 to 1.
    pub winrate: f64,
    /// The mean result in points, for the player to move.
    pub score_lead: f64,
    /// The standard deviation of the result in points.
    pub score_stdev: f64,
    /// Who owned each point at the end of playouts, -1 to 1, positive for the player to move; in
    /// the order of [`BoardSize::points`](crate::go::BoardSize::points).
    pub ownership: Vec<(Point, f64)>,
}
