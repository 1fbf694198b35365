//! A node of the search tree, in 32 bytes: a move, its statistics, and where its children are.
//!
//! Every field is atomic, so that all threads share one tree without locks. Counts are read and added
//! with relaxed ordering: a value that is a playout late only shifts a choice.

use std::sync::atomic::Ordering::*;

// Loom tries all orders in which threads may meet, and what each may see then.
#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicU32, AtomicU64};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU32, AtomicU64};

use crate::go::Move;

/// `first_child` of a node without children, and of one whose children are being made.
pub(super) const LEAF: u32 = 0;
pub(super) const EXPANDING: u32 = u32::MAX;

/// A move from its parent's position, and what playouts through it said.
///
/// Wins are those of the player who makes the move.
#[derive(Debug, Default)]
pub struct Node {
    /// The move's code in the low half, the number of children in the high half.
    pub(super) mv_and_children: AtomicU32,
    pub(super) first_child: AtomicU32,
    wins: AtomicU64,
    pub(super) visits: AtomicU32,
    /// Where playouts alone are searched, AMAF: the visits in the low half, the half wins in the high
    /// half. Where a net guides the search, the sum of the squares of results, in parts of [`WIN`].
    beside: AtomicU64,
    /// Visits taken for granted in the low half, half wins of them in the high half.
    prior: AtomicU32,
}

/// What counts as a win. A drawn game is half of it, and what is less certain anything between: a
/// power of two, so that nothing is lost by counting in these parts.
pub const WIN: u32 = 1 << 16;

/// Visits and wins of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Playouts.
    pub visits: u32,
    /// The wins among them, in parts of [`WIN`].
    pub wins: u64,
}

impl Stats {
    /// Visits of which some half were won.
    pub fn halves(visits: u32, half_wins: u32) -> Stats {
        Stats { visits, wins: u64::from(half_wins) * u64::from(WIN / 2) }
    }

    /// The share of playouts won; half where there was none.
    pub fn winrate(self) -> f64 {
        match self.visits {
            0 => 0.5,
            visits => self.wins as f64 / (f64::from(WIN) * f64::from(visits)),
        }
    }
}

impl Node {
    /// Makes it the fresh node of a move.
    pub(super) fn reset(&self, mv: Move, prior: Stats) {
        self.mv_and_children.store(u32::from(mv.code()), Relaxed);
        self.first_child.store(LEAF, Relaxed);
        self.wins.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.beside.store(0, Relaxed);
        let half_wins = (prior.wins / u64::from(WIN / 2)) as u32;
        self.prior.store(prior.visits | half_wins << 16, Relaxed);
    }

    /// The move that leads here.
    #[inline]
    pub fn mv(&self) -> Move {
        Move::from_code(self.mv_and_children.load(Relaxed) as u16)
    }

    /// Playouts through this node.
    #[inline]
    pub fn own(&self) -> Stats {
        Stats { visits: self.visits.load(Relaxed), wins: self.wins.load(Relaxed) }
    }

    /// Playouts in which the move was played later by the same player.
    #[inline]
    pub fn amaf(&self) -> Stats {
        let both = self.beside.load(Relaxed);
        Stats::halves(both as u32, (both >> 32) as u32)
    }

    /// What was known beforehand.
    #[inline]
    pub fn prior(&self) -> Stats {
        let packed = self.prior.load(Relaxed);
        Stats::halves(packed & 0xffff, packed >> 16)
    }

    /// Takes over what playouts said of another node.
    pub(super) fn graft(&self, from: &Node) {
        self.wins.store(from.wins.load(Relaxed), Relaxed);
        self.visits.store(from.visits.load(Relaxed), Relaxed);
        self.beside.store(from.beside.load(Relaxed), Relaxed);
    }

    /// Counts a playout that is about to begin: until its result is in, it stands for a loss.
    #[inline]
    pub fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Adds the result of a playout that was entered, up to a [`WIN`].
    #[inline]
    pub fn win(&self, won: u32) {
        self.wins.fetch_add(won.into(), Relaxed);
    }

    /// The sum of the squares of results, in parts of [`WIN`], where a net guides the search.
    #[inline]
    pub fn squares(&self) -> u64 {
        self.beside.load(Relaxed)
    }

    /// Adds the square of a result, up to a [`WIN`], where a net guides the search.
    #[inline]
    pub fn add_square(&self, won: u32) {
        let square = u64::from(won) * u64::from(won) / u64::from(WIN);
        self.beside.fetch_add(square, Relaxed);
    }

    /// Adds a result, 0 to 2 half wins, to the AMAF statistics where the move `was_played`.
    ///
    /// This is asked of all moves beside every node of a playout and true of about half of them, so
    /// there is no branch, and no atomic addition either: where two threads meet, one result is
    /// lost among thousands.
    #[inline]
    pub fn amaf_update(&self, was_played: bool, half_wins: u32) {
        let update = u64::from(was_played) * (1 | u64::from(half_wins) << 32);
        self.beside.store(self.beside.load(Relaxed) + update, Relaxed);
    }
}

#[cfg(not(all(loom, test)))]
const _: () = assert!(size_of::<Node>() == 32);
