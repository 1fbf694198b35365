//! A cache of net evaluations by position, so that transpositions are evaluated only once.
//!
//! The last moves hardly affect an evaluation, so the key ignores them.

use std::sync::{Arc, Mutex, PoisonError};

/// Divisor of the search memory that the cache may use in addition to the trees.
const PART: usize = 4;

/// The evaluation of a position, with the position's key.
type Slot<E> = Mutex<Option<(u64, Arc<E>)>>;

/// A table shared between threads; a new evaluation replaces the previous one in its slot.
#[derive(Debug)]
pub(super) struct EvaluationCache<E> {
    /// The number of slots is a power of two.
    slots: Box<[Slot<E>]>,
}

impl<E> EvaluationCache<E> {
    /// Creates an empty cache for a search with `mebibytes` MiB of trees; an evaluation takes at most `bytes` bytes.
    pub(super) fn new(mebibytes: usize, bytes: usize) -> EvaluationCache<E> {
        let fitting = (mebibytes.saturating_mul(1 << 20) / PART / bytes).clamp(1, 1 << 20);
        let slots = 1 << fitting.ilog2();
        EvaluationCache { slots: (0..slots).map(|_| Mutex::default()).collect() }
    }

    /// Returns the evaluation of a position; calls `evaluate` if it is not cached.
    pub(super) fn get_or_evaluate(
        &self,
        key: u64,
        evaluate: impl FnOnce() -> Option<E>,
    ) -> Option<Arc<E>> {
        let slot = &self.slots[key as usize & (self.slots.len() - 1)];
        let lock = || slot.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().as_ref().filter(|(known, _)| *known == key).map(|(_, it)| it.clone());
        // The slot is unlocked while the net runs, because other positions share it. Two threads may evaluate the
        // same position, which is rare and harmless.
        known.or_else(|| {
            let output = Arc::new(evaluate()?);
            *lock() = Some((key, output.clone()));
            Some(output)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_is_evaluated_once_until_evicted() {
        let cache = EvaluationCache::new(0, 3000);
        let win = |key, win| *cache.get_or_evaluate(key, || Some(win)).expect("an evaluation");
        assert_eq!([win(7, 1.0), win(7, 2.0), win(8, 3.0), win(7, 4.0)], [1.0, 1.0, 3.0, 4.0]);
        assert!(cache.get_or_evaluate(9, || None).is_none());
        assert!(EvaluationCache::<f32>::new(256, 3000).slots.len() > 1000);
    }
}
