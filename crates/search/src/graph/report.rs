//! The report of a search in a graph.

use super::backup::Backup;
use super::evaluation::Evaluation;
use super::move_choice::{RankedMove, play_selection_values};
use super::node::{Edge, Node};
use super::node_stats::Stats;
use super::node_table::Graph;
use super::selection::{Parent, Selection};
use crate::early_stop::RootStats;
use crate::lead::KomiCorrection;
use crate::report::{Candidate, RawEvaluation, Report, owners};
use crate::root::SearchRoot;
use std::sync::Arc;
use tianyuan_go::Move;

/// The maximum length of a principal variation.
const MOST_MOVES: usize = 200;

/// A move of the root for reports.
struct RootMove {
    mv: Move,
    contender: RankedMove,
    /// The weightless visits.
    weightless: u32,
    child: Arc<Node>,
}

/// Returns the report of a search, without the number of playouts. With `by_move` it includes the ownership after
/// each root move.
pub(super) fn report(
    graph: &Graph,
    root: &SearchRoot,
    backup: &Backup,
    correction: &KomiCorrection,
    by_move: bool,
) -> Report {
    let moves = root_moves(graph, root);
    let merits = merits_of(graph, root, &moves, backup);
    let mut candidates: Vec<(f64, Candidate)> = moves
        .iter()
        .zip(merits)
        .map(|(it, merit)| (merit, candidate(root, it, merit, backup, correction, by_move)))
        .collect();
    candidates.sort_by(|(_, a), (_, b)| {
        (b.edge_visits, b.visits)
            .cmp(&(a.edge_visits, a.visits))
            .then(b.winrate.total_cmp(&a.winrate))
    });
    // The move that would be played comes first, regardless of visits.
    let best = candidates.iter().map(|(merit, _)| *merit).enumerate();
    if let Some((place, _)) = best.reduce(|a, b| if b.1 > a.1 { b } else { a }) {
        candidates[..=place].rotate_right(1);
    }
    let stats = graph.root.stats();
    let found = Found::of(root, &stats, correction);
    let raw = graph.root.evaluation.get().map(|evaluation| raw(root, evaluation, correction));
    let owners_now = ownership(&graph.root).unwrap_or_else(|| vec![0.0; root.game.size().area()]);
    Report {
        visits: visits_of(&moves),
        candidates: candidates.into_iter().map(|(_, candidate)| candidate).collect(),
        playouts: 0,
        weight: stats.weight,
        winrate: found.winrate,
        searched_winrate: found.searched,
        utility: found.utility,
        score_lead: found.lead,
        score_mean: found.mean_score,
        score_selfplay: found.score,
        score_stdev: found.deviation,
        raw,
        human: None,
        ownership: owners(root, owners_now.into_iter()),
    }
}

impl Graph {
    /// Returns the visits of the allowed moves at the root.
    pub(crate) fn visits(&self, root: &SearchRoot) -> u64 {
        visits_of(&root_moves(self, root))
    }
}

fn visits_of(moves: &[RootMove]) -> u64 {
    moves.iter().map(|it| u64::from(it.contender.visits)).sum()
}

/// Returns the allowed moves that have been visited, in the order of their first visits.
fn root_moves(graph: &Graph, root: &SearchRoot) -> Vec<RootMove> {
    let sign = f64::from(graph.root.color.sign());
    graph.root.with_edges(|edges| {
        let of = |edge: &Edge| {
            let (stats, visits, policy) = (edge.child.stats(), edge.visits(), edge.policy);
            let contender = RankedMove { policy, visits, stats, utility: sign * stats.utility };
            let (weightless, child) = (edge.weightless_visits(), edge.child.clone());
            RootMove { mv: edge.mv, contender, weightless, child }
        };
        let visited = |it: &RootMove| {
            it.contender.visits + it.weightless > 0 && !it.contender.stats.is_empty()
        };
        edges.iter().map(of).filter(|it| visited(it) && root.allows(it.mv)).collect()
    })
}

fn merits_of(graph: &Graph, root: &SearchRoot, moves: &[RootMove], backup: &Backup) -> Vec<f64> {
    let contenders: Vec<RankedMove> = moves.iter().map(|it| it.contender).collect();
    let (params, most) = (&backup.params, backup.utility.most());
    let stats = graph.root.stats();
    let parent = Parent {
        stats,
        sign: f64::from(graph.root.color.sign()),
        // First-play urgency has no effect because all of these moves have visits.
        by_net: stats.utility,
        fpu_reduction: root.options.fpu_reduction_max,
        fpu_loss: 0.0,
        weight: contenders.iter().map(RankedMove::weight).sum(),
        visited_policy: 1.0,
    };
    play_selection_values(&contenders, &Selection::new(params, &parent, most), params, most)
}

/// The results for a position, from the side of the player at the root.
struct Found {
    winrate: f64,
    /// The win rate with the dynamic komi of the search.
    searched: f64,
    utility: f64,
    lead: f64,
    mean_score: f64,
    score: f64,
    deviation: f64,
}

impl Found {
    fn of(root: &SearchRoot, stats: &Stats, correction: &KomiCorrection) -> Found {
        let (mean, sign) = (&stats.mean, f64::from(root.color.sign()));
        let searched = 0.5 + 0.5 * sign * mean.win_loss;
        let (winrate, score) = (correction.winrate(searched), sign * mean.score + correction.score);
        let lead = correction.lead(winrate, score, sign * mean.lead);
        Found {
            winrate,
            searched,
            utility: sign * stats.utility,
            lead,
            mean_score: if correction.slope.is_some() { score } else { lead },
            score,
            deviation: mean.deviation(),
        }
    }
}

/// Returns the net's evaluation of the root.
fn raw(root: &SearchRoot, evaluation: &Evaluation, correction: &KomiCorrection) -> RawEvaluation {
    let mean = evaluation.expectation;
    let Found { winrate, lead, score, deviation, .. } =
        Found::of(root, &Stats { mean, ..Stats::default() }, correction);
    RawEvaluation {
        winrate,
        no_result: mean.no_result,
        score_lead: lead,
        score_selfplay: score,
        score_stdev: deviation,
        winrate_error: evaluation.errors.map(|errors| 0.5 * errors.win_loss),
        score_error: evaluation.errors.map(|errors| errors.score),
    }
}

fn candidate(
    root: &SearchRoot,
    it: &RootMove,
    merit: f64,
    backup: &Backup,
    correction: &KomiCorrection,
    by_move: bool,
) -> Candidate {
    let RootMove { mv, contender, child, .. } = it;
    let found = Found::of(root, &contender.stats, correction);
    let bound = contender.bound(&backup.params, backup.utility.most());
    // The move itself comes first, so that a variation is never empty.
    let mut line = vec![(*mv, u64::from(contender.visits + it.weightless))];
    line.extend(principal_variation(child));
    let owned = if by_move { ownership(child) } else { None };
    Candidate {
        mv: *mv,
        visits: u64::from(contender.visits + it.weightless),
        edge_visits: u64::from(contender.visits),
        weight: contender.weight(),
        play_selection_value: merit,
        winrate: found.winrate,
        utility: found.utility,
        utility_lcb: bound.lower,
        score_lead: found.lead,
        score_mean: found.mean_score,
        score_selfplay: found.score,
        score_stdev: found.deviation,
        prior: contender.policy,
        // Utility ranges from -1 to 1, the win rate from 0 to 1.
        lcb: found.winrate - 0.5 * bound.radius,
        pv: line.iter().map(|&(mv, _)| mv).collect(),
        pv_visits: line.iter().map(|&(_, visits)| visits).collect(),
        ownership: owned.map_or_else(Vec::new, |owned| owners(root, owned.into_iter())),
    }
}

/// Returns the principal variation below a node, following the most visited edges, with their visits.
fn principal_variation(node: &Arc<Node>) -> Vec<(Move, u64)> {
    let (mut node, mut line) = (node.clone(), Vec::new());
    while line.len() < MOST_MOVES {
        let next = node.with_edges(|edges| {
            // Of equal edges, the first has the higher policy, but `max_by_key` returns the last.
            let most = edges.iter().rev().max_by_key(|edge| edge.visits());
            let most = most.filter(|edge| edge.visits() > 0)?;
            Some((most.mv, u64::from(most.visits()), most.child.clone()))
        });
        let Some((mv, visits, child)) = next else { break };
        line.push((mv, visits));
        node = child;
    }
    line
}

/// Returns the statistics of the root's moves for early stopping; the most visited move leads.
pub(super) fn summary(graph: &Graph, root: &SearchRoot) -> Option<RootStats> {
    let (moves, none) = (root_moves(graph, root), KomiCorrection::default());
    let winrate = |it: &RootMove| Found::of(root, &it.contender.stats, &none).winrate;
    let told = moves.iter().map(|it| (u64::from(it.contender.visits), winrate(it)));
    // The most visited move, not the one that would be played: early stopping depends on whether visits can still
    // change, and the lower bounds follow them.
    let leading = told.clone().enumerate().rev().max_by_key(|(_, (visits, _))| *visits);
    let (place, _) = leading?;
    let reply = moves[place].child.with_edges(|edges| {
        let most = edges.iter().max_by_key(|edge| edge.visits());
        most.filter(|edge| edge.visits() > 0).map(|edge| edge.child.stats())
    });
    let after_reply = reply.map(|stats| Found::of(root, &stats, &none).winrate);
    RootStats::of(told, place, after_reply)
}

/// The minimum fraction of all visits for the walk to continue below a position.
const LEAST_PART: f64 = 1.0 / 1024.0;

/// Returns Black's ownership of each point, -1 to 1, row by row from the bottom left, or `None` before the first
/// evaluation. Positions are weighted by their fraction of the visits.
pub(super) fn ownership(node: &Arc<Node>) -> Option<Vec<f64>> {
    let mut owners = vec![0.0; node.evaluation.get()?.owners().count()];
    let mut waiting = vec![(node.clone(), 1.0)];
    while let Some((node, part)) = waiting.pop() {
        let Some(evaluation) = node.evaluation.get() else { continue };
        let children: Vec<(Arc<Node>, f64)> = node.with_edges(|edges| {
            let weighed = edges.iter().filter(|edge| edge.child.evaluation.get().is_some());
            weighed.map(|edge| (edge.child.clone(), f64::from(edge.visits()))).collect()
        });
        let visits = 1.0 + children.iter().map(|(_, visits)| visits).sum::<f64>();
        // The walk ends at positions with less than a thousandth of the visits. They change no printed digit, and a
        // report must not take as long as the search.
        let is_leaf = part < LEAST_PART;
        let own = if is_leaf { part } else { part / visits };
        for (sum, owner) in owners.iter_mut().zip(evaluation.owners()) {
            *sum += own * owner;
        }
        if !is_leaf {
            let parts = children.into_iter().filter(|&(_, visits)| visits > 0.0);
            waiting.extend(parts.map(|(child, its)| (child, part * its / visits)));
        }
    }
    Some(owners)
}
