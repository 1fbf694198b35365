//! The leader, rank 0: it owns the search, and other ranks evaluate leaves for it.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::go::BoardSize;
use crate::search::{
    DistributedSearchTask, Leaf, LeafAnswer, LeafEvaluator, Limits, SearchPeers, Share, StatsDelta,
};

use super::codec::Reader;
use super::comm_thread::{Envelope, Outbox, drain, run_comm_thread};
use super::distributed_search::SharedSearch;
use super::leaf_codec::{read_answer, write_leaf};
use super::leaf_dispatcher::{EvaluatorSlot, LeafDispatcher};
use super::message::{ClusterMessage, StatsChunk, found_letters};
use super::stats_codec::read_gains;
use super::stats_merge::MergedStats;
use super::task_codec::write_task;
use super::transport::Link;

/// The timeout for the other ranks to become ready.
const START: Duration = Duration::from_secs(20);

/// The minimum timeout of a leaf.
const PATIENCE: Duration = Duration::from_millis(500);

/// The timeout of an exchange in lockstep.
const IN_STEP: Duration = Duration::from_secs(3);

/// The minimum time and number of playouts per rank for a distributed search.
const SHORTEST: Duration = Duration::from_millis(500);
const FEWEST: u64 = 100;

/// The timeout of the shutdown.
const END: Duration = Duration::from_secs(2);

/// The leader of some ranks, which distributes leaves to all of them.
#[derive(Debug)]
pub struct Leader {
    desk: Arc<LeaderState>,
    outbox: Mutex<Option<Outbox>>,
    communication: Mutex<Option<JoinHandle<()>>>,
}

/// The state shared by search threads and communication thread.
#[derive(Debug, Default)]
pub(super) struct LeaderState {
    seats: Mutex<LeafDispatcher<SyncSender<Vec<u8>>>>,
    /// Notified when a slot may be free or a rank becomes ready.
    changed: Condvar,
    search: Mutex<Shared>,
    /// Notified when a rank sends statistics or ends a search.
    heard: Condvar,
}

/// The connection of a search to the other ranks.
#[derive(Debug, Default)]
struct Shared {
    search: SharedSearch,
    size: Option<BoardSize>,
    in_step: bool,
}

impl Leader {
    /// Creates the leader, whose outbox the communication thread sends. Waits until the other ranks are ready or a
    /// timeout.
    pub(super) fn new(
        desk: Arc<LeaderState>,
        outbox: Outbox,
        communication: JoinHandle<()>,
    ) -> Leader {
        let is_missing = |seats: &mut LeafDispatcher<_>| !seats.are_all_ready();
        let waited = desk.changed.wait_timeout_while(desk.lock(), START, is_missing);
        for rank in waited.unwrap_or_else(PoisonError::into_inner).0.not_ready() {
            log::warn!("rank {rank} has not started yet: it joins later");
        }
        let (outbox, communication) = (Mutex::new(Some(outbox)), Mutex::new(Some(communication)));
        Leader { desk, outbox, communication }
    }

    /// Shuts down the other ranks and the communication thread.
    pub fn end(&self) {
        if let Some(outbox) = self.outbox.lock().unwrap_or_else(PoisonError::into_inner).take() {
            for rank in 1..=self.desk.lock().followers() {
                let _ = outbox.send(Envelope { to: rank, bytes: ClusterMessage::End.bytes() });
            }
        }
        let communication =
            self.communication.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(communication) = communication {
            let _ = communication.join();
        }
    }

    fn send(&self, rank: usize, said: ClusterMessage<'_>) {
        self.post(rank, said.bytes());
    }

    fn post(&self, rank: usize, bytes: Vec<u8>) {
        let outbox = self.outbox.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outbox) = &*outbox {
            // If the communication thread has ended, the message is dropped.
            let _ = outbox.send(Envelope { to: rank, bytes });
        }
    }

    /// Exchanges statistics with the other ranks.
    fn exchange_in(&self, shared: &mut Shared, found: &StatsDelta) -> StatsDelta {
        let (told, others) = shared.search.exchange(found, Instant::now());
        for (rank, gains) in others {
            for bytes in found_letters(shared.search.number(), &gains, false) {
                self.post(rank, bytes);
            }
        }
        told
    }

    /// Ends the search of the other ranks.
    fn stop_others(&self, shared: &Shared) {
        // A rank that is late now may be fast again, and does not know that it is late.
        for rank in 1..=self.desk.lock().followers() {
            self.send(rank, ClusterMessage::Stop(shared.search.number()));
        }
    }

    /// Evaluates a leaf at another rank. Returns `None` if it fails or times out.
    fn ask(&self, rank: usize, leaf: &Leaf) -> Option<LeafAnswer> {
        let mut bytes = Vec::new();
        write_leaf(&mut bytes, leaf);
        let (sender, answer) = sync_channel(1);
        let (number, patience) = self.desk.lock().assign(rank, sender, PATIENCE);
        self.send(rank, ClusterMessage::Leaf(number, Reader(&bytes)));
        match answer.recv_timeout(patience) {
            Ok(bytes) => read_answer(Reader(&bytes), leaf),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                self.desk.lock().expire(number);
                self.desk.changed.notify_all();
                None
            }
        }
    }
}

impl LeafEvaluator for Leader {
    fn threads(&self, here: usize) -> usize {
        let mut seats = self.desk.lock();
        seats.set_local_slots(here);
        here + seats.remote_slots()
    }

    fn evaluate(&self, leaf: &Leaf, here: &mut dyn FnMut() -> LeafAnswer) -> LeafAnswer {
        let mut seats = self.desk.lock();
        seats.set_net(leaf.net, leaf.size());
        let waited = self.desk.changed.wait_while(seats, |seats| !seats.has_free());
        let seat = waited.unwrap_or_else(PoisonError::into_inner).take();
        match seat {
            EvaluatorSlot::Here => {
                let _taken = SearchSlot(&self.desk);
                here()
            }
            EvaluatorSlot::At(rank) => self.ask(rank, leaf).unwrap_or_else(here),
        }
    }
}

impl SearchPeers for Leader {
    fn begin(&self, task: &DistributedSearchTask) -> Option<Share> {
        let Limits { playouts, time, .. } = task.limits;
        if time.is_some_and(|time| time < SHORTEST) {
            return None;
        }
        let followers = self.desk.lock().followers();
        let mut shared = self.desk.shared();
        let (number, others) = shared.search.begin(followers, Instant::now());
        (shared.size, shared.in_step) = (Some(task.game.size()), task.in_step);
        let part = playouts.map(|playouts| playouts / (others as u64 + 1));
        if others == 0 || part.is_some_and(|part| part < FEWEST) {
            return None;
        }
        let all = others as u32 + 1;
        for (place, rank) in (1..).zip(shared.search.searching()) {
            let mut bytes = Vec::new();
            write_task(&mut bytes, task, Share { playouts: part, place, all });
            self.send(rank, ClusterMessage::Begin(number, Reader(&bytes)));
        }
        let elsewhere = part.unwrap_or_default() * others as u64;
        let playouts = playouts.map(|playouts| playouts - elsewhere);
        Some(Share { playouts, place: 0, all })
    }

    fn exchange(&self, found: StatsDelta) -> StatsDelta {
        let mut shared = self.desk.shared();
        if shared.in_step {
            shared.search.wait();
            let are_missing = |shared: &mut Shared| !shared.search.is_in_sync();
            let waited = self.desk.heard.wait_timeout_while(shared, IN_STEP, are_missing);
            shared = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.exchange_in(&mut shared, &found)
    }

    fn finish(&self, found: StatsDelta, most: Duration) -> StatsDelta {
        let mut shared = self.desk.shared();
        let mut told = MergedStats::default();
        // In lockstep the others end at an exchange, and receive nothing that depends on timing.
        let most = if shared.in_step {
            self.stop_others(&shared);
            IN_STEP
        } else {
            told.add(&self.exchange_in(&mut shared, &found));
            most
        };
        let searches = |shared: &mut Shared| shared.search.searching().next().is_some();
        let waited = self.desk.heard.wait_timeout_while(shared, most, searches);
        let mut shared = waited.unwrap_or_else(PoisonError::into_inner).0;
        self.stop_others(&shared);
        told.add(&shared.search.exchange(&StatsDelta::default(), Instant::now()).0);
        told.take()
    }
}

/// A slot in this process, released on drop.
struct SearchSlot<'a>(&'a LeaderState);

impl Drop for SearchSlot<'_> {
    fn drop(&mut self) {
        self.0.lock().release();
        self.0.changed.notify_all();
    }
}

impl LeaderState {
    fn lock(&self) -> MutexGuard<'_, LeafDispatcher<SyncSender<Vec<u8>>>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if the missing ranks have reported their exit.
    fn have_all_ended(&self, link: &mut impl Link, mut missing: BTreeSet<usize>) -> bool {
        let most = if missing.is_empty() { Duration::ZERO } else { END };
        drain(link, most, |from, letter| {
            if let Some(ClusterMessage::End) = ClusterMessage::read(letter) {
                missing.remove(&from);
            }
            !missing.is_empty()
        });
        missing.iter().for_each(|rank| log::warn!("rank {rank} did not exit: terminating it"));
        missing.is_empty()
    }

    /// Adds the statistics of a rank.
    fn found(&self, rank: usize, number: u32, part: StatsChunk, found: Reader<'_>) {
        let mut shared = self.shared();
        let gains = shared.size.and_then(|size| read_gains(found, size));
        shared.search.add_part(rank, number, gains.unwrap_or_default(), part);
        self.heard.notify_all();
    }

    /// Sends and receives messages until the leader exits.
    pub(super) fn run(&self, mut link: impl Link, outgoing: &Receiver<Envelope>) {
        self.lock().set_followers(link.ranks() - 1);
        let mut missing: BTreeSet<usize> = (1..link.ranks()).collect();
        run_comm_thread(&mut link, outgoing, |from, letter| {
            match ClusterMessage::read(letter) {
                Some(ClusterMessage::Ready(threads)) => {
                    self.lock().ready(from, threads);
                    self.changed.notify_all();
                }
                Some(ClusterMessage::Answer(number, Reader(answer))) => {
                    let asker = self.lock().complete(from, number, !answer.is_empty());
                    self.changed.notify_all();
                    if let Some(asker) = asker {
                        // The requesting thread may have timed out just now.
                        let _ = asker.send(answer.to_vec());
                    }
                }
                Some(ClusterMessage::Found(number, part, found)) => {
                    self.found(from, number, part, found)
                }
                Some(ClusterMessage::End) => {
                    missing.remove(&from);
                }
                _ => log::warn!("invalid message from rank {from}"),
            }
            true
        });
        let all = self.have_all_ended(&mut link, missing);
        link.close(all);
    }
}
