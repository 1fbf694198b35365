//! A search under way: what its threads share, and when they end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::*};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use crate::go::{Color, Game};
use crate::net::Net;

use super::guide::Guide;
use super::limits::{Limits, Progress};
use super::opinions::Opinions;
use super::params::{NetParams, Params};
use super::patience::{Outlook, has_thought_enough};
use super::report::{self, Report};
use super::restriction::Restriction;
use super::rng::Rng;
use super::select;
use super::spare;
use super::tree::{Node, Tree};
use super::worker::Worker;

/// Moves of playouts, about, between two looks at the outside: well below a millisecond.
const BATCH_MOVES: u64 = 1000;

/// Addresses that a thread may set aside: its stack and, with glibc, a heap of its own.
const THREAD: usize = 136 << 20;

/// Called about every millisecond with a function that makes a report; answers whether to go on.
pub(super) type OnTick<'a> = &'a mut dyn FnMut(&dyn Fn() -> Report) -> bool;

/// What the threads of one search share.
pub(super) struct Round<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    pub(super) params: &'a Params,
    /// How a net guides it on this board.
    pub(super) net_params: NetParams,
    pub(super) restriction: &'a Restriction,
    pub(super) tree: Tree,
    /// What guides it, if anything does, with what that has thought before.
    pub(super) net: Option<(&'a Net, &'a Opinions)>,
    /// Half points that White has more in playouts than by the rules.
    pub(super) bonus: i32,
    /// Whether reports say who owns what after each root move.
    pub(super) by_move: bool,
    limits: &'a Limits,
    start: Instant,
    /// What the tree to begin with took of the time.
    prepared: Duration,
    stop: AtomicBool,
    /// Whether the threads end where the memory is used up, so that the tree can be thinned.
    pub(super) end_when_full: bool,
    /// Playouts that may still be begun, taken in batches; without a limit nothing is counted.
    budget: Option<AtomicU64>,
}

impl<'a> Round<'a> {
    /// A search that begins with a tree; its time has been running since `start`.
    pub(super) fn new(
        game: &'a Game,
        color: Color,
        params: &'a Params,
        restriction: &'a Restriction,
        tree: Tree,
        limits: &'a Limits,
        start: Instant,
    ) -> Self {
        Round {
            game,
            color,
            params,
            net_params: params.net_on(game.size()),
            restriction,
            net: None,
            tree,
            bonus: 0,
            by_move: false,
            limits,
            start,
            prepared: start.elapsed(),
            stop: AtomicBool::new(false),
            end_when_full: true,
            budget: limits.playouts.map(AtomicU64::new),
        }
    }

    /// Runs all threads until the limits, the memory or the patience outside ends.
    ///
    /// This thread plays out too, and watches whatever is not time. It is called for several numbers
    /// of words: inlined there, the boards of all of them would take room on the stack together.
    #[inline(never)]
    pub(super) fn run<const W: usize>(&self, visits: &[AtomicU64], seed: u64, on_tick: OnTick<'_>) {
        let rng = |i: usize| Rng::new(seed.wrapping_add(i as u64));
        let worker = |i: usize| Worker::<W>::new(self, &visits[i], rng(i));
        let mut first = worker(0);
        first.plant();
        thread::scope(|scope| {
            for i in 1..visits.len() {
                // A system that has no more to give is no reason to fail: fewer will do.
                if !spare::has_room_for(THREAD) {
                    log::warn!("there is memory for only {i} of {} threads", visits.len());
                    break;
                }
                let play_out = move || {
                    let _ending = Ending(&self.stop);
                    worker(i).run(|| {});
                };
                let spawned = Builder::new().spawn_scoped(scope, play_out);
                if let Err(error) = spawned {
                    log::warn!("only {i} of {} threads could be started: {error}", visits.len());
                    break;
                }
            }
            let _ending = Ending(&self.stop);
            let mut next_tick = self.start.elapsed();
            first.run(|| {
                let elapsed = self.start.elapsed();
                let mut over = self.limits.end_when_decided && self.is_enough(visits, elapsed);
                if elapsed >= next_tick {
                    next_tick = elapsed + Duration::from_millis(1);
                    over |= !on_tick(&|| report::report(self, visits));
                    over |= self.tree.is_counted_out();
                }
                self.stop.fetch_or(over, Relaxed);
            });
        });
    }

    /// What a thread asks at its leaves, where a net guides the search.
    pub(super) fn guide(&self) -> Option<Guide<'a>> {
        let scoring = self.game.rules().scoring;
        let komi = self.game.compensation() + self.bonus;
        self.net.map(|(net, opinions)| Guide::new(net, opinions, scoring, komi))
    }

    /// The child to descend to among those that are allowed.
    #[inline]
    pub(super) fn next_child(
        &self,
        children: &[Node],
        is_allowed: impl Fn(&Node) -> bool,
    ) -> Option<usize> {
        match self.net {
            Some(_) => select::best_guided(children, &self.net_params, is_allowed),
            None => select::best_child(children, self.params.tree.rave_equiv as f32, is_allowed),
        }
    }

    /// Whether the player may make a move at the root.
    pub(super) fn allows(&self, child: &Node) -> bool {
        self.restriction.allows(self.color, child.mv(), 0)
    }

    fn is_enough(&self, visits: &[AtomicU64], elapsed: Duration) -> bool {
        let playouts = visits.iter().map(|visits| visits.load(Relaxed)).sum();
        let progress = Progress { playouts, elapsed, prepared: self.prepared };
        Outlook::of(self).is_some_and(|outlook| {
            has_thought_enough(&outlook, self.limits, &self.params.time, progress)
        })
    }

    /// Takes a batch of playouts out of the budget; 0 where it is used up or the search has ended.
    pub(super) fn take_batch(&self) -> u64 {
        if self.stop.load(Relaxed) || self.is_full() {
            return 0;
        }
        // A net takes as long as many playouts.
        let size = match self.net {
            Some(_) => 1,
            None => (BATCH_MOVES / self.game.size().area() as u64).max(1),
        };
        let take = |left: u64| Some(left.saturating_sub(size));
        let Some(budget) = &self.budget else { return size };
        budget.fetch_update(Relaxed, Relaxed, take).map_or(0, |left| left.min(size))
    }

    /// Ends the search where time is up. Every thread asks, not only the one that watches the
    /// other limits, which may have to wait for its turn where threads are more than cores.
    pub(super) fn watch_time(&self) {
        if self.limits.time.is_some_and(|most| self.start.elapsed() >= most) {
            self.stop.store(true, Relaxed);
        }
    }

    /// Whether it was ended, or its time is up.
    pub(super) fn is_over(&self) -> bool {
        self.watch_time();
        self.stop.load(Relaxed)
    }

    /// Whether the threads ended for want of memory alone.
    pub(super) fn is_halted_by_memory(&self) -> bool {
        let affordable = self.budget.as_ref().is_none_or(|budget| budget.load(Relaxed) > 0);
        self.is_full() && affordable && !self.stop.load(Relaxed)
    }

    fn is_full(&self) -> bool {
        self.end_when_full && self.tree.is_full()
    }
}

/// Ends the other threads where this one panics: they would play out for ever, and be waited for.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}
