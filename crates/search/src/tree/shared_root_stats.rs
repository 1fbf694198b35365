//! The top of a tree, which is shared with peers: statistics since the last exchange.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tianyuan_go::Move;

use super::atomic_mean::ScoreMean;
use super::node::{Node, Stats, WIN};
use super::rave::Rave;
use super::table::Tree;
use crate::params::SharingParams;
use crate::peers::{NodeStatsDelta, SearchPeers, Share, StatsDelta};

/// The maximum number of descents per call for virtual visits.
const MOST_WAYS: u64 = 32;

/// The statistics of a node as sums.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    stats: Stats,
    word: u64,
    score: f64,
}

/// The exchange state of a node.
#[derive(Debug, Default)]
struct Known {
    /// Its statistics after the last exchange, including those of the peers.
    told: Sums,
    /// Statistics from peers for which this tree has no node yet.
    waiting: Sums,
    /// Virtual visits for the expected visits of the peers.
    expected: Stats,
}

/// The top of a tree, shared with peers.
#[derive(Debug)]
pub(super) struct SharedRootStats {
    partners: Arc<dyn SearchPeers>,
    share: Share,
    params: SharingParams,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    known: HashMap<Vec<Move>, Known>,
    /// The search time at which the next exchange is due.
    due: Duration,
    /// The playouts of this tree that have been sent.
    playouts: u64,
    /// The expected visits of the peers since then.
    expected: u64,
}

impl SharedRootStats {
    /// Creates the state for a tree at the start of a search; the peers already know its statistics.
    pub(super) fn new(
        (partners, share): (Arc<dyn SearchPeers>, Share),
        params: &SharingParams,
        tree: &Tree,
    ) -> SharedRootStats {
        let mut state =
            State { due: Duration::from_secs_f64(params.share_from), ..State::default() };
        let least = least_visits(tree, params) / 10 + 1;
        for (moves, sums) in top(tree, params, least) {
            state.known.entry(moves).or_default().told = sums;
        }
        let (params, state) = (params.clone(), Mutex::new(state));
        SharedRootStats { partners, share, params, state }
    }

    /// Exchanges statistics with the peers if an exchange is due after this time and number of local playouts.
    /// Returns the number of playouts that the peers have run since the last exchange.
    pub(super) fn exchange(
        &self,
        rave: &Rave,
        tree: &Tree,
        elapsed: Duration,
        playouts: u64,
    ) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let each = u64::from(self.params.share_playouts);
        let is_due =
            if each > 0 { playouts >= state.playouts + each } else { elapsed >= state.due };
        if !is_due {
            self.expect(&mut state, rave, tree, playouts);
            return 0;
        }
        state.due = elapsed + Duration::from_secs_f64(self.params.share_every);
        let found = self.found(&mut state, tree, playouts);
        state.take(tree, self.partners.exchange(found))
    }

    /// Returns this process's number of playouts, if limited.
    pub(super) fn part(&self) -> Option<u64> {
        self.share.playouts
    }

    /// Adds virtual visits for the visits that peers are expected to make during `playouts` local playouts, so that
    /// not all peers search the same moves.
    fn expect(&self, state: &mut State, rave: &Rave, tree: &Tree, playouts: u64) {
        let Share { place, all, .. } = self.share;
        let here = playouts.saturating_sub(state.playouts);
        let visits = u64::from(place) + here * u64::from(all - 1);
        let due = (visits as f64 * self.params.share_expected) as u64;
        let (new, depth) = (due.saturating_sub(state.expected), self.params.share_depth as usize);
        // With many threads, a descent may have to stand for several visits.
        let each = new.div_ceil(MOST_WAYS).max(1);
        for _ in 0..new / each {
            state.expected += each;
            state.expect_visits(rave, tree, depth, (each as u32, self.params.share_pessimism));
        }
    }

    /// Returns the statistics of this tree since the last exchange.
    fn found(&self, state: &mut State, tree: &Tree, playouts: u64) -> StatsDelta {
        state.expect_nothing(tree);
        let least = least_visits(tree, &self.params);
        state.found(top(tree, &self.params, least), playouts)
    }

    /// Returns `true` if peers exchange after equal numbers of playouts and wait for each other.
    pub(super) fn is_in_step(&self) -> bool {
        self.params.share_playouts > 0
    }

    /// Exchanges for the last time and waits at most `most` for the peers. Returns the same as
    /// [`exchange`](Self::exchange).
    pub(super) fn finish(&self, tree: &Tree, playouts: u64, most: Duration) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let found = self.found(&mut state, tree, playouts);
        state.take(tree, self.partners.finish(found, most))
    }
}

impl State {
    /// Adds virtual visits along the selected path at the top of the tree. Their value is the node's value reduced by
    /// a multiple of the standard error of the mean.
    fn expect_visits(
        &mut self,
        rave: &Rave,
        tree: &Tree,
        depth: usize,
        (visits, pessimism): (u32, f64),
    ) {
        let (mut node, mut moves) = (tree.root(), Vec::new());
        while moves.len() < depth {
            let Some(place) = rave.select(tree.children(node), |_| true) else { return };
            node = &tree.children(node)[place];
            let value = rave.value(node);
            moves.push(node.mv());
            let expected = &mut self.known.entry(moves.clone()).or_default().expected;
            let [before, after] =
                [expected.visits, expected.visits + visits].map(|all| f64::from(all).sqrt());
            let worse = 0.5 * pessimism * (after - before);
            let wins = (value * f64::from(visits) - worse).max(0.0);
            let new = Stats { visits, wins: (wins * f64::from(WIN)) as u64 };
            node.add(new);
            expected.visits += new.visits;
            expected.wins += new.wins;
        }
    }

    /// Removes the virtual visits.
    fn expect_nothing(&mut self, tree: &Tree) {
        self.expected = 0;
        self.known.retain(|moves, known| {
            let expected = std::mem::take(&mut known.expected);
            if expected.visits > 0
                && let Some((node, _)) = descendant(tree, moves)
            {
                node.remove(expected);
            }
            // Entries without data are removed, or the map would grow without bound.
            !known.told.are_none() || !known.waiting.are_none()
        });
    }

    /// Returns the statistics at the top of this tree since the last exchange.
    fn found(&mut self, top: Vec<(Vec<Move>, Sums)>, playouts: u64) -> StatsDelta {
        let mut nodes = Vec::new();
        for (moves, sums) in top {
            let known = self.known.entry(moves.clone()).or_default();
            let since = sums.since(&known.told);
            known.told = sums;
            let Sums { stats: Stats { visits, wins }, word, score } = since;
            if visits > 0 || word > 0 {
                let score = (score / f64::from(visits.max(1))) as f32;
                nodes.push(NodeStatsDelta { moves, visits, wins, word, score });
            }
        }
        let before = std::mem::replace(&mut self.playouts, playouts);
        StatsDelta { playouts: playouts.saturating_sub(before), nodes }
    }

    /// Adds the statistics of the peers to the tree. Returns their number of playouts.
    fn take(&mut self, tree: &Tree, gains: StatsDelta) -> u64 {
        for NodeStatsDelta { moves, visits, wins, word, score } in gains.nodes {
            let score = f64::from(score) * f64::from(visits);
            let found = Sums { stats: Stats { visits, wins }, word, score };
            self.known.entry(moves).or_default().waiting.add(&found);
        }
        for (moves, known) in &mut self.known {
            if known.waiting.are_none() {
                continue;
            }
            let Sums { stats, word, score: sum } = known.waiting;
            let Some((node, score)) = descendant(tree, moves) else { continue };
            if stats.visits > 0 {
                let all = node.own().visits + stats.visits;
                let mean = sum / f64::from(stats.visits);
                score.add_mean(mean as f32, stats.visits as f32 / all as f32);
            }
            node.add(stats);
            node.add_to_amaf_word(word);
            known.told.add(&std::mem::take(&mut known.waiting));
        }
        gains.playouts
    }
}

impl Sums {
    fn of(node: &Node, score: &ScoreMean) -> Sums {
        let stats = node.own();
        let score = score.scores(stats.visits).mean * f64::from(stats.visits);
        Sums { stats, word: node.amaf_word(), score }
    }

    /// Returns `true` if nothing was counted.
    fn are_none(&self) -> bool {
        self.stats.visits == 0 && self.word == 0
    }

    /// Returns the difference to earlier sums; visits in progress may have been completed in between.
    fn since(&self, before: &Sums) -> Sums {
        let stats = Stats {
            visits: self.stats.visits.saturating_sub(before.stats.visits),
            wins: self.stats.wins.saturating_sub(before.stats.wins),
        };
        let word = self.word.saturating_sub(before.word);
        Sums { stats, word, score: self.score - before.score }
    }

    fn add(&mut self, other: &Sums) {
        self.stats.visits += other.stats.visits;
        self.stats.wins += other.stats.wins;
        self.word += other.word;
        self.score += other.score;
    }
}

/// Returns the minimum visits for a node to be shared.
fn least_visits(tree: &Tree, params: &SharingParams) -> u32 {
    (f64::from(tree.visits()) * params.share_part) as u32 + 1
}

/// Returns the nodes at the top with at least `least` visits, and their siblings, which may have only AMAF visits.
fn top(tree: &Tree, params: &SharingParams, least: u32) -> Vec<(Vec<Move>, Sums)> {
    let mut found = Vec::new();
    let mut waiting = vec![(tree.root(), Vec::new())];
    while let Some((node, moves)) = waiting.pop() {
        for (child, score) in tree.children(node).iter().zip(tree.scores(node)) {
            let sums = Sums::of(child, score);
            let is_top = sums.stats.visits >= least;
            if !is_top && sums.are_none() {
                continue;
            }
            let moves: Vec<Move> = [&moves[..], &[child.mv()]].concat();
            if is_top && moves.len() < params.share_depth as usize {
                waiting.push((child, moves.clone()));
            }
            found.push((moves, sums));
        }
    }
    found
}

/// Returns the node after a sequence of moves, with its score.
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
