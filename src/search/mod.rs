//! The player: descend, expand, playout, update, until the limits say stop.
//!
//! A search looks at one position of one game, with all its threads in one `Tree`. It does not
//! know clocks, protocols or what its answer is used for; it tells what it found in a [`Report`].

mod clock;
mod limits;
mod ownership;
mod params;
mod pattern;
mod playout;
mod prior;
mod report;
mod rng;
mod select;
mod tally;
mod transplant;
mod tree;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::*};
use std::time::{Duration, Instant};

use crate::go::{Color, Game, Move};
use crate::with_words;

pub use clock::{Allotment, Clock, TimeControl};
pub use limits::Limits;
pub use ownership::Ownership;
pub use params::{Params, PlayoutParams, PriorParams};
pub use playout::{Heavy, Light, Policy, play_out};
pub use report::{Candidate, Report};
pub use rng::Rng;

/// Memory that a move in the tree takes.
pub const NODE_BYTES: usize = size_of::<tree::Node>();

use tally::Tally;
use tree::Tree;
use worker::Worker;

/// A player's tree and tuning, kept from move to move.
#[derive(Debug)]
pub struct Search {
    params: Params,
    threads: usize,
    seed: u64,
    memory: usize,
    /// The tree of the last search, with the position and the player at its root.
    last: Option<(Tree, Game, Color)>,
}

/// What the threads of one search share.
struct Round<'a> {
    game: &'a Game,
    color: Color,
    params: &'a Params,
    tree: Tree,
    stop: AtomicBool,
    /// Whether the threads end where the memory is used up, so that the tree can be thinned.
    end_when_full: bool,
    /// Playouts that may still be begun, taken in batches.
    budget: AtomicU64,
}

impl Round<'_> {
    fn is_full(&self) -> bool {
        self.end_when_full && self.tree.is_full()
    }

    /// Whether the threads ended for want of memory alone.
    fn is_halted_by_memory(&self) -> bool {
        self.is_full() && !self.stop.load(Relaxed) && self.budget.load(Relaxed) > 0
    }

    /// Takes a batch of playouts out of the budget; 0 where it is used up or the search was stopped.
    fn take_batch(&self) -> u64 {
        if self.stop.load(Relaxed) || self.is_full() {
            return 0;
        }
        let size = (BATCH_MOVES / self.game.size().area() as u64).max(1);
        let take = |left: u64| Some(left.saturating_sub(size));
        self.budget.fetch_update(Relaxed, Relaxed, take).map_or(0, |left| left.min(size))
    }
}

/// Moves of playouts, about, between two looks at the outside: well below a millisecond.
const BATCH_MOVES: u64 = 1000;

impl Search {
    /// A player with so many threads, a tree of at most `memory` MiB, and the seed of its playouts.
    pub fn new(threads: usize, memory: usize, seed: u64) -> Search {
        Search { params: Params::default(), threads: threads.max(1), seed, memory, last: None }
    }

    /// A player of the same kind with a tree of its own, for a look aside.
    pub fn sibling(&self) -> Search {
        Search { params: self.params.clone(), last: None, ..*self }
    }

    /// Forgets what it knows of positions.
    pub fn clear(&mut self) {
        self.last = None;
    }

    /// What tunes it.
    pub fn params_mut(&mut self) -> &mut Params {
        &mut self.params
    }

    /// The number of threads from the next search on.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Searches a position for the best move of `color`, with what the last search knew of it.
    ///
    /// `on_tick` is called about every millisecond with a function that makes a report; it answers
    /// whether to go on. With one thread and a limit of playouts alone the result depends on
    /// nothing but the position, the searches before, the seed and the parameters.
    pub fn run(
        &mut self,
        game: &Game,
        color: Color,
        limits: &Limits,
        on_tick: &mut dyn FnMut(&dyn Fn() -> Report) -> bool,
    ) -> Report {
        let start = Instant::now();
        let tallies: Vec<Tally> = (0..self.threads).map(|_| Tally::new(game.size())).collect();
        let seed = Rng::new(self.seed ^ game.key() ^ color.index() as u64).bits();
        let mut round = Round {
            game,
            color,
            params: &self.params,
            tree: self.regrown(game, color),
            stop: AtomicBool::new(false),
            end_when_full: true,
            budget: AtomicU64::new(limits.playouts.unwrap_or(u64::MAX)),
        };
        for part in 0.. {
            let seed = seed.wrapping_add(part << 32);
            let mut watch = Watch { start, limits, on_tick };
            with_words!(game.size(), W => run_threads::<W>(&round, &tallies, seed, &mut watch));
            if !round.is_halted_by_memory() {
                break;
            }
            match transplant::thinned(&round.tree) {
                Some(tree) => round.tree = tree,
                None => round.end_when_full = false,
            }
        }
        let report = report::report(&round, &tallies);
        self.last = Some((round.tree, game.clone(), color));
        report
    }

    /// The tree to begin with: what the last one knows of this position, if it led here.
    ///
    /// While it is carried over there are two trees, so each gets half of the memory.
    fn regrown(&self, game: &Game, color: Color) -> Tree {
        let carried_over = || {
            let (tree, before, player) = self.last.as_ref()?;
            let moves = game.moves_since(before)?;
            let in_turn =
                |turn: Color, &(color, _): &(Color, Move)| (color == turn).then_some(!turn);
            if moves.iter().try_fold(*player, in_turn) != Some(color) {
                return None;
            }
            let root = transplant::descendant(tree, &moves)?;
            // What was legal by the history that the tree grew from may not be by this one.
            let is_legal = |mv: Move| mv.point().is_none_or(|p| game.is_legal(color, p).is_ok());
            let legal = tree.children(root).iter().all(|child| is_legal(child.mv()));
            legal.then(|| transplant::transplant(tree, root, 0))
        };
        carried_over().unwrap_or_else(|| Tree::new(self.memory / 2))
    }
}

/// What bounds a search from outside.
struct Watch<'a> {
    start: Instant,
    limits: &'a Limits,
    on_tick: &'a mut dyn FnMut(&dyn Fn() -> Report) -> bool,
}

/// Runs all threads until the budget, the memory or the patience outside ends; this one also
/// watches the limits.
fn run_threads<const W: usize>(
    round: &Round<'_>,
    tallies: &[Tally],
    seed: u64,
    watch: &mut Watch<'_>,
) {
    let worker =
        |i: usize| Worker::<W>::new(round, &tallies[i], Rng::new(seed.wrapping_add(i as u64)));
    let Watch { start, limits, .. } = *watch;
    std::thread::scope(|scope| {
        for i in 1..tallies.len() {
            scope.spawn(move || worker(i).run(|| true));
        }
        let mut next_tick = start.elapsed();
        worker(0).run(|| {
            let elapsed = start.elapsed();
            let is_decided = || report::is_decided(round, tallies, limits, elapsed);
            let over = limits.time.is_some_and(|most| elapsed >= most)
                || limits.end_when_decided && is_decided();
            let go_on = !over
                && (elapsed < next_tick || {
                    next_tick = elapsed + Duration::from_millis(1);
                    (watch.on_tick)(&|| report::report(round, tallies))
                });
            if !go_on {
                round.stop.store(true, Relaxed);
            }
            go_on
        });
    });
}
