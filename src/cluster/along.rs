//! A follower's search beside the leader's, in a tree of its own.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::go::BoardSize;
use crate::net::Nets;
use crate::search::{Gains, Partners, Search, Task};

use super::bytes::Reader;
use super::letter::Said;
use super::merged::Merged;
use super::post::{Letter, Outbox};
use super::task_bytes::{read_gains, read_task, write_gains};

/// What the leader has said of searches. Their numbers grow.
#[derive(Debug, Default)]
pub(super) struct Orders {
    /// The search up to which all are ended.
    ended: AtomicU32,
    /// What others have found in a search, as it arrived.
    found: Mutex<(u32, Vec<Vec<u8>>)>,
}

impl Orders {
    /// Notes that a search and those before it are ended.
    pub(super) fn end(&self, number: u32) {
        self.ended.fetch_max(number, Relaxed);
    }

    fn is_ended(&self, number: u32) -> bool {
        self.ended.load(Relaxed) >= number
    }

    /// Notes what others have found in a search.
    pub(super) fn add(&self, number: u32, found: &[u8]) {
        let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if all.0 != number {
            *all = (number, Vec::new());
        }
        all.1.push(found.to_vec());
    }

    /// Takes what others have found in a search since the last call.
    fn take(&self, number: u32, size: BoardSize) -> Gains {
        let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let mut merged = Merged::default();
        if all.0 == number {
            let read = all.1.drain(..).filter_map(|found| read_gains(Reader(&found), size));
            read.for_each(|gains| merged.add(&gains));
        }
        merged.take()
    }
}

/// The leader and the other ranks, as the search of a follower sees them.
#[derive(Debug)]
struct Others {
    number: u32,
    size: BoardSize,
    orders: Arc<Orders>,
    outbox: Outbox,
}

impl Others {
    fn tell(&self, found: &Gains, is_end: bool) {
        let mut bytes = Vec::new();
        write_gains(&mut bytes, found);
        let bytes = Said::Found(self.number, is_end, Reader(&bytes)).bytes();
        // After the end nobody listens.
        let _ = self.outbox.send(Letter { to: 0, bytes });
    }
}

impl Partners for Others {
    fn begin(&self, task: &Task) -> Option<u64> {
        Some(task.limits.playouts.unwrap_or_default())
    }

    fn exchange(&self, found: Gains) -> Gains {
        self.tell(&found, false);
        self.orders.take(self.number, self.size)
    }

    fn finish(&self, found: Gains, _most: Duration) -> Gains {
        self.tell(&found, true);
        Gains::default()
    }
}

/// Makes the searches of a queue, each until it is ended, with nets that the leader has too.
pub(super) fn search_along(
    mut search: Search,
    nets: &Nets,
    tasks: &Receiver<(u32, Vec<u8>)>,
    orders: &Arc<Orders>,
    outbox: &Outbox,
) {
    for (number, bytes) in tasks {
        let Some(task) = read_task(Reader(&bytes)) else {
            log::warn!("the leader began a search that makes no sense");
            continue;
        };
        let size = task.game.size();
        let others = Others { number, size, orders: orders.clone(), outbox: outbox.clone() };
        let none = Nets::default();
        let used = if task.net.is_some() { nets } else { &none };
        if used.of(size).map(|net| net.checksum()) != task.net {
            log::warn!("this rank has not the net of the search, and searches nothing");
            others.tell(&Gains::default(), true);
            continue;
        }
        search.set_nets(used);
        search.set_bonus(task.bonus);
        search.set_partners(Arc::new(others));
        search.run(&task.game, task.color, &task.limits, &mut |_| !orders.is_ended(number));
    }
}
