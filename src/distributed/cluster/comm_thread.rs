//! The communication of a rank: one thread sends what others queue, and hands on what arrives.
//!
//! What is queued for one rank at a time travels in one message, so that leaves come in batches where there
//! are many of them.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::codec::Reader;
use super::transport::Link;

/// The most bytes of a message of several letters. MPI sends so short ones at once, so that one that has
/// begun to arrive is there as a whole, whatever becomes of its sender.
const MOST_BYTES: usize = 4000;

/// The shortest and the longest time between two looks at what has arrived.
const PAUSES: [Duration; 2] = [Duration::from_micros(50), Duration::from_millis(1)];

/// Something that one rank tells another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Envelope {
    /// The rank that it goes to.
    pub(super) to: usize,
    /// What it says.
    pub(super) bytes: Vec<u8>,
}

/// Where letters are left to be sent. Clones are as good.
pub(super) type Outbox = Sender<Envelope>;

/// Sends the letters of an outbox and gives each that arrives to `deliver`, with the rank that sent it,
/// until `deliver` answers `false` or nobody can leave letters any more.
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
                // What was left before goes out first.
                messages(outgoing.try_iter()).iter().for_each(|(to, bytes)| link.send(*to, bytes));
                return;
            }
        }
    }
}

/// Gives each letter that still arrives to `deliver`, until that answers `false` or a time is over; answers
/// whether it did.
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

/// The messages that carry some letters, each with the rank that it goes to.
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

/// The letters of a message.
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
    fn letters_travel_together_in_their_order() {
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
