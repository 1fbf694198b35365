//! The lines that have arrived and wait for their turn: filled by the reader thread, emptied by the
//! one that answers.
//!
//! It does not know what lines mean, only that they are numbered as they arrive, so that whoever
//! answers can look at each waiting line once. What waits is bounded in bytes: a client that sends
//! faster than it is answered is made to wait.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The most bytes that wait, besides a line that is alone.
const CAPACITY: usize = 16 << 20;

/// What a line costs beside its bytes.
const OVERHEAD: usize = 64;

/// Something that has arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// A line without its line break.
    Line(Vec<u8>),
    /// A line that had more bytes than a line may have; they are gone.
    TooLong,
    /// The end of the input, which is always the last.
    End,
}

impl Arrival {
    fn cost(&self) -> usize {
        match self {
            Arrival::Line(bytes) => OVERHEAD + bytes.len(),
            Arrival::TooLong | Arrival::End => OVERHEAD,
        }
    }
}

/// A queue between two threads.
#[derive(Debug, Default)]
pub struct Inbox {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
    taken: Condvar,
    /// How many have arrived in all: read without the lock, since a search asks all the time.
    count: AtomicU64,
}

#[derive(Debug, Default)]
struct Waiting {
    queue: VecDeque<Arrival>,
    cost: usize,
    /// The number of the first one in the queue; the very first is 0.
    first: u64,
}

impl Inbox {
    /// Puts one behind the others, as soon as there is room.
    pub fn push(&self, arrival: Arrival) {
        let mut waiting = self.lock();
        while waiting.cost + arrival.cost() > CAPACITY && !waiting.queue.is_empty() {
            waiting = self.taken.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        waiting.cost += arrival.cost();
        waiting.queue.push_back(arrival);
        self.count.fetch_add(1, Ordering::Release);
        self.arrived.notify_one();
    }

    /// Takes the first one, as soon as there is one, with its number.
    pub fn pop(&self) -> (u64, Arrival) {
        let mut waiting = self.lock();
        loop {
            if let Some(arrival) = waiting.queue.pop_front() {
                let number = waiting.first;
                waiting.first += 1;
                waiting.cost -= arrival.cost();
                self.taken.notify_one();
                return (number, arrival);
            }
            waiting = self.arrived.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// How many have arrived since the start.
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Acquire)
    }

    /// Shows those that wait, from the one with this number on, and their numbers; answers how many
    /// have arrived since the start.
    pub fn look(&self, from: u64, mut see: impl FnMut(u64, &Arrival)) -> u64 {
        let waiting = self.lock();
        let skipped = from.saturating_sub(waiting.first);
        for (place, arrival) in waiting.queue.iter().enumerate().skip(skipped as usize) {
            see(waiting.first + place as u64, arrival);
        }
        waiting.first + waiting.queue.len() as u64
    }

    /// A thread that panicked leaves the queue whole: no step between its changes can fail.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn line(text: &str) -> Arrival {
        Arrival::Line(text.into())
    }

    #[test]
    fn lines_come_in_order_with_their_numbers() {
        let inbox = Inbox::default();
        for text in ["a", "b", "c"] {
            inbox.push(line(text));
        }
        assert_eq!(inbox.pop(), (0, line("a")));
        let mut seen = Vec::new();
        inbox.look(2, |number, arrival| seen.push((number, arrival.clone())));
        assert_eq!(seen, [(2, line("c"))]);
        inbox.look(0, |number, _| seen.push((number, Arrival::End)));
        assert_eq!(seen.len(), 3, "what was taken is not shown");
        assert_eq!((inbox.pop(), inbox.pop(), inbox.count()), ((1, line("b")), (2, line("c")), 3));
    }

    #[test]
    fn a_client_that_sends_too_fast_waits() {
        let inbox = Arc::new(Inbox::default());
        let half = CAPACITY / 2;
        let sender = std::thread::spawn({
            let inbox = Arc::clone(&inbox);
            move || (0..8).for_each(|_| inbox.push(Arrival::Line(vec![b'a'; half])))
        });
        let mut most = 0;
        for number in 0..8 {
            most = most.max(inbox.count() - number);
            assert_eq!(inbox.pop().0, number);
        }
        sender.join().expect("the sender does not panic");
        assert!(most <= 2, "{most} waited");
    }
}
