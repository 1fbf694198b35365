//! Links between threads of one process, which stand in for ranks.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::link::Link;

/// A message with the rank that sent it.
type Sent = (usize, Vec<u8>);

/// The link of a thread that is a rank.
#[derive(Debug)]
pub struct ThreadLink {
    rank: usize,
    others: Vec<Sender<Sent>>,
    arrived: Receiver<Sent>,
}

/// The links of so many threads, by rank.
pub fn thread_links(ranks: usize) -> Vec<ThreadLink> {
    let (senders, receivers): (Vec<Sender<Sent>>, Vec<Receiver<Sent>>) =
        (0..ranks).map(|_| channel()).unzip();
    let link = |(rank, arrived)| ThreadLink { rank, others: senders.clone(), arrived };
    receivers.into_iter().enumerate().map(link).collect()
}

impl Link for ThreadLink {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.others.len()
    }

    fn send(&mut self, to: usize, message: &[u8]) {
        // A rank that has ended hears no more.
        let _ = self.others[to].send((self.rank, message.to_vec()));
    }

    fn receive(&mut self) -> Option<Sent> {
        self.arrived.try_recv().ok()
    }

    fn close(self, _all: bool) {}
}
