//! What ranks tell each other: the kinds of letters.

use crate::search::Gains;

use super::bytes::Reader;
use super::gains_bytes::write_gains;

/// The most bytes of a part of what was found. MPI sends letters of this length at once.
const MOST_FOUND: usize = 3900;

/// What a letter says. Numbers of leaves and searches are those that the leader gave.
#[derive(Debug, Clone, Copy)]
pub(super) enum Said<'a> {
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
    Found(u32, Part, Reader<'a>),
    /// To a follower: all is over. From a follower: it has ended.
    End,
}

/// What follows on a part of what was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
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

impl Said<'_> {
    /// The letter that says this.
    pub(super) fn bytes(self) -> Vec<u8> {
        let numbered = |kind: u8, number: u32, rest: &[u8]| {
            [&[kind][..], &number.to_le_bytes(), rest].concat()
        };
        match self {
            Said::Ready(threads) => numbered(READY, threads as u32, &[]),
            Said::Leaf(number, Reader(leaf)) => numbered(LEAF, number, leaf),
            Said::Answer(number, Reader(answer)) => numbered(ANSWER, number, answer),
            Said::Begin(number, Reader(task)) => numbered(BEGIN, number, task),
            Said::Stop(number) => numbered(STOP, number, &[]),
            Said::Found(number, part, Reader(gains)) => {
                let kind = match part {
                    Part::More => FOUND_MORE,
                    Part::Last => FOUND_LAST,
                    Part::End => FOUND_END,
                };
                numbered(kind, number, gains)
            }
            Said::End => vec![END],
        }
    }

    /// What a letter says; `None` where it makes no sense.
    pub(super) fn read(letter: &[u8]) -> Option<Said<'_>> {
        let mut reader = Reader(letter);
        Some(match reader.u8()? {
            READY => Said::Ready(reader.u32()? as usize),
            LEAF => Said::Leaf(reader.u32()?, reader),
            ANSWER => Said::Answer(reader.u32()?, reader),
            BEGIN => Said::Begin(reader.u32()?, reader),
            STOP => Said::Stop(reader.u32()?),
            FOUND_MORE => Said::Found(reader.u32()?, Part::More, reader),
            FOUND_LAST => Said::Found(reader.u32()?, Part::Last, reader),
            FOUND_END => Said::Found(reader.u32()?, Part::End, reader),
            END => Said::End,
            _ => return None,
        })
    }
}

/// The letters that tell what was found in a search, and whether the sender has ended it.
pub(super) fn found_letters(number: u32, gains: &Gains, is_end: bool) -> Vec<Vec<u8>> {
    let parts = write_gains(gains, MOST_FOUND);
    let last = if is_end { Part::End } else { Part::Last };
    let count = parts.len();
    let letter = |(place, bytes): (usize, &Vec<u8>)| {
        let part = if place + 1 == count { last } else { Part::More };
        Said::Found(number, part, Reader(bytes)).bytes()
    };
    parts.iter().enumerate().map(letter).collect()
}
