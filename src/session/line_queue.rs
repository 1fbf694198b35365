//! The queue of input lines, filled by the reader thread and emptied by the thread that answers.
//!
//! The queue does not interpret lines. It numbers them on arrival, so that the answering thread can inspect
//! each waiting line once. The queue is bounded in bytes: a client that sends faster than it is answered has to
//! wait.

use crate::line_reader::{Line, read_lines};
use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The maximum size of the queue in bytes; a single line may exceed it.
const CAPACITY: usize = 16 << 20;

/// The overhead in bytes that is added to the length of each line.
const OVERHEAD: usize = 64;

/// An event of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum QueuedLine {
    /// A line without its line break.
    Line(Vec<u8>),
    /// A line that was too long; its bytes are dropped.
    TooLong,
    /// The end of the input; always the last event.
    End,
}

impl QueuedLine {
    fn cost(&self) -> usize {
        match self {
            QueuedLine::Line(bytes) => OVERHEAD + bytes.len(),
            QueuedLine::TooLong | QueuedLine::End => OVERHEAD,
        }
    }
}

/// A bounded queue between the reader thread and the answering thread.
#[derive(Debug, Default)]
pub(super) struct LineQueue {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
    taken: Condvar,
    /// The total number of arrivals. Atomic, since a search polls it too often for a lock.
    count: AtomicU64,
}

#[derive(Debug, Default)]
struct Waiting {
    queue: VecDeque<QueuedLine>,
    cost: usize,
    /// The index of the first one in the queue, from 0.
    first: u64,
}

impl LineQueue {
    /// Appends an arrival; blocks while the queue is full.
    pub(super) fn push(&self, arrival: QueuedLine) {
        let mut waiting = self.lock();
        while waiting.cost + arrival.cost() > CAPACITY && !waiting.queue.is_empty() {
            waiting = self.taken.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        waiting.cost += arrival.cost();
        waiting.queue.push_back(arrival);
        self.count.fetch_add(1, Ordering::Release);
        self.arrived.notify_one();
    }

    /// Removes the first arrival and returns it with its index; blocks while the queue is empty.
    pub(super) fn pop(&self) -> (u64, QueuedLine) {
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

    /// Returns the total number of arrivals, including those that were removed.
    pub(super) fn count(&self) -> u64 {
        self.count.load(Ordering::Acquire)
    }

    /// Calls `see` for each waiting arrival from index `from` on, with its index. Returns the total number of
    /// arrivals.
    pub(super) fn peek(&self, from: u64, mut see: impl FnMut(u64, &QueuedLine)) -> u64 {
        let waiting = self.lock();
        let skipped = from.saturating_sub(waiting.first);
        for (index, arrival) in waiting.queue.iter().enumerate().skip(skipped as usize) {
            see(waiting.first + index as u64, arrival);
        }
        waiting.first + waiting.queue.len() as u64
    }

    /// Locks the queue, even if the lock is poisoned: no step between two changes can panic, so the queue is
    /// consistent.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads lines until the input ends or fails.
pub(super) fn read(input: impl Read, inbox: &LineQueue) {
    let input = BufReader::with_capacity(1 << 16, input);
    let push = |line| {
        inbox.push(match line {
            Line::Bytes(bytes) => QueuedLine::Line(bytes),
            Line::TooLong => QueuedLine::TooLong,
        });
        Ok(())
    };
    if let Err(error) = read_lines(input, push) {
        log::warn!("cannot read the input: {error}");
    }
    inbox.push(QueuedLine::End);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn line(text: &str) -> QueuedLine {
        QueuedLine::Line(text.into())
    }

    #[test]
    fn lines_are_numbered_in_order() {
        let inbox = LineQueue::default();
        for text in ["a", "b", "c"] {
            inbox.push(line(text));
        }
        assert_eq!(inbox.pop(), (0, line("a")));
        let mut seen = Vec::new();
        inbox.peek(2, |number, arrival| seen.push((number, arrival.clone())));
        assert_eq!(seen, [(2, line("c"))]);
        inbox.peek(0, |number, _| seen.push((number, QueuedLine::End)));
        assert_eq!(seen.len(), 3, "what was taken is not shown");
        assert_eq!((inbox.pop(), inbox.pop(), inbox.count()), ((1, line("b")), (2, line("c")), 3));
    }

    #[test]
    fn push_blocks_when_queue_is_full() {
        let inbox = Arc::new(LineQueue::default());
        let half = CAPACITY / 2;
        let sender = std::thread::spawn({
            let inbox = Arc::clone(&inbox);
            move || (0..8).for_each(|_| inbox.push(QueuedLine::Line(vec![b'a'; half])))
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
