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
mod tree;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::*};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use crate::go::{Color, Game};
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
    /// Made at the first search: an engine that only keeps a game takes no memory.
    tree: Option<Tree>,
}

/// What the threads of one search share.
struct Shared<'a> {
    game: &'a Game,
    color: Color,
    params: &'a Params,
    tree: &'a Tree,
    start: Instant,
    /// When time is up. Every thread looks at it, not only the one that watches the other limits,
    /// which may have to wait for its turn where threads are more than cores.
    deadline: Option<Instant>,
    stop: AtomicBool,
    /// Playouts that may still be begun, taken in batches.
    budget: AtomicU64,
}

impl Shared<'_> {
    /// Takes a batch of playouts out of the budget; 0 where it is used up or the search was stopped.
    fn take_batch(&self) -> u64 {
        if self.stop.load(Relaxed) {
            return 0;
        }
        let size = (BATCH_MOVES / self.game.size().area() as u64).max(1);
        let take = |left: u64| Some(left.saturating_sub(size));
        self.budget.fetch_update(Relaxed, Relaxed, take).map_or(0, |left| left.min(size))
    }

    /// Whether time is up.
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Moves of playouts, about, between two looks at the outside: well below a millisecond.
const BATCH_MOVES: u64 = 1000;

impl Search {
    /// A player with so many threads, a tree of at most `memory` MiB, and the seed of its playouts.
    pub fn new(threads: usize, memory: usize, seed: u64) -> Search {
        Search { params: Params::default(), threads: threads.max(1), seed, memory, tree: None }
    }

    /// The number of threads from the next search on.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Searches a position for the best move of `color`.
    ///
    /// `on_tick` is called about every millisecond with a function that makes a report; it answers
    /// whether to go on. With one thread and a limit of playouts alone the result depends on
    /// nothing but the position, the seed and the parameters.
    pub fn run(
        &mut self,
        game: &Game,
        color: Color,
        limits: &Limits,
        on_tick: &mut dyn FnMut(&dyn Fn() -> Report) -> bool,
    ) -> Report {
        let start = Instant::now();
        let tree = self.tree.get_or_insert_with(|| Tree::new(self.memory));
        tree.clear();
        let shared = Shared {
            game,
            color,
            params: &self.params,
            tree,
            start,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            stop: AtomicBool::new(false),
            budget: AtomicU64::new(limits.playouts.unwrap_or(u64::MAX)),
        };
        let tallies: Vec<Tally> = (0..self.threads).map(|_| Tally::new(game.size())).collect();
        let seed = Rng::new(self.seed ^ game.key() ^ color.index() as u64).bits();
        with_words!(game.size(), W => run_threads::<W>(&shared, limits, &tallies, seed, on_tick));
        report::report(&shared, &tallies)
    }
}

/// Runs all threads of a search to its end; this one also watches the limits.
fn run_threads<const W: usize>(
    shared: &Shared<'_>,
    limits: &Limits,
    tallies: &[Tally],
    seed: u64,
    on_tick: &mut dyn FnMut(&dyn Fn() -> Report) -> bool,
) {
    let worker = |i: usize| Worker::<W>::new(shared, &tallies[i], Rng::new(seed + i as u64));
    thread::scope(|scope| {
        for i in 1..tallies.len() {
            // A system that has no more threads to give is no reason to fail: fewer will do.
            let spawned = Builder::new().spawn_scoped(scope, move || worker(i).run(|| true));
            if let Err(error) = spawned {
                log::warn!("only {i} of {} threads could be started: {error}", tallies.len());
                break;
            }
        }
        let mut next_tick = Duration::ZERO;
        worker(0).run(|| {
            let elapsed = shared.start.elapsed();
            if limits.end_when_decided && report::is_decided(shared, limits, elapsed) {
                return false;
            }
            if elapsed < next_tick {
                return true;
            }
            next_tick = elapsed + Duration::from_millis(1);
            on_tick(&|| report::report(shared, tallies))
        });
        shared.stop.store(true, Relaxed);
    });
}
