//! A node in playout search: priors counted as visits, and all-moves-as-first (AMAF) statistics.

use crate::tree::node::{Node, PriorWord, Stats, WIN};

/// The words of a node in playout search.
///
/// The AMAF word contains visits in its low half and half wins in its high half. The prior word does too, with 16
/// bits each.
#[derive(Debug, Clone, Copy)]
pub(super) struct AmafNode<'a>(pub(super) &'a Node);

impl AmafNode<'_> {
    /// Packs a prior; its visits and half wins must be below 2^16.
    pub(super) fn pack(prior: Stats) -> PriorWord {
        let half_wins = (prior.wins / u64::from(WIN / 2)) as u32;
        PriorWord(prior.visits | half_wins << 16)
    }

    /// Returns the prior visits and wins.
    #[inline]
    pub(super) fn prior(self) -> Stats {
        let PriorWord(packed) = self.0.prior();
        Stats::from_half_wins(packed & 0xffff, packed >> 16)
    }

    /// Returns the statistics of playouts in which the same player played the move later.
    #[inline]
    pub(super) fn amaf(self) -> Stats {
        let both = self.0.amaf_word();
        Stats::from_half_wins(both as u32, (both >> 32) as u32)
    }

    /// Adds a result of 0 to 2 half wins to the AMAF statistics if the move `was_played`.
    ///
    /// This runs for all siblings of every node on a path, and about half of them were played, so a branch would
    /// often be mispredicted. An atomic addition would cost more than the rare result that is lost in a race.
    #[inline]
    pub(super) fn add_amaf(self, was_played: bool, half_wins: u32) {
        self.0.add_to_amaf_word_lossy(u64::from(was_played) * (1 | u64::from(half_wins) << 32));
    }

    /// Returns the RAVE value of a child for its player, 0 to 1, from results, prior and AMAF.
    ///
    /// The value is β·a + (1 - β)·q with β = r / (r + n + n·r / equiv) (Silver 2009, as used by Pachi and michi).
    /// Here n visits (including the prior's) were won at rate q, and r AMAF visits at rate a. There is no exploration
    /// term: AMAF and priors provide exploration, and an additional term lost games.
    #[inline]
    pub(super) fn value(self, rave_equiv: f32) -> f32 {
        let (own, prior, amaf) = (self.0.own(), self.prior(), self.amaf());
        let n = (own.visits + prior.visits) as f32;
        let q = (own.wins + prior.wins) as i64 as f32 / (n * WIN as f32);
        if amaf.visits == 0 {
            return q;
        }
        let r = amaf.visits as f32;
        let a = amaf.wins as i64 as f32 / (r * WIN as f32);
        let beta = r / (r + n + n * r / rave_equiv);
        beta * a + (1.0 - beta) * q
    }
}

/// Returns the first allowed child with the highest RAVE value after adjustment by `seen`.
#[inline]
pub(super) fn best_child(
    children: &[Node],
    rave_equiv: f32,
    mut seen: impl FnMut(f32) -> f32,
    is_allowed: impl Fn(&Node) -> bool,
) -> Option<usize> {
    let mut best = None;
    let mut highest = f32::MIN;
    for (place, child) in children.iter().enumerate() {
        let value = seen(AmafNode(child).value(rave_equiv));
        // Permission is checked last: it is rarely refused and slower than the comparison.
        if value > highest && is_allowed(child) {
            highest = value;
            best = Some(place);
        }
    }
    best
}
