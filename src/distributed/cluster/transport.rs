//! Messages between ranks, whose content is not known here: the interface, and links between threads of one process.

use std::sync::mpsc::{Receiver, Sender, channel};

/// One rank's end of the links to all others.
///
/// Messages from one rank to another arrive in the order in which they were sent. They are never lost as long
/// as both live.
pub trait Link {
    /// The number of this rank, from 0 on.
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn ranks(&self) -> usize;

    /// Sends a message to another rank, and does not wait until it is there.
    fn send(&mut self, to: usize, message: &[u8]);

    /// The next message that has arrived, with the rank that sent it; does not wait for one.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Ends the links after the last message. Where `all` others are there, it waits for them.
    fn close(self, all: bool);
}

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
