//! Peers: other processes that search the same position in their own trees.
//!
//! The statistics of the top of the trees are exchanged several times per second.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use tianyuan_go::{Color, Game, Move};

use super::limits::Limits;

/// A search that peers join.
#[derive(Debug, Clone)]
pub struct DistributedSearchTask {
    /// The game up to the position.
    pub game: Arc<Game>,
    /// The player to move.
    pub color: Color,
    /// Half points that White receives in playouts in addition to the compensation of the rules (dynamic komi).
    pub dynamic_komi: i32,
    /// The seed of the playouts.
    pub seed: u64,
    /// `true` if the search starts without earlier trees.
    pub is_fresh: bool,
    /// `true` if peers wait for each other at each exchange (lockstep), so that results do not depend on timing.
    pub in_step: bool,
    /// The limits of all peers together.
    pub limits: Limits,
}

/// The statistics of a node.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NodeStatsDelta {
    /// The moves from the root to the node.
    pub moves: Vec<Move>,
    /// Visits.
    pub visits: u32,
    /// The wins among them for the player of the last move, in units of 2^-16.
    pub wins: u64,
    /// Sums of AMAF visits and half wins.
    pub word: u64,
    /// The mean score of these visits, in points for Black.
    pub score: f32,
}

/// The change of tree statistics since the last exchange.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StatsDelta {
    /// The number of playouts.
    pub playouts: u64,
    /// The nodes with the most visits.
    pub nodes: Vec<NodeStatsDelta>,
}

/// The share of one peer in a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The number of playouts of this peer, if limited.
    pub playouts: Option<u64>,
    /// The index of this peer, from 0.
    pub place: u32,
    /// The number of peers.
    pub all: u32,
}

/// The interface to the other peers.
pub trait SearchPeers: Debug + Send + Sync {
    /// Starts a search at the peers. Returns the share of this process, or `None` if no peer takes part.
    fn begin(&self, task: &DistributedSearchTask) -> Option<Share>;

    /// Sends the local statistics, and returns those of the peers since the last call. Does not wait, except in
    /// lockstep: until the active peers have called this equally often.
    fn exchange(&self, found: StatsDelta) -> StatsDelta;

    /// Ends the search of all peers, and returns their statistics since the last call. Waits for them at most this
    /// long if they have to complete their playouts.
    fn finish(&self, found: StatsDelta, most: Duration) -> StatsDelta;
}
