//! The communication thread of a rank: sends queued messages and dispatches received ones.
//!
//! Messages to one rank are combined, so that leaves are sent in batches.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::codec::Reader;
use super::transport::Link;

/// The maximum size of combined messages in bytes. MPI sends messages of this size eagerly, so that a received
/// message is complete even if its sender dies.
const MOST_BYTES: usize = 4000;

/// The minimum and maximum polling interval.
const PAUSES: [Duration; 2] = [Duration::from_micros(50), Duration::from_millis(1)];

/// A message with its destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Envelope {
    /// The destination rank.
    pub(super) to: usize,
    /// The message.
    pub(super) bytes: Vec<u8>,
}

/// The queue of outgoing messages. Clones share it.
pub(super) type Outbox = Sender<Envelope>;

/// Sends queued messages, and passes each received message with its sender to `deliver`, until `deliver` returns
/// `false` or the queue is closed.
pub(super) fn run_comm_thread(
    link: &mut impl Link,
    outgoing: &Receiver<Envelope>,
    mut deliver: impl FnMut(usize, &[u8]) -> bool,
) {
    let [shortest, longest] = PAUSES;
    let mut pause = shortest;
    loop {
        let first = match outgoing.recv_timeout(pause) {
            Ok(letter) => Some(letter),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        pause = if first.is_some() { shortest } else { (2 * pause).min(longest) };
        for (to, message) in messages(first.into_iter().chain(outgoing.try_iter())) {
            link.send(to, &message);
        }
        while let Some((from, message)) = link.receive() {
            pause = shortest;
            if !letters(&message).all(|letter| deliver(from, letter)) {
                // Messages that were queued earlier are sent first.
                messages(outgoing.try_iter()).iter().for_each(|(to, bytes)| link.send(*to, bytes));
                return;
            }
        }
    }
}

/// Passes remaining messages to `deliver` until it returns `false` or a timeout. Returns `true` if it returned
/// `false`.
pub(super) fn drain(
    link: &mut impl Link,
    most: Duration,
    mut deliver: impl FnMut(usize, &[u8]) -> bool,
) -> bool {
    let until = Instant::now() + most;
    while Instant::now() < until {
        match link.receive() {
            Some((from, message)) => {
                if !letters(&message).all(|letter| deliver(from, letter)) {
                    return true;
                }
            }
            None => thread::sleep(PAUSES[1]),
        }
    }
    false
}

/// Combines messages by destination.
fn messages(letters: impl Iterator<Item = Envelope>) -> Vec<(usize, Vec<u8>)> {
    let mut done = Vec::new();
    let mut open: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for Envelope { to, bytes } in letters {
        let message = open.entry(to).or_default();
        if !message.is_empty() && message.len() + 4 + bytes.len() > MOST_BYTES {
            done.push((to, std::mem::take(message)));
        }
        message.extend((bytes.len() as u32).to_le_bytes());
        message.extend(bytes);
    }
    done.extend(open);
    done
}

/// Splits a combined message.
fn letters(message: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut reader = Reader(message);
    std::iter::from_fn(move || {
        let length = reader.u32()?;
        reader.bytes(length as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn envelopes_are_batched_in_order() {
        let letter = |to, byte, length| Envelope { to, bytes: vec![byte; length] };
        let all = [
            letter(2, 1, 10),
            letter(1, 2, 1500),
            letter(2, 3, 0),
            letter(1, 4, 1500),
            letter(1, 5, 1500),
            letter(2, 6, 9000),
        ];
        let sent = messages(all.clone().into_iter());
        let count = |rank| sent.iter().filter(|(to, _)| *to == rank).count();
        assert_eq!([count(1), count(2)], [2, 2]);
        for rank in [1, 2] {
            let due = all.iter().filter(|letter| letter.to == rank).map(|it| &it.bytes[..]);
            let to_rank = sent.iter().filter(|(to, _)| *to == rank);
            assert!(to_rank.flat_map(|(_, message)| letters(message)).eq(due));
        }
    }
}
