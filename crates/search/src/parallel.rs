//! Runs a search on its threads: starts the workers, checks the limits, and waits for the end.

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

/// The interval between checks of limits.
const TICK: Duration = Duration::from_millis(1);

/// Called about every millisecond with a function that creates a report. Returns `true` to continue.
pub(super) type OnTick<'a> = &'a mut dyn FnMut(&dyn Fn() -> Report) -> bool;

/// Runs until the limits, the memory or `on_tick` ends the search. There is a visit counter per thread: the first
/// belongs to this thread, the others to threads of the pool.
///
/// With a time limit, this thread runs one batch and then only sleeps and checks. On a busy system a sleeping thread
/// wakes up immediately, but a thread that computes waits for its turn, possibly beyond the deadline. Without a time
/// limit, this thread works like the others. At the end it waits for the helper threads up to a deadline: they may
/// not be scheduled, and each loses one simulation only.
///
/// Not inlined: the function is instantiated for several numbers of words, and the boards of all of them would share
/// one stack frame.
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
    assert!(!round.has_failed(), "a helper thread panicked");
}

/// Returns `true` if early stopping ends the search now.
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

/// Runs simulations until the search ends and calls `between` after each batch. Counts them in the thread's counter.
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

/// Runs a batch of simulations. Returns `false` if the search has ended.
fn run_batch<M: SearchAlgorithm>(
    round: &SharedSearchState<M>,
    visits: &AtomicU64,
    worker: &mut impl Work,
) -> bool {
    let batch = round.take_batch();
    for _ in 0..batch {
        worker.simulate();
        // Only this thread writes its counter, so an atomic addition is unnecessary.
        visits.store(visits.load(Relaxed) + 1, Relaxed);
    }
    if batch > 0 {
        round.watch_time();
    }
    batch > 0
}

/// The job of a helper thread; its visit counter follows those of the main thread and of earlier helpers.
fn help<M: SearchAlgorithm, const W: usize>(
    round: &Arc<SharedSearchState<M>>,
    visits: &Arc<[AtomicU64]>,
    seed: u64,
    helper: usize,
) -> impl FnOnce() + Send + 'static {
    // A helper that is too late must not keep the tree alive.
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
