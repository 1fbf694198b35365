//! Runs a search on its threads: starts the workers, watches the limits, and waits for the end.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::early_stop::is_enough;
use super::limits::EarlyStop;
use super::method::{SearchAlgorithm, Work};
use super::report::Report;
use super::shared_state::SharedSearchState;
use super::thread_pool::Pool;
use tianyuan_go::rng::Rng;

/// Time between two looks at the outside.
const TICK: Duration = Duration::from_millis(1);

/// Called about every millisecond with a function that makes a report; answers whether to go on.
pub(super) type OnTick<'a> = &'a mut dyn FnMut(&dyn Fn() -> Report) -> bool;

/// Runs until the limits, the memory or `on_tick` ends the search, with one counter of visits for
/// each thread: the first is this thread's, the others are of threads of the pool.
///
/// By the clock, this thread runs one batch and then only watches and sleeps. Where other programs
/// want the core too, the system wakes a sleeping thread at once, but lets one that has computed all
/// the while wait for its turn, which may be too late for an answer. Otherwise this thread works
/// like the rest. At the end it waits for the helping threads, but not beyond a strict time: they
/// may be out of turn, and each loses one simulation only.
///
/// It is called for several numbers of words: inlined there, the boards of all of them would take
/// room on the stack together.
#[inline(never)]
pub(super) fn run<M: SearchAlgorithm, const W: usize>(
    round: &Arc<SharedSearchState<M>>,
    visits: &Arc<[AtomicU64]>,
    seed: u64,
    pool: &Pool,
    on_tick: OnTick<'_>,
) {
    let mut first = round.method.worker::<W>(&round.root, &round.params, Rng::new(seed));
    first.expand_root();
    let helpers =
        pool.spawn_on_workers(visits.len() - 1, |helper| help::<M, W>(round, visits, seed, helper));
    let _guard = round.end_on_panic();
    let mut next_tick = round.start.elapsed();
    let mut look = || {
        let elapsed = round.start.elapsed();
        let mut over = ends_early(round, visits, elapsed);
        if elapsed >= next_tick || round.method.is_in_step() {
            next_tick = elapsed + TICK;
            over |= !on_tick(&|| round.report(visits));
            over |= round.method.is_at_visit_limit();
        }
        round.exchange(visits, elapsed);
        if over {
            round.stop();
        }
    };
    if round.limits.is_by_clock() && helpers > 0 {
        run_batch(round, &visits[0], &mut first);
        look();
        while !round.is_over() && !round.helping.wait_for_leaving(round.time_left().min(TICK)) {
            look();
        }
    } else {
        run_batches(round, &visits[0], &mut first, look);
    }
    let deadline = round.limits.time.filter(|_| round.limits.is_strict);
    round.helping.close(deadline.map(|time| round.start + time));
    assert!(!round.has_failed(), "a thread that helps panicked");
}

/// Whether the early stop ends the search now.
fn ends_early<M: SearchAlgorithm>(
    round: &SharedSearchState<M>,
    visits: &[AtomicU64],
    elapsed: Duration,
) -> bool {
    if round.limits.early_stop == EarlyStop::Never {
        return false;
    }
    round.method.summary(&round.root).is_some_and(|summary| {
        let progress = round.progress(visits, elapsed);
        is_enough(&summary, &round.limits, &round.params.stop, progress)
    })
}

/// Runs simulations until the search ends, with a call of `between` after each batch; counts them in
/// the thread's own counter.
fn run_batches<M: SearchAlgorithm>(
    round: &SharedSearchState<M>,
    visits: &AtomicU64,
    worker: &mut impl Work,
    mut between: impl FnMut(),
) {
    while run_batch(round, visits, worker) {
        between();
    }
}

/// Runs a batch of simulations; answers `false` where the search is over.
fn run_batch<M: SearchAlgorithm>(
    round: &SharedSearchState<M>,
    visits: &AtomicU64,
    worker: &mut impl Work,
) -> bool {
    let batch = round.take_batch();
    for _ in 0..batch {
        worker.simulate();
        // Only this thread writes its counter: an atomic addition would cost more for nothing.
        visits.store(visits.load(Relaxed) + 1, Relaxed);
    }
    if batch > 0 {
        round.watch_time();
    }
    batch > 0
}

/// The job of a helping thread; its counter of visits is the one after the first and after those of
/// the helpers before it.
fn help<M: SearchAlgorithm, const W: usize>(
    round: &Arc<SharedSearchState<M>>,
    visits: &Arc<[AtomicU64]>,
    seed: u64,
    helper: usize,
) -> impl FnOnce() + Send + 'static {
    // A helper that comes too late must not keep the tree alive.
    let (round, visits) = (Arc::downgrade(round), Arc::downgrade(visits));
    let own = helper + 1;
    move || {
        let (Some(round), Some(visits)) = (round.upgrade(), visits.upgrade()) else { return };
        let Some(_present) = round.helping.enter() else { return };
        let _guard = round.end_on_panic();
        let rng = Rng::new(seed.wrapping_add(own as u64));
        let mut worker = round.method.worker::<W>(&round.root, &round.params, rng);
        run_batches(&round, &visits[own], &mut worker, || {});
    }
}
