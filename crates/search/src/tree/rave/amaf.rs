//! A node under playout search: priors counted as visits, and all-moves-as-first (AMAF) statistics.

use crate::tree::node::{Node, PriorWord, Stats, WIN};

/// The words of a node as playout search reads them.
///
/// The AMAF word holds visits in its low half and half wins in its high half, the
/// prior likewise visits and half wins with 16 bits each.
#[derive(Debug, Clone, Copy)]
pub(super) struct AmafNode<'a>(pub(super) &'a Node);

impl AmafNode<'_> {
    /// The packed form of a prior of so many visits, less than 2^16 half wins among them.
    pub(super) fn pack(prior: Stats) -> PriorWord {
        let half_wins = (prior.wins / u64::from(WIN / 2)) as u32;
        PriorWord(prior.visits | half_wins << 16)
    }

    /// Visits and wins that are taken for granted before the first visit.
    #[inline]
    pub(super) fn prior(self) -> Stats {
        let PriorWord(packed) = self.0.prior();
        Stats::from_half_wins(packed & 0xffff, packed >> 16)
    }

    /// Playouts in which the move was played later by the same player.
    #[inline]
    pub(super) fn amaf(self) -> Stats {
        let both = self.0.amaf_word();
        Stats::from_half_wins(both as u32, (both >> 32) as u32)
    }

    /// Adds a result of 0 to 2 half wins to the AMAF statistics where the move `was_played`.
    ///
    /// This is called for all siblings of every node of a path, and about half of them were played,
    /// so a branch would be mispredicted often. An atomic addition would cost more than the one
    /// result among thousands that is lost where two threads meet.
    #[inline]
    pub(super) fn add_amaf(self, was_played: bool, half_wins: u32) {
        self.0.add_to_amaf_word_lossy(u64::from(was_played) * (1 | u64::from(half_wins) << 32));
    }

    /// The value of a child for its player, 0 to 1, from results, prior and AMAF (RAVE).
    ///
    /// With n visits (the prior's among them) won at rate q, and r AMAF visits won at rate a, the
    /// value is β·a + (1 - β)·q with β = r / (r + n + n·r / equiv) (Silver 2009, as used by Pachi
    /// and michi). There is no exploration term: AMAF and priors explore, and any more of it loses
    /// games.
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

/// The first child whose RAVE value seems highest, among those that are allowed.
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
        // The permission is asked last: it is rarely refused and takes longer than a comparison.
        if value > highest && is_allowed(child) {
            highest = value;
            best = Some(place);
        }
    }
    best
}
