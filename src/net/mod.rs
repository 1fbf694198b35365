//! The network: what it sees of a position, and what it makes of that.
//!
//! [`Features`] are a position by the player to move, [`Planes`] the same as numbers. It does not
//! know how its weights were found, which is the work of `training/`, nor what the player makes of
//! its opinion.

mod features;
mod planes;

pub use features::{Circumstances, Features, LAST_MOVES};
pub use planes::{GLOBALS, PLANES, Planes, place};
