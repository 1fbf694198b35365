//! Others that search the same position at the same time, each in a tree of its own.
//!
//! It does not know what they are. What they have found in the top of their trees is added to that of this
//! one, and the other way round, several times a second.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use tianyuan_go::{Color, Game, Move};

use super::limits::Limits;

/// A search that others are to make too.
#[derive(Debug, Clone)]
pub struct DistributedSearchTask {
    /// The game up to the position.
    pub game: Arc<Game>,
    /// The player to move.
    pub color: Color,
    /// Half points that White gets in playouts in addition to the compensation by the rules.
    pub dynamic_komi: i32,
    /// The seed of the playouts.
    pub seed: u64,
    /// Whether it begins without what earlier searches found.
    pub is_fresh: bool,
    /// Whether all wait for each other at each exchange, so that what they find depends on no order in
    /// time.
    pub in_step: bool,
    /// The limits of all together.
    pub limits: Limits,
}

/// What trees have found of a node.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NodeStatsDelta {
    /// The moves from the root to the node.
    pub moves: Vec<Move>,
    /// Visits.
    pub visits: u32,
    /// The wins among them for the player of the last move, in parts of 2^16.
    pub wins: u64,
    /// Sums of AMAF visits and half wins.
    pub word: u64,
    /// The mean score of these visits, in points for Black.
    pub score: f32,
}

/// What trees have found since they told it last.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StatsDelta {
    /// The playouts that were made.
    pub playouts: u64,
    /// The nodes with the most visits.
    pub nodes: Vec<NodeStatsDelta>,
}

/// What one of those that search together is of them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The playouts that are made here, where their number is limited.
    pub playouts: Option<u64>,
    /// The place of this one among all, from 0 on.
    pub place: u32,
    /// How many search.
    pub all: u32,
}

/// Others that search along.
pub trait SearchPeers: Debug + Send + Sync {
    /// Lets the others begin a search. Answers the share of it that is made here, or `None` where nobody
    /// takes part.
    fn begin(&self, task: &DistributedSearchTask) -> Option<Share>;

    /// Tells what was found here, and answers what the others have found since the last call. Waits for
    /// nobody; in step, until the others that still search have called this as often.
    fn exchange(&self, found: StatsDelta) -> StatsDelta;

    /// Ends the search of all, and answers what the others have found since the last call. They are waited
    /// for so long at most where they have to make their part of the playouts.
    fn finish(&self, found: StatsDelta, most: Duration) -> StatsDelta;
}
