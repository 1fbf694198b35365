//! Where the leaves of a search are evaluated: here, or in a place beside this process.

use std::fmt::Debug;

use super::leaf::{Leaf, LeafAnswer};

/// A place beside this process that evaluates leaves of searches with nets.
///
/// The search does not know what it is. A leaf that it cannot evaluate, or not in time, is evaluated here, so
/// that it may fail at any moment.
pub trait LeafPlace: Debug + Send + Sync {
    /// How many threads a search needs to keep the place busy and `here` threads of this process too. Most of
    /// them wait, each for the answer to one leaf.
    fn threads(&self, here: usize) -> usize;

    /// Evaluates a leaf there, or by `here` in this thread.
    fn evaluate(&self, leaf: &Leaf, here: &mut dyn FnMut() -> LeafAnswer) -> LeafAnswer;
}
