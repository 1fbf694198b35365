//! A follower's search beside the leader's, in a tree of its own.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::go::BoardSize;
use crate::search::{DistributedSearchTask, Search, SearchPeers, Share, StatsDelta};

use super::codec::Reader;
use super::comm_thread::{Envelope, Outbox};
use super::message::{StatsChunk, found_letters};
use super::stats_codec::read_gains;
use super::stats_merge::MergedStats;
use super::task_codec::read_task;

/// What the leader has said of searches. Their numbers grow.
#[derive(Debug, Default)]
pub(super) struct SearchQueue {
    /// The search up to which all are ended.
    ended: AtomicU32,
    told: Mutex<Told>,
    /// Whenever the leader has told something or ended a search.
    changed: Condvar,
}

/// What others have found in a search.
#[derive(Debug, Default)]
struct Told {
    number: u32,
    /// How often the leader has told something.
    times: u32,
    /// What was not taken yet, as it arrived.
    waiting: Vec<Vec<u8>>,
}

impl SearchQueue {
    /// Notes that a search and those before it are ended.
    pub(super) fn end(&self, number: u32) {
        let _told = self.lock();
        self.ended.fetch_max(number, Relaxed);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_ended(&self, number: u32) -> bool {
        self.ended.load(Relaxed) >= number
    }

    /// Notes what others have found in a search.
    pub(super) fn add(&self, number: u32, part: StatsChunk, found: &[u8]) {
        let mut told = self.lock();
        if told.number != number {
            *told = Told { number, ..Told::default() };
        }
        told.times += u32::from(part != StatsChunk::More);
        told.waiting.push(found.to_vec());
        self.changed.notify_all();
    }

    /// Waits until the leader has told something so often in a search; answers `false` where the search
    /// was ended before.
    fn wait_for(&self, number: u32, times: u32) -> bool {
        let is_told = |told: &Told| told.number == number && told.times >= times;
        let waits = |told: &mut Told| !is_told(told) && !self.is_ended(number);
        let told = self.changed.wait_while(self.lock(), waits);
        is_told(&told.unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes what others have found in a search since the last call.
    fn take(&self, number: u32, size: BoardSize) -> StatsDelta {
        let mut told = self.lock();
        let mut merged = MergedStats::default();
        if told.number == number {
            let read = told.waiting.drain(..).filter_map(|found| read_gains(Reader(&found), size));
            read.for_each(|gains| merged.add(&gains));
        }
        merged.take()
    }
}

/// The leader and the other ranks, as the search of a follower sees them.
#[derive(Debug)]
struct Others {
    number: u32,
    share: Share,
    size: BoardSize,
    orders: Arc<SearchQueue>,
    outbox: Outbox,
    /// Where all wait for each other: how often this rank has waited.
    waits: Option<AtomicU32>,
    /// Whether the search ends at the next look.
    is_over: AtomicBool,
}

impl Others {
    fn tell(&self, found: &StatsDelta, is_end: bool) {
        for bytes in found_letters(self.number, found, is_end) {
            // After the end nobody listens.
            let _ = self.outbox.send(Envelope { to: 0, bytes });
        }
    }
}

impl Others {
    /// Whether the search is to end: at once or, where all wait for each other, where it has waited.
    fn is_over(&self) -> bool {
        match self.waits {
            Some(_) => self.is_over.load(Relaxed),
            None => self.orders.is_ended(self.number),
        }
    }
}

impl SearchPeers for Others {
    fn begin(&self, _task: &DistributedSearchTask) -> Option<Share> {
        Some(self.share)
    }

    fn exchange(&self, found: StatsDelta) -> StatsDelta {
        self.tell(&found, false);
        if let Some(waits) = &self.waits {
            let is_told = self.orders.wait_for(self.number, waits.fetch_add(1, Relaxed) + 1);
            self.is_over.store(!is_told, Relaxed);
        }
        self.orders.take(self.number, self.size)
    }

    fn finish(&self, found: StatsDelta, _most: Duration) -> StatsDelta {
        self.tell(&found, true);
        StatsDelta::default()
    }
}

/// Makes the searches of a queue by playouts, each until it is ended, with random numbers of this `rank`.
pub(super) fn run_follower_search(
    rank: usize,
    mut search: Search,
    tasks: &Receiver<(u32, Vec<u8>)>,
    orders: &Arc<SearchQueue>,
    outbox: &Outbox,
) {
    for (number, bytes) in tasks {
        let Some((task, share)) = read_task(Reader(&bytes)) else {
            log::warn!("the leader began a search that makes no sense");
            continue;
        };
        let size = task.game.size();
        let others = Arc::new(Others {
            number,
            share,
            size,
            orders: orders.clone(),
            outbox: outbox.clone(),
            waits: task.in_step.then(AtomicU32::default),
            is_over: AtomicBool::default(),
        });
        search.set_dynamic_komi(task.dynamic_komi);
        search.set_seed(task.seed.wrapping_add(rank as u64));
        if task.is_fresh {
            search.clear();
        }
        search.set_partners(others.clone());
        search.run(&task.game, task.color, &task.limits, &mut |_| !others.is_over());
    }
}
