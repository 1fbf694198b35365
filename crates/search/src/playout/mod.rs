//! Playouts: simulated games to the end by a fast policy.
//!
//! A playout has simple ko and no suicide, but neither superko nor rules of scoring. It ends at two
//! passes, when every empty point is an eye or illegal, or after a number of moves that only long ko
//! cycles reach.

pub(super) mod first_moves;
pub(super) mod heavy;
mod pattern;
pub(super) mod policy;
mod proposals;
mod tactics;
