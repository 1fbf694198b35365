//! A node of the search tree in 32 bytes: a move, its statistics, and the location of its children.
//!
//! Every field is atomic, so that all threads share a tree without locks. Counts use relaxed ordering: a value that
//! is a playout late has little effect on the selection.

use std::sync::atomic::Ordering::*;

// Loom explores all thread interleavings and memory orderings.
#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicU32, AtomicU64};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU32, AtomicU64};

use tianyuan_go::Move;

/// The value of `first_child` for a node without children, and for a node that is being expanded.
pub(super) const LEAF: u32 = 0;
pub(super) const EXPANDING: u32 = u32::MAX;

/// A move from its parent's position, and the statistics of the visits through it.
///
/// Wins are those of the player who makes the move. [`rave`](super::rave) defines the AMAF and prior words.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// The move code in the low half, the number of children in the high half.
    pub(super) mv_and_children: AtomicU32,
    pub(super) first_child: AtomicU32,
    wins: AtomicU64,
    pub(super) visits: AtomicU32,
    /// The AMAF statistics; 0 in a fresh node.
    amaf_word: AtomicU64,
    /// The prior of the move.
    prior: AtomicU32,
}

/// The packed prior of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PriorWord(pub(super) u32);

/// The value of a win. A draw counts half, and less certain results count in between. A power of two, so that sums
/// are exact.
pub(super) const WIN: u32 = 1 << 16;

/// A number of visits and the wins among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Stats {
    /// Visits, or playouts counted like visits.
    pub(super) visits: u32,
    /// The wins among them, in units of 1/[`WIN`].
    pub(super) wins: u64,
}

impl Stats {
    /// Creates statistics from half wins: two for a win, one for a draw.
    pub(super) fn from_half_wins(visits: u32, half_wins: u32) -> Stats {
        Stats { visits, wins: u64::from(half_wins) * u64::from(WIN / 2) }
    }

    /// Returns the fraction of visits won, 0 to 1; 0.5 without visits.
    pub(super) fn winrate(self) -> f64 {
        match self.visits {
            0 => 0.5,
            visits => self.wins as f64 / (f64::from(WIN) * f64::from(visits)),
        }
    }
}

impl Node {
    /// Resets this to the fresh node of a move, without visits.
    pub(super) fn reset(&self, mv: Move, prior: PriorWord) {
        self.mv_and_children.store(u32::from(mv.code()), Relaxed);
        self.first_child.store(LEAF, Relaxed);
        self.wins.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.amaf_word.store(0, Relaxed);
        self.prior.store(prior.0, Relaxed);
    }

    /// Returns the move that leads to this node.
    #[inline]
    pub(super) fn mv(&self) -> Move {
        Move::from_code(self.mv_and_children.load(Relaxed) as u16)
    }

    /// Returns the visits through this node and their wins; visits in progress count as lost.
    #[inline]
    pub(super) fn own(&self) -> Stats {
        Stats { visits: self.visits.load(Relaxed), wins: self.wins.load(Relaxed) }
    }

    /// Returns the packed prior.
    #[inline]
    pub(super) fn prior(&self) -> PriorWord {
        PriorWord(self.prior.load(Relaxed))
    }

    /// Returns the word of AMAF statistics.
    #[inline]
    pub(super) fn amaf_word(&self) -> u64 {
        self.amaf_word.load(Relaxed)
    }

    /// Adds to the AMAF word atomically.
    #[inline]
    pub(super) fn add_to_amaf_word(&self, addend: u64) {
        self.amaf_word.fetch_add(addend, Relaxed);
    }

    /// Adds to the AMAF word by a plain load and store.
    ///
    /// This is several times faster than an atomic addition, but may lose an addition in a race.
    #[inline]
    pub(super) fn add_to_amaf_word_lossy(&self, addend: u64) {
        self.amaf_word.store(self.amaf_word.load(Relaxed) + addend, Relaxed);
    }

    /// Copies the statistics of another node, without its move, prior and children.
    pub(super) fn copy_statistics(&self, from: &Node) {
        self.wins.store(from.wins.load(Relaxed), Relaxed);
        self.visits.store(from.visits.load(Relaxed), Relaxed);
        self.amaf_word.store(from.amaf_word.load(Relaxed), Relaxed);
    }

    /// Starts a visit with a virtual loss: until its result is added, it counts as lost, so that other threads select
    /// other nodes.
    #[inline]
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Adds visits with their results.
    pub(super) fn add(&self, stats: Stats) {
        self.visits.fetch_add(stats.visits, Relaxed);
        self.wins.fetch_add(stats.wins, Relaxed);
    }

    /// Removes visits with their results, saturating at zero.
    pub(super) fn remove(&self, stats: Stats) {
        let less = |visits: u32| Some(visits.saturating_sub(stats.visits));
        let _ = self.visits.fetch_update(Relaxed, Relaxed, less);
        let less = |wins: u64| Some(wins.saturating_sub(stats.wins));
        let _ = self.wins.fetch_update(Relaxed, Relaxed, less);
    }

    /// Adds the result of a started visit, from 0 to [`WIN`].
    #[inline]
    pub(super) fn add_wins(&self, won: u32) {
        self.wins.fetch_add(won.into(), Relaxed);
    }
}

#[cfg(not(all(loom, test)))]
const _: () = assert!(size_of::<Node>() == 32);
