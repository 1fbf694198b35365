//! The search of a follower in its own tree, in parallel with the leader's.

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

/// The state of searches requested by the leader, with ascending numbers.
#[derive(Debug, Default)]
pub(super) struct SearchQueue {
    /// All searches up to this number have ended.
    ended: AtomicU32,
    received: Mutex<ReceivedStats>,
    /// Notified when the leader sends an update or ends a search.
    changed: Condvar,
}

/// The statistics of other ranks in a search.
#[derive(Debug, Default)]
struct ReceivedStats {
    number: u32,
    /// The number of updates received.
    times: u32,
    /// Statistics that were not taken yet, in order of arrival.
    waiting: Vec<Vec<u8>>,
}

impl SearchQueue {
    /// Marks a search and all earlier ones as ended.
    pub(super) fn end(&self, number: u32) {
        let _told = self.lock();
        self.ended.fetch_max(number, Relaxed);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, ReceivedStats> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_ended(&self, number: u32) -> bool {
        self.ended.load(Relaxed) >= number
    }

    /// Adds statistics of other ranks to a search.
    pub(super) fn add(&self, number: u32, part: StatsChunk, found: &[u8]) {
        let mut received = self.lock();
        if received.number != number {
            *received = ReceivedStats { number, ..ReceivedStats::default() };
        }
        received.times += u32::from(part != StatsChunk::More);
        received.waiting.push(found.to_vec());
        self.changed.notify_all();
    }

    /// Waits for a number of updates of a search. Returns `false` if the search ended before.
    fn wait_for(&self, number: u32, times: u32) -> bool {
        let is_received =
            |received: &ReceivedStats| received.number == number && received.times >= times;
        let waits = |received: &mut ReceivedStats| !is_received(received) && !self.is_ended(number);
        let received = self.changed.wait_while(self.lock(), waits);
        is_received(&received.unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the statistics received since the last call.
    fn take(&self, number: u32, size: BoardSize) -> StatsDelta {
        let mut received = self.lock();
        let mut merged = MergedStats::default();
        if received.number == number {
            let read =
                received.waiting.drain(..).filter_map(|found| read_gains(Reader(&found), size));
            read.for_each(|gains| merged.add(&gains));
        }
        merged.take()
    }
}

/// The other ranks, as peers of a follower's search.
#[derive(Debug)]
struct RemotePeers {
    number: u32,
    share: Share,
    size: BoardSize,
    orders: Arc<SearchQueue>,
    outbox: Outbox,
    /// In lockstep searches: the number of exchanges for which this rank has waited.
    waits: Option<AtomicU32>,
    /// Whether the search ends at the next check.
    is_over: AtomicBool,
}

impl RemotePeers {
    fn tell(&self, found: &StatsDelta, is_end: bool) {
        for bytes in found_letters(self.number, found, is_end) {
            // After the shutdown no rank receives messages.
            let _ = self.outbox.send(Envelope { to: 0, bytes });
        }
    }
}

impl RemotePeers {
    /// Returns `true` if the search must end: immediately, or in lockstep after the last exchange.
    fn is_over(&self) -> bool {
        match self.waits {
            Some(_) => self.is_over.load(Relaxed),
            None => self.orders.is_ended(self.number),
        }
    }
}

impl SearchPeers for RemotePeers {
    fn begin(&self, _task: &DistributedSearchTask) -> Option<Share> {
        Some(self.share)
    }

    fn exchange(&self, found: StatsDelta) -> StatsDelta {
        self.tell(&found, false);
        if let Some(waits) = &self.waits {
            let is_received = self.orders.wait_for(self.number, waits.fetch_add(1, Relaxed) + 1);
            self.is_over.store(!is_received, Relaxed);
        }
        self.orders.take(self.number, self.size)
    }

    fn finish(&self, found: StatsDelta, _most: Duration) -> StatsDelta {
        self.tell(&found, true);
        StatsDelta::default()
    }
}

/// Runs queued playout searches, each until it is ended, with the random numbers of this `rank`.
pub(super) fn run_follower_search(
    rank: usize,
    mut search: Search,
    tasks: &Receiver<(u32, Vec<u8>)>,
    orders: &Arc<SearchQueue>,
    outbox: &Outbox,
) {
    for (number, bytes) in tasks {
        let Some((task, share)) = read_task(Reader(&bytes)) else {
            log::warn!("rank 0 started an invalid search");
            continue;
        };
        let size = task.game.size();
        let others = Arc::new(RemotePeers {
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
