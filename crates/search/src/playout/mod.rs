//! Playouts: games simulated to the end by a fast policy.
//!
//! A playout uses simple ko and forbids suicide, without superko or scoring rules. It ends after two passes, when
//! every empty point is an eye or illegal, or after a number of moves that only long ko cycles reach.
//!
//! | module | contents |
//! | --- | --- |
//! | `heavy`, `pattern`, `candidate_moves` | the playout policy: 3x3 patterns, tactical replies, proposed points |
//! | `first_moves` | the first moves of the policy at a position |

pub(super) mod first_moves;
pub(super) mod heavy;
mod pattern;
pub(super) mod policy;
mod candidate_moves;
