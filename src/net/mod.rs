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

mod aligned;
mod arithmetic;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod convolution;
mod evaluator;
mod features;
mod file;
mod head;
mod instructions;
mod maps;
mod nets;
mod planes;
mod portable;
mod shape;
#[cfg(target_arch = "x86_64")]
mod tile;
mod tower;

pub use evaluator::{Evaluator, Net};
pub use features::{Circumstances, Features, LAST_MOVES};
pub use file::{LONGEST, NetError, crc_32};
pub use head::Opinion;
pub use instructions::Instructions;
pub use nets::Nets;
pub use planes::{GLOBALS, PLANES, Planes, place};
pub use shape::{Kind, SIZES, Shape};
