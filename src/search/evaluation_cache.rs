//! A cache of net evaluations by position: each position is evaluated once, whatever moves lead to
//! it.
//!
//! The last moves count for little in an evaluation, so the key leaves them out.

use std::mem::size_of;
use std::sync::{Arc, Mutex, PoisonError};

use crate::go::{Board, BoardSize, Color, Scoring};
use crate::net::NetOutput;

use crate::rng::Rng;

/// The part of a search's memory that the cache may take beside the trees: one in so many.
const PART: usize = 4;

/// The most memory that one evaluation takes.
const BYTES: usize = 2 * BoardSize::STANDARD.area() * size_of::<f32>() + 128;

/// The evaluation of one position, with the position's key.
type Slot = Mutex<Option<(u64, Arc<NetOutput>)>>;

/// A table shared by threads, in which a new evaluation replaces the one in its slot.
#[derive(Debug)]
pub(super) struct EvaluationCache {
    /// As many as a power of two.
    slots: Box<[Slot]>,
}

impl EvaluationCache {
    /// An empty cache beside trees of so many MiB.
    pub(super) fn new(mebibytes: usize) -> EvaluationCache {
        let fitting = (mebibytes.saturating_mul(1 << 20) / PART / BYTES).clamp(1, 1 << 20);
        let slots = 1 << fitting.ilog2();
        EvaluationCache { slots: (0..slots).map(|_| Mutex::default()).collect() }
    }

    /// The evaluation of a position, by `evaluate` where there is none.
    pub(super) fn get_or_evaluate(
        &self,
        key: u64,
        evaluate: impl FnOnce() -> Option<NetOutput>,
    ) -> Option<Arc<NetOutput>> {
        let slot = &self.slots[key as usize & (self.slots.len() - 1)];
        let lock = || slot.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().as_ref().filter(|(known, _)| *known == key).map(|(_, it)| it.clone());
        // The slot is free while the net runs: other positions share it. Two threads may evaluate
        // the same position, which is rare and harmless.
        known.or_else(|| {
            let output = Arc::new(evaluate()?);
            *lock() = Some((key, output.clone()));
            Some(output)
        })
    }
}

/// The cache key of a position: the board's size, stones, whose turn it is, a ko that may not be
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

    fn output(value: f32) -> NetOutput {
        NetOutput { policy: Vec::new(), pass: 0.0, value, score: 0.0, ownership: Vec::new() }
    }

    #[test]
    fn a_position_is_evaluated_once_until_it_is_displaced() {
        let cache = EvaluationCache::new(0);
        let win = |key, win| {
            cache.get_or_evaluate(key, || Some(output(win))).expect("an evaluation").value
        };
        assert_eq!([win(7, 1.0), win(7, 2.0), win(8, 3.0), win(7, 4.0)], [1.0, 1.0, 3.0, 4.0]);
        assert!(cache.get_or_evaluate(9, || None).is_none());
        assert!(EvaluationCache::new(256).slots.len() > 1000);
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
