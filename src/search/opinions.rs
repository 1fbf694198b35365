//! Opinions that a net has given, by position: it is asked once of each, whatever way leads there.
//!
//! The moves before count for little in what a net thinks, and here for nothing.

use std::mem::size_of;
use std::sync::{Arc, Mutex, PoisonError};

use crate::go::{Board, BoardSize, Color, Scoring};
use crate::net::NetOutput;

use super::rng::Rng;

/// The part of the memory of a search that opinions may take beside its trees.
const PART: usize = 4;

/// The most memory that one takes.
const BYTES: usize = 2 * BoardSize::STANDARD.area() * size_of::<f32>() + 128;

/// What is known of one position, with its key.
type Slot = Mutex<Option<(u64, Arc<NetOutput>)>>;

/// A table in which a new opinion takes the place of an old one. Threads share it.
#[derive(Debug)]
pub(super) struct Opinions {
    /// A power of two of them.
    slots: Box<[Slot]>,
}

impl Opinions {
    /// An empty table beside trees of so many MiB.
    pub(super) fn new(mebibytes: usize) -> Opinions {
        let fitting = (mebibytes.saturating_mul(1 << 20) / PART / BYTES).clamp(1, 1 << 20);
        let slots = 1 << fitting.ilog2();
        Opinions { slots: (0..slots).map(|_| Mutex::default()).collect() }
    }

    /// The opinion of a position, asked for where there is none.
    pub(super) fn of(
        &self,
        key: u64,
        ask: impl FnOnce() -> Option<NetOutput>,
    ) -> Option<Arc<NetOutput>> {
        let slot = &self.slots[key as usize & (self.slots.len() - 1)];
        let lock = || slot.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().as_ref().filter(|(known, _)| *known == key).map(|(_, it)| it.clone());
        known.or_else(|| {
            let opinion = Arc::new(ask()?);
            *lock() = Some((key, opinion.clone()));
            Some(opinion)
        })
    }
}

/// What tells positions apart: the board's size, stones, whose turn it is, a ko that may not be
/// retaken, the komi in half points, and what counts.
pub(super) fn key_of<const W: usize>(
    board: &Board<W>,
    stones: u64,
    color: Color,
    komi: i32,
    scoring: Scoring,
) -> u64 {
    let ko = board.ko().filter(|&(who, _)| who == color);
    let ko = ko.map_or(0, |(_, point)| point.index() as u64 + 1);
    let scoring = u64::from(scoring == Scoring::Area);
    let turn = u64::from(color as u8);
    let lines = board.size().lines() as u64;
    let beside = lines << 48 | ko << 35 | scoring << 34 | turn << 32 | u64::from(komi as u32);
    Rng::new(stones ^ Rng::new(beside).bits()).bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(win: f32) -> NetOutput {
        NetOutput { policy: Vec::new(), pass: 0.0, value: win, score: 0.0, ownership: Vec::new() }
    }

    #[test]
    fn what_is_known_is_not_asked_again_until_it_is_displaced() {
        let opinions = Opinions::new(0);
        let win = |key, win| opinions.of(key, || Some(opinion(win))).expect("an opinion").value;
        assert_eq!([win(7, 1.0), win(7, 2.0), win(8, 3.0), win(7, 4.0)], [1.0, 1.0, 3.0, 4.0]);
        assert!(opinions.of(9, || None).is_none());
        assert!(Opinions::new(256).slots.len() > 1000);
    }

    #[test]
    fn what_lies_beside_the_stones_tells_positions_apart() {
        let board = Board::<2>::new(BoardSize::new(7).expect("a size"));
        let larger = Board::<2>::new(BoardSize::new(9).expect("a size"));
        let keys = [
            key_of(&larger, 5, Color::Black, 15, Scoring::Area),
            key_of(&board, 5, Color::Black, 15, Scoring::Area),
            key_of(&board, 5, Color::White, 15, Scoring::Area),
            key_of(&board, 5, Color::Black, -15, Scoring::Area),
            key_of(&board, 5, Color::Black, 15, Scoring::Territory),
            key_of(&board, 6, Color::Black, 15, Scoring::Area),
        ];
        assert!((1..keys.len()).all(|i| !keys[..i].contains(&keys[i])));
    }
}
