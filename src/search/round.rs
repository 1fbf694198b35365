//! A search under way: what its threads share, and when they end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::*};
use std::thread;
use std::time::{Duration, Instant};

use crate::go::{Color, Game};
use crate::net::Net;

use super::grove::Question;
use super::guide::Guide;
use super::limits::{Limits, Progress};
use super::node::Node;
use super::opinions::Opinions;
use super::params::{NetParams, Params};
use super::patience::{Outlook, has_thought_enough};
use super::pool::{Attendance, Pool};
use super::report::{self, Report};
use super::restriction::Restriction;
use super::rng::Rng;
use super::select;
use super::tree::Tree;
use super::worker::Worker;

/// Moves of playouts, about, between two looks at the outside: well below a millisecond.
const BATCH_MOVES: u64 = 1000;

/// Time between two looks at the outside.
const TICK: Duration = Duration::from_millis(1);

/// Called about every millisecond with a function that makes a report; answers whether to go on.
pub(super) type OnTick<'a> = &'a mut dyn FnMut(&dyn Fn() -> Report) -> bool;

/// What the threads of one search share. A thread that is late may hold it, with its tree, a little
/// longer than the search takes.
pub(super) struct Round {
    pub(super) game: Arc<Game>,
    pub(super) color: Color,
    pub(super) params: Arc<Params>,
    /// How a net guides it on this board.
    pub(super) net_params: NetParams,
    pub(super) restriction: Restriction,
    pub(super) tree: Arc<Tree>,
    /// What guides it, if anything does, with what that has thought before.
    pub(super) net: Option<(Arc<Net>, Arc<Opinions>)>,
    /// Half points that White has more in playouts than by the rules.
    pub(super) bonus: i32,
    /// Whether reports say who owns what after each root move.
    pub(super) by_move: bool,
    limits: Limits,
    start: Instant,
    /// What the tree to begin with took of the time.
    prepared: Duration,
    stop: AtomicBool,
    /// Whether the threads end where the memory is used up, so that the tree can be thinned.
    end_when_full: bool,
    /// Playouts that may still be begun, taken in batches; without a limit nothing is counted.
    budget: Option<AtomicU64>,
    /// The helping threads that are at it.
    helping: Attendance,
    /// Whether one of them panicked.
    has_failed: AtomicBool,
}

impl Round {
    /// A search that begins with a tree; its time has been running since `start`.
    pub(super) fn new(
        question: &Question,
        params: &Arc<Params>,
        net: Option<(Arc<Net>, Arc<Opinions>)>,
        tree: Tree,
        limits: &Limits,
        start: Instant,
    ) -> Self {
        Round {
            game: question.game.clone(),
            color: question.color,
            params: params.clone(),
            net_params: params.net_on(question.game.size()),
            restriction: question.restriction.clone(),
            net,
            tree: Arc::new(tree),
            bonus: question.bonus,
            by_move: false,
            limits: *limits,
            start,
            prepared: start.elapsed(),
            stop: AtomicBool::new(false),
            end_when_full: true,
            budget: limits.playouts.map(AtomicU64::new),
            helping: Attendance::default(),
            has_failed: AtomicBool::new(false),
        }
    }

    /// The rest of a search, in another tree or where the memory is used up in the same one.
    pub(super) fn rest(&self, tree: Arc<Tree>, end_when_full: bool) -> Round {
        let left = |budget: &AtomicU64| AtomicU64::new(budget.load(Relaxed));
        Round {
            game: self.game.clone(),
            params: self.params.clone(),
            net_params: self.net_params.clone(),
            restriction: self.restriction.clone(),
            tree,
            net: self.net.clone(),
            stop: AtomicBool::new(false),
            end_when_full,
            budget: self.budget.as_ref().map(left),
            helping: Attendance::default(),
            has_failed: AtomicBool::new(false),
            ..*self
        }
    }

    /// Runs until the limits, the memory or the patience outside ends, with as many threads of the
    /// pool as there are counts of visits beside the first one.
    ///
    /// This thread watches whatever is not time. By the clock it does no more than a batch of
    /// playouts and sleeps: where others want the core too, the system lets who has slept have it at
    /// once, and who has computed all the while only in its turn, which may be too late for an
    /// answer. Otherwise it plays out like the rest. It waits for those that help, but not beyond a
    /// strict time: they may be out of turn, and what they still have is a playout each.
    ///
    /// It is called for several numbers of words: inlined there, the boards of all of them would
    /// take room on the stack together.
    #[inline(never)]
    pub(super) fn run<const W: usize>(
        self: &Arc<Self>,
        visits: &Arc<[AtomicU64]>,
        seed: u64,
        pool: &Pool,
        on_tick: OnTick<'_>,
    ) {
        let mut first = Worker::<W>::new(self, &visits[0], Rng::new(seed));
        first.plant();
        let helpers = pool.spread(visits.len() - 1, |helper| self.help::<W>(visits, seed, helper));
        let _ending = Ending(self);
        let mut next_tick = self.start.elapsed();
        let mut look = || {
            let elapsed = self.start.elapsed();
            let mut over = self.limits.end_when_decided && self.is_enough(visits, elapsed);
            if elapsed >= next_tick {
                next_tick = elapsed + TICK;
                over |= !on_tick(&|| report::report(self, visits));
                over |= self.tree.is_counted_out();
            }
            self.stop.fetch_or(over, Relaxed);
        };
        if self.limits.is_by_clock() && helpers > 0 {
            first.run_batch();
            look();
            while !self.is_over() && !self.helping.wait_for_leaving(self.time_left().min(TICK)) {
                look();
            }
        } else {
            first.run(look);
        }
        let deadline = self.limits.time.filter(|_| self.limits.is_strict);
        self.helping.close(deadline.map(|time| self.start + time));
        assert!(!self.has_failed.load(Relaxed), "a thread that helps panicked");
    }

    /// What a helping thread does, with the count of visits after the first one that is its own.
    fn help<const W: usize>(
        self: &Arc<Self>,
        visits: &Arc<[AtomicU64]>,
        seed: u64,
        helper: usize,
    ) -> impl FnOnce() + Send + 'static {
        // Nothing is kept for who comes too late.
        let (round, visits) = (Arc::downgrade(self), Arc::downgrade(visits));
        let own = helper + 1;
        move || {
            let (Some(round), Some(visits)) = (round.upgrade(), visits.upgrade()) else { return };
            let Some(_present) = round.helping.enter() else { return };
            let _ending = Ending(&round);
            let rng = Rng::new(seed.wrapping_add(own as u64));
            Worker::<W>::new(&round, &visits[own], rng).run(|| {});
        }
    }

    /// What a thread asks at its leaves, where a net guides the search.
    pub(super) fn guide(&self) -> Option<Guide<'_>> {
        let scoring = self.game.rules().scoring;
        let komi = self.game.compensation() + self.bonus;
        let (net, opinions) = self.net.as_ref()?;
        Some(Guide::new(net, opinions, scoring, komi))
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
            has_thought_enough(&outlook, &self.limits, &self.params.stop, progress)
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
        if self.limits.time.is_some() && self.time_left().is_zero() {
            self.stop.store(true, Relaxed);
        }
    }

    fn time_left(&self) -> Duration {
        let until = self.limits.begins_until().unwrap_or(Duration::MAX);
        until.saturating_sub(self.start.elapsed())
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
struct Ending<'a>(&'a Round);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.has_failed.store(true, Relaxed);
            self.0.stop.store(true, Relaxed);
        }
    }
}
