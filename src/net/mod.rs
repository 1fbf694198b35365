//! The network: what it sees of a position, and what it makes of that.
//!
//! [`Features`] are a position by the player to move, [`Planes`] the same as numbers, a [`Net`] the
//! weights, and an [`Evaluator`] turns planes into an [`Opinion`]. It does not know how the weights
//! were found, which is the work of `training/`, nor what the player makes of the opinion.
//!
//! ```text
//! Features -> Planes -> tower of convolutions -> head -> Opinion
//!                       | kernels: portable, AVX2, AVX-512, VNNI; floats or bytes
//! ```

mod evaluator;
mod features;
mod file;
mod head;
mod kernel;
mod nets;
mod planes;
mod shape;
mod tower;

pub use evaluator::{Evaluator, Net};
pub use features::{Circumstances, Features, LAST_MOVES};
pub use file::{LONGEST, NetError, crc_32};
pub use head::Opinion;
pub use kernel::instructions::Instructions;
pub use nets::Nets;
pub use planes::{GLOBALS, PLANES, Planes, place};
pub use shape::{Kind, SIZES, Shape};
