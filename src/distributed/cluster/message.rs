//! The messages between ranks.

use crate::search::StatsDelta;

use super::codec::Reader;
use super::stats_codec::write_gains;

/// The maximum size of a chunk of statistics in bytes. MPI sends messages of this size immediately.
const MOST_FOUND: usize = 3900;

/// A message. Leaves and searches have the numbers that the leader assigned.
#[derive(Debug, Clone, Copy)]
pub(super) enum ClusterMessage<'a> {
    /// Follower, at start: the number of leaves that it evaluates in parallel.
    Ready(usize),
    /// To a follower: a leaf to evaluate, with its number.
    Leaf(u32, Reader<'a>),
    /// Follower: the evaluation of a leaf, or nothing if it does not have the net.
    Answer(u32, Reader<'a>),
    /// To a follower: a search to join, with its number.
    Begin(u32, Reader<'a>),
    /// To a follower: the end of a search and of all earlier ones.
    Stop(u32),
    /// A chunk of the statistics of a search.
    Found(u32, StatsChunk, Reader<'a>),
    /// To a follower: shut down. From a follower: it has exited.
    End,
}

/// What follows a chunk of statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatsChunk {
    /// More chunks of the same update.
    More,
    /// Nothing until the next update.
    Last,
    /// Nothing: the follower has finished the search.
    End,
}

const READY: u8 = 0;
const LEAF: u8 = 1;
const ANSWER: u8 = 2;
const BEGIN: u8 = 3;
const STOP: u8 = 4;
const FOUND_LAST: u8 = 5;
const FOUND_END: u8 = 6;
const END: u8 = 7;
const FOUND_MORE: u8 = 8;

impl ClusterMessage<'_> {
    /// Encodes the message.
    pub(super) fn bytes(self) -> Vec<u8> {
        let numbered = |kind: u8, number: u32, rest: &[u8]| {
            [&[kind][..], &number.to_le_bytes(), rest].concat()
        };
        match self {
            ClusterMessage::Ready(threads) => numbered(READY, threads as u32, &[]),
            ClusterMessage::Leaf(number, Reader(leaf)) => numbered(LEAF, number, leaf),
            ClusterMessage::Answer(number, Reader(answer)) => numbered(ANSWER, number, answer),
            ClusterMessage::Begin(number, Reader(task)) => numbered(BEGIN, number, task),
            ClusterMessage::Stop(number) => numbered(STOP, number, &[]),
            ClusterMessage::Found(number, part, Reader(gains)) => {
                let kind = match part {
                    StatsChunk::More => FOUND_MORE,
                    StatsChunk::Last => FOUND_LAST,
                    StatsChunk::End => FOUND_END,
                };
                numbered(kind, number, gains)
            }
            ClusterMessage::End => vec![END],
        }
    }

    /// Decodes a message. Returns `None` if it is malformed.
    pub(super) fn read(letter: &[u8]) -> Option<ClusterMessage<'_>> {
        let mut reader = Reader(letter);
        Some(match reader.u8()? {
            READY => ClusterMessage::Ready(reader.u32()? as usize),
            LEAF => ClusterMessage::Leaf(reader.u32()?, reader),
            ANSWER => ClusterMessage::Answer(reader.u32()?, reader),
            BEGIN => ClusterMessage::Begin(reader.u32()?, reader),
            STOP => ClusterMessage::Stop(reader.u32()?),
            FOUND_MORE => ClusterMessage::Found(reader.u32()?, StatsChunk::More, reader),
            FOUND_LAST => ClusterMessage::Found(reader.u32()?, StatsChunk::Last, reader),
            FOUND_END => ClusterMessage::Found(reader.u32()?, StatsChunk::End, reader),
            END => ClusterMessage::End,
            _ => return None,
        })
    }
}

/// Returns the messages for the statistics of a search, and whether the sender has finished it.
pub(super) fn found_letters(number: u32, gains: &StatsDelta, is_end: bool) -> Vec<Vec<u8>> {
    let parts = write_gains(gains, MOST_FOUND);
    let last = if is_end { StatsChunk::End } else { StatsChunk::Last };
    let count = parts.len();
    let letter = |(place, bytes): (usize, &Vec<u8>)| {
        let part = if place + 1 == count { last } else { StatsChunk::More };
        ClusterMessage::Found(number, part, Reader(bytes)).bytes()
    };
    parts.iter().enumerate().map(letter).collect()
}
