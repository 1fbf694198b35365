//! What a search tells while it runs and when it ends.

use crate::go::{Move, Point};

use super::round::Round;
use super::tally::{Scores, Tally};
use super::tree::{Node, Tree};

/// One move that the search considered at the root.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Playouts that began with it, those of earlier searches among them.
    pub visits: u64,
    /// The share of them that the player to move won, 0 to 1, priors left out.
    pub winrate: f64,
    /// The mean result in points, for the player to move.
    pub score_lead: f64,
    /// The standard deviation of the result in points.
    pub score_stdev: f64,
    /// The share of the prior wins that it got among its siblings, 0 to 1.
    pub prior: f64,
    /// A lower confidence bound of the winrate; may be below 0.
    pub lcb: f64,
    /// The principal variation, this move first.
    pub pv: Vec<Move>,
}

/// The state of a search.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The moves that were visited, best first.
    pub candidates: Vec<Candidate>,
    /// Playouts of the whole tree, those of earlier searches that led here among them.
    pub visits: u64,
    /// Playouts of this search.
    pub playouts: u64,
    /// The share of playouts that the player to move won, 0 to 1.
    pub winrate: f64,
    /// The mean result in points, for the player to move.
    pub score_lead: f64,
    /// The standard deviation of the result in points.
    pub score_stdev: f64,
    /// Who owned each point at the end of playouts, -1 to 1, positive for the player to move; row
    /// by row from the bottom left.
    pub ownership: Vec<(Point, f64)>,
}

impl Report {
    /// The move that the search would play, `None` where it had no time for any.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }
}

/// Standard errors below the winrate at which the lower bound lies.
const LCB_ERRORS: f64 = 1.96;

/// Visits below which a variation is not followed.
const PV_VISITS: u32 = 2;

/// Sums up what all threads found so far.
pub(super) fn report(round: &Round<'_>, tallies: &[Tally]) -> Report {
    let tree = &round.tree;
    let root = tree.root();
    let children = tree.children(root);
    let prior_wins: f64 = children.iter().map(|child| f64::from(child.prior().half_wins)).sum();
    let mut candidates: Vec<Candidate> = children
        .iter()
        .enumerate()
        .filter(|(_, child)| child.own().visits > 0)
        .map(|(i, child)| candidate(round, tallies, i, child, prior_wins))
        .collect();
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.winrate.total_cmp(&a.winrate)));
    let playouts: i64 = tallies.iter().map(Tally::playouts).sum();
    let owned = |point| tallies.iter().map(|tally| tally.owned(point, round.color)).sum::<i64>();
    let share = |point| (point, owned(point) as f64 / playouts.max(1) as f64);
    let scores: Scores = (0..children.len()).map(|i| scores_of(tallies, i)).sum();
    let (score_lead, score_stdev) = scores.spread(round.color);
    for candidate in &mut candidates {
        // A move may have all its visits from the searches before this one.
        if candidate.score_stdev == 0.0 {
            (candidate.score_lead, candidate.score_stdev) = (score_lead, score_stdev);
        }
    }
    let wins: f64 = candidates.iter().map(|c| c.winrate * c.visits as f64).sum();
    let visits: u64 = candidates.iter().map(|c| c.visits).sum();
    Report {
        winrate: if visits > 0 { wins / visits as f64 } else { 0.5 },
        candidates,
        visits: u64::from(tree.visits()),
        playouts: playouts as u64,
        score_lead,
        score_stdev,
        ownership: round.game.size().points().map(share).collect(),
    }
}

fn candidate(
    round: &Round<'_>,
    tallies: &[Tally],
    place: usize,
    child: &Node,
    prior_wins: f64,
) -> Candidate {
    let own = child.own();
    let (visits, winrate) = (f64::from(own.visits), own.winrate());
    let (score_lead, score_stdev) = scores_of(tallies, place).spread(round.color);
    Candidate {
        mv: child.mv(),
        visits: u64::from(own.visits),
        winrate,
        score_lead,
        score_stdev,
        prior: f64::from(child.prior().half_wins) / prior_wins.max(1.0),
        lcb: winrate - LCB_ERRORS * (winrate.mul_add(-winrate, winrate).max(0.01) / visits).sqrt(),
        pv: principal_variation(&round.tree, child),
    }
}

/// The scores of a root child over all threads.
fn scores_of(tallies: &[Tally], place: usize) -> Scores {
    tallies.iter().map(|tally| tally.scores(place)).sum()
}

/// The moves that were visited most, from a node down.
fn principal_variation(tree: &Tree, first: &Node) -> Vec<Move> {
    let mut pv = vec![first.mv()];
    let mut node = first;
    while let Some(next) = tree.children(node).iter().max_by_key(|child| child.own().visits) {
        if next.own().visits < PV_VISITS {
            break;
        }
        pv.push(next.mv());
        node = next;
    }
    pv
}
