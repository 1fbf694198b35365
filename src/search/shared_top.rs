//! The top of a tree, which partners share: what was found there since it was told last.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::go::Move;

use super::mean::ScoreMean;
use super::node::{Node, Stats};
use super::params::SharingParams;
use super::partners::{Gains, NodeGain, Partners};
use super::regime::Regime;
use super::tree::Tree;

/// Statistics of a node that are sums.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    stats: Stats,
    squares: u64,
    score: f64,
}

/// What is known of a node of the top.
#[derive(Debug, Default)]
struct Known {
    /// What it had after the last exchange, that of the others among it.
    told: Sums,
    /// What others have found of it, and this tree has no node for yet.
    waiting: Sums,
}

/// The top of a tree that is shared with partners.
#[derive(Debug)]
pub(super) struct SharedTop {
    partners: Arc<dyn Partners>,
    params: SharingParams,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    known: HashMap<Vec<Move>, Known>,
    /// The time of the search at which the next exchange is due.
    due: Duration,
    /// The playouts of this tree that were told.
    playouts: u64,
}

impl SharedTop {
    /// The top of a tree with which a search begins; what the tree knows already, the others know too.
    pub(super) fn new<R: Regime>(
        partners: Arc<dyn Partners>,
        params: &SharingParams,
        tree: &Tree,
    ) -> SharedTop {
        let mut state =
            State { due: Duration::from_millis(params.share_from.into()), ..State::default() };
        let least = least_visits(tree, params) / 10 + 1;
        for (moves, sums) in top::<R>(tree, params, least) {
            state.known.entry(moves).or_default().told = sums;
        }
        SharedTop { partners, params: params.clone(), state: Mutex::new(state) }
    }

    /// Exchanges with the partners if that is due after such a time and so many playouts here. Answers the
    /// playouts that the others have made since.
    pub(super) fn exchange<R: Regime>(&self, tree: &Tree, elapsed: Duration, playouts: u64) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if elapsed < state.due {
            return 0;
        }
        state.due = elapsed + Duration::from_millis(self.params.share_every.into());
        let found = state.found::<R>(tree, &self.params, playouts);
        state.take::<R>(tree, self.partners.exchange(found))
    }

    /// Exchanges for the last time, and waits so long at most for the partners; answers as
    /// [`exchange`](Self::exchange) does.
    pub(super) fn finish<R: Regime>(&self, tree: &Tree, playouts: u64, most: Duration) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let found = state.found::<R>(tree, &self.params, playouts);
        state.take::<R>(tree, self.partners.finish(found, most))
    }
}

impl State {
    /// What this tree has found since the last exchange.
    fn found<R: Regime>(&mut self, tree: &Tree, params: &SharingParams, playouts: u64) -> Gains {
        let mut nodes = Vec::new();
        for (moves, sums) in top::<R>(tree, params, least_visits(tree, params)) {
            let known = self.known.entry(moves.clone()).or_default();
            let since = sums.since(&known.told);
            known.told = sums;
            if let Sums { stats: Stats { visits: visits @ 1.., wins }, squares, score } = since {
                let score = (score / f64::from(visits)) as f32;
                nodes.push(NodeGain { moves, visits, wins, squares, score });
            }
        }
        let before = std::mem::replace(&mut self.playouts, playouts);
        Gains { playouts: playouts.saturating_sub(before), nodes }
    }

    /// Adds to the tree what others have found; answers their playouts.
    fn take<R: Regime>(&mut self, tree: &Tree, gains: Gains) -> u64 {
        for NodeGain { moves, visits, wins, squares, score } in gains.nodes {
            let score = f64::from(score) * f64::from(visits);
            let found = Sums { stats: Stats { visits, wins }, squares, score };
            self.known.entry(moves).or_default().waiting.add(&found);
        }
        for (moves, known) in &mut self.known {
            if known.waiting.stats.visits == 0 {
                continue;
            }
            let Some((node, score)) = descendant(tree, moves) else { continue };
            let Sums { stats, squares, score: sum } = known.waiting;
            let all = node.own().visits + stats.visits;
            let mean = sum / f64::from(stats.visits);
            score.add_mean(mean as f32, stats.visits as f32 / all as f32);
            node.add(stats);
            R::add_squares(node, squares);
            known.told.add(&std::mem::take(&mut known.waiting));
        }
        gains.playouts
    }
}

impl Sums {
    fn of<R: Regime>(node: &Node, score: &ScoreMean) -> Sums {
        let stats = node.own();
        let score = score.scores(stats.visits).mean * f64::from(stats.visits);
        Sums { stats, squares: R::squares(node), score }
    }

    /// What was added since; visits under way may have had their results in between.
    fn since(&self, before: &Sums) -> Sums {
        let stats = Stats {
            visits: self.stats.visits.saturating_sub(before.stats.visits),
            wins: self.stats.wins.saturating_sub(before.stats.wins),
        };
        let squares = self.squares.saturating_sub(before.squares);
        Sums { stats, squares, score: self.score - before.score }
    }

    fn add(&mut self, other: &Sums) {
        self.stats.visits += other.stats.visits;
        self.stats.wins += other.stats.wins;
        self.squares += other.squares;
        self.score += other.score;
    }
}

/// Visits from which on a node is told.
fn least_visits(tree: &Tree, params: &SharingParams) -> u32 {
    (u64::from(tree.visits()) * u64::from(params.share_percent) / 100) as u32 + 1
}

/// The nodes of the top with so many visits at least.
fn top<R: Regime>(tree: &Tree, params: &SharingParams, least: u32) -> Vec<(Vec<Move>, Sums)> {
    let mut found = Vec::new();
    let mut waiting = vec![(tree.root(), Vec::new())];
    while let Some((node, moves)) = waiting.pop() {
        for (child, score) in tree.children(node).iter().zip(tree.scores(node)) {
            if child.own().visits < least {
                continue;
            }
            let moves: Vec<Move> = [&moves[..], &[child.mv()]].concat();
            if moves.len() < params.share_depth as usize {
                waiting.push((child, moves.clone()));
            }
            found.push((moves, Sums::of::<R>(child, score)));
        }
    }
    found
}

/// The node that some moves lead to, with its score.
fn descendant<'t>(tree: &'t Tree, moves: &[Move]) -> Option<(&'t Node, &'t ScoreMean)> {
    let mut found = None;
    let mut node = tree.root();
    for mv in moves {
        let place = tree.children(node).iter().position(|child| child.mv() == *mv)?;
        let score = &tree.scores(node)[place];
        node = &tree.children(node)[place];
        found = Some((node, score));
    }
    found
}
