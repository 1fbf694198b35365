//! What ranks tell each other: the kinds of letters.

use crate::search::StatsDelta;

use super::codec::Reader;
use super::stats_codec::write_gains;

/// The most bytes of a part of what was found. MPI sends letters of this length at once.
const MOST_FOUND: usize = 3900;

/// What a letter says. Numbers of leaves and searches are those that the leader gave.
#[derive(Debug, Clone, Copy)]
pub(super) enum ClusterMessage<'a> {
    /// From a follower at the start: it evaluates so many leaves at a time.
    Ready(usize),
    /// To a follower: a leaf to evaluate, with its number.
    Leaf(u32, Reader<'a>),
    /// From a follower: the answer to a leaf; nothing where it has not the net.
    Answer(u32, Reader<'a>),
    /// To a follower: a search to make along, with its number.
    Begin(u32, Reader<'a>),
    /// To a follower: the end of a search and of those before it.
    Stop(u32),
    /// What was found in a search, or a part of it.
    Found(u32, StatsChunk, Reader<'a>),
    /// To a follower: all is over. From a follower: it has ended.
    End,
}

/// What follows on a part of what was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatsChunk {
    /// More of what was found by then.
    More,
    /// Nothing until more is found.
    Last,
    /// Nothing in this search: the follower has ended it.
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
    /// The letter that says this.
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

    /// What a letter says; `None` where it makes no sense.
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

/// The letters that tell what was found in a search, and whether the sender has ended it.
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
