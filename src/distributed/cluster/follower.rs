//! A follower, any rank except 0: it executes the leader's requests until the leader exits.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::nn::Nets;
use crate::search::{Leaf, LeafAnswer, Search};

use super::codec::Reader;
use super::comm_thread::{Envelope, run_comm_thread};
use super::follower_search::{SearchQueue, run_follower_search};
use super::leaf_codec::{read_leaf, write_answer};
use super::message::ClusterMessage;
use super::transport::Link;

/// Evaluates leaves for other ranks.
pub trait LeafHandler: Send + Sync + 'static {
    /// Evaluates leaves one after another until none is left. Returns `None` for a leaf that cannot be evaluated.
    /// Each thread calls this once.
    fn serve(
        &self,
        leaves: &mut dyn Iterator<Item = Leaf>,
        answer: &mut dyn FnMut(Option<LeafAnswer>),
    );
}

/// Evaluates each leaf with the net that it names.
impl LeafHandler for Nets {
    fn serve(
        &self,
        leaves: &mut dyn Iterator<Item = Leaf>,
        answer: &mut dyn FnMut(Option<LeafAnswer>),
    ) {
        let mut evaluators = BTreeMap::new();
        for leaf in leaves {
            let found = self.iter().find(|net| net.checksum() == leaf.net);
            let Some(net) = found.filter(|net| net.is_for(leaf.size())) else {
                answer(None);
                continue;
            };
            let evaluator = match evaluators.entry(leaf.net) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => entry.insert(net.evaluator()),
            };
            answer(leaf.evaluated(evaluator));
        }
    }
}

/// The work of a follower.
#[derive(Debug)]
pub struct Work<S> {
    /// The evaluator of leaves.
    pub service: Arc<S>,
    /// The number of leaves evaluated in parallel.
    pub threads: usize,
    /// The search that runs in parallel with the leader's.
    pub search: Search,
}

/// Evaluates leaves and searches until the leader exits.
pub(super) fn follow(mut link: impl Link, work: Work<impl LeafHandler>) {
    let Work { service, threads, search } = work;
    let (outbox, outgoing) = channel();
    let (questions, queue) = channel();
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..threads.max(1) {
        let (service, queue, outbox) = (service.clone(), queue.clone(), outbox.clone());
        thread::spawn(move || {
            let send = |bytes: Vec<u8>| {
                // After the shutdown no rank receives messages.
                let _ = outbox.send(Envelope { to: 0, bytes });
            };
            answer_all(&*service, &queue, send);
        });
    }
    let (tasks, of_searches) = channel();
    let orders = Arc::<SearchQueue>::default();
    let (of_thread, to_leader) = (orders.clone(), outbox.clone());
    let rank = link.rank();
    thread::spawn(move || run_follower_search(rank, search, &of_searches, &of_thread, &to_leader));
    let ready = Envelope { to: 0, bytes: ClusterMessage::Ready(threads.max(1)).bytes() };
    outbox.send(ready).expect("the receiver is alive");
    run_comm_thread(&mut link, &outgoing, |_, letter| match ClusterMessage::read(letter) {
        Some(ClusterMessage::Leaf(number, Reader(leaf))) => {
            questions.send((number, leaf.to_vec())).is_ok()
        }
        Some(ClusterMessage::Begin(number, Reader(task))) => {
            tasks.send((number, task.to_vec())).is_ok()
        }
        Some(ClusterMessage::Found(number, part, Reader(found))) => {
            orders.add(number, part, found);
            true
        }
        Some(ClusterMessage::Stop(number)) => {
            orders.end(number);
            true
        }
        Some(ClusterMessage::End) => {
            let ended = Envelope { to: 0, bytes: ClusterMessage::End.bytes() };
            outbox.send(ended).expect("the receiver is alive");
            false
        }
        _ => {
            log::warn!("invalid message from rank 0");
            true
        }
    });
    orders.end(u32::MAX);
    link.close(true);
}

/// A received leaf with its number.
type Question = (u32, Vec<u8>);

/// Evaluates the leaves of a queue shared by several threads.
fn answer_all(
    service: &impl LeafHandler,
    queue: &Mutex<Receiver<Question>>,
    send: impl Fn(Vec<u8>),
) {
    let number = std::cell::Cell::new(0);
    let mut leaves = std::iter::from_fn(|| {
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let (of_leaf, bytes) = next.ok()?;
            if let Some(leaf) = read_leaf(Reader(&bytes)) {
                number.set(of_leaf);
                return Some(leaf);
            }
            send(ClusterMessage::Answer(of_leaf, Reader(&[])).bytes());
        }
    });
    service.serve(&mut leaves, &mut |answer| {
        let mut bytes = Vec::new();
        if let Some(answer) = answer {
            write_answer(&mut bytes, &answer);
        }
        send(ClusterMessage::Answer(number.get(), Reader(&bytes)).bytes());
    });
}
