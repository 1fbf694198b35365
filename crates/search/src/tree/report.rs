//! The report of a search in a tree.

use tianyuan_go::{Color, Point};

use super::atomic_mean::Scores;
use super::node::Node;
use super::rave::Rave;
use super::table::Tree;
use crate::lead::{KomiCorrection, KomiSlope};
use crate::report::{Candidate, Report, owners};
use crate::root::SearchRoot;
use crate::root_options::apply_temperature;

/// The number of standard errors between the win rate and its lower bound.
const LCB_ERRORS: f64 = 1.96;

/// Returns the lower bound of a win rate after `visits` visits.
fn lower_bound(visits: f64, winrate: f64) -> f64 {
    winrate - LCB_ERRORS * (winrate.mul_add(-winrate, winrate).max(0.01) / visits).sqrt()
}

/// Returns the report of a search, without the number of playouts. With `by_move` it includes the ownership after
/// each root move.
pub(super) fn report(tree: &Tree, root: &SearchRoot, by_move: bool) -> Report {
    let children = tree.children(tree.root());
    let priors = priors(children, root);
    let scores = tree.scores(tree.root());
    let scores =
        || children.iter().zip(scores).map(|(child, mean)| mean.scores(child.own().visits));
    let all: Scores = scores().sum();
    let (score_mean, score_stdev) = spread(all, root.color);
    let correction = correction(root, score_stdev);
    let ownership = match tree.ownership(tree.root()) {
        Some(mean) => owners(root, mean.means()),
        None => owners(root, std::iter::repeat(0.0)),
    };
    let is_candidate = |child: &Node| child.own().visits > 0 && root.allows(child.mv());
    let mut candidates: Vec<Candidate> = children
        .iter()
        .zip(scores())
        .zip(priors)
        .filter(|((child, _), _)| is_candidate(child))
        .map(|((child, own), prior)| Candidate {
            prior,
            ownership: if by_move { owners_after(tree, root, child) } else { Vec::new() },
            ..candidate(tree, root, child, own.shrunk(all), &correction)
        })
        .collect();
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.winrate.total_cmp(&a.winrate)));
    let weighted: f64 = candidates.iter().map(|c| c.utility * c.visits as f64).sum();
    let visits: u64 = candidates.iter().map(|c| c.visits).sum();
    let utility = if visits > 0 { weighted / visits as f64 } else { 0.0 };
    let searched_winrate = 0.5 + 0.5 * utility;
    let winrate = correction.winrate(searched_winrate);
    Report {
        winrate,
        searched_winrate,
        utility,
        weight: visits as f64,
        raw: None,
        human: None,
        score_lead: correction.lead(winrate, score_mean, score_mean),
        score_mean,
        score_selfplay: score_mean,
        candidates,
        visits: u64::from(tree.visits()),
        playouts: 0,
        score_stdev,
        ownership,
    }
}

/// Returns the priors of the root's moves, with the root options applied.
fn priors(children: &[Node], root: &SearchRoot) -> Vec<f64> {
    let weights = || children.iter().map(Rave::prior_weight);
    let sum = weights().sum::<f64>().max(2.0);
    let mut priors: Vec<f64> = weights().map(|weight| weight / sum).collect();
    apply_temperature(&mut priors, root.options.policy_temperature);
    priors
}

/// Returns a candidate without prior and ownership, which depend on its siblings.
fn candidate(
    tree: &Tree,
    root: &SearchRoot,
    child: &Node,
    scores: Scores,
    correction: &KomiCorrection,
) -> Candidate {
    let own = child.own();
    let (visits, searched) = (f64::from(own.visits), own.winrate());
    let winrate = correction.winrate(searched);
    let (score_mean, score_stdev) = spread(scores, root.color);
    let line = principal_variation(tree, child);
    Candidate {
        mv: child.mv(),
        visits: u64::from(own.visits),
        edge_visits: u64::from(own.visits),
        weight: visits,
        play_selection_value: visits,
        winrate,
        utility: utility(searched),
        utility_lcb: utility(lower_bound(visits, searched)),
        score_lead: correction.lead(winrate, score_mean, score_mean),
        score_mean,
        score_selfplay: score_mean,
        score_stdev,
        prior: 0.0,
        lcb: lower_bound(visits, winrate),
        pv: line.iter().map(|node| node.mv()).collect(),
        pv_visits: line.iter().map(|node| u64::from(node.own().visits)).collect(),
        ownership: Vec::new(),
    }
}

/// Returns the conversion of results of playouts with dynamic komi to the komi of the game. Scores do not
/// include dynamic komi. `deviation` is the standard deviation of all scores in points.
fn correction(root: &SearchRoot, deviation: f64) -> KomiCorrection {
    let slope = KomiSlope::of_playouts(deviation);
    KomiCorrection {
        log_odds: slope.times(root.dynamic_points()),
        slope: Some(slope),
        ..KomiCorrection::default()
    }
}

/// Returns the utility in a tree: the win rate alone, with dynamic komi.
fn utility(winrate: f64) -> f64 {
    2.0 * winrate - 1.0
}

/// Returns the mean, for a colour, and the standard deviation in points.
fn spread(scores: Scores, color: Color) -> (f64, f64) {
    (scores.mean * f64::from(color.sign()), scores.variance.sqrt())
}

/// Returns the ownership of each point after a move.
///
/// Ownership is stored only at nodes with children, so the first visits of a move are missing; few visits are shrunk
/// towards the mean of all moves.
fn owners_after(tree: &Tree, root: &SearchRoot, child: &Node) -> Vec<(Point, f64)> {
    let Some(all) = tree.ownership(tree.root()) else { return Vec::new() };
    match tree.ownership(child) {
        Some(own) => owners(root, own.shrunk(all.means())),
        None => owners(root, all.means()),
    }
}

/// Returns the principal variation from a node on: always the most visited child.
fn principal_variation<'a>(tree: &'a Tree, first: &'a Node) -> Vec<&'a Node> {
    let most_visited = |node: &&'a Node| {
        let children = tree.children(node).iter();
        children.max_by_key(|child| child.own().visits).filter(|child| child.own().visits > 0)
    };
    std::iter::successors(Some(first), most_visited).collect()
}
