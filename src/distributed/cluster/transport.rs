//! Messages between ranks as bytes: the interface, and an implementation with threads of one process.

use std::sync::mpsc::{Receiver, Sender, channel};

/// The connection of one rank to all others.
///
/// Messages from one rank to another arrive in order and are not lost while both ranks run.
pub trait Link {
    /// Returns the number of this rank, from 0.
    fn rank(&self) -> usize;

    /// Returns the number of ranks.
    fn ranks(&self) -> usize;

    /// Sends a message to another rank without waiting for its arrival.
    fn send(&mut self, to: usize, message: &[u8]);

    /// Returns the next received message with its sender, without waiting.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Closes the connection after the last message. If `all` other ranks are alive, waits for them.
    fn close(self, all: bool);
}

/// A message with its sender.
type Sent = (usize, Vec<u8>);

/// The connection of a thread that acts as a rank.
#[derive(Debug)]
pub struct ThreadLink {
    rank: usize,
    others: Vec<Sender<Sent>>,
    arrived: Receiver<Sent>,
}

/// Returns the connections of a number of threads, by rank.
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
        // A rank that has exited receives nothing.
        let _ = self.others[to].send((self.rank, message.to_vec()));
    }

    fn receive(&mut self) -> Option<Sent> {
        self.arrived.try_recv().ok()
    }

    fn close(self, _all: bool) {}
}
