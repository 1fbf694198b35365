//! The fast forward pass: a model becomes a plan for a number type and a board size, which the kernels of
//! an instruction set compute.
//!
//! ```text
//! Model, ranges -> build -> Plan<N> -> forward, heads -> RawOutput
//!                                      | memory of one thread
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `kernel_set` | number types with their backends |
//! | `border`, `matrices` | the border around the board; joined and transposed matrices |
//! | `statistics`, `smoothing` | calibration of layer inputs; smoothing of channels |

mod border;
mod build;
mod forward;
mod heads;
mod kernel_set;
mod matrices;
mod memory;
mod plan;
mod smoothing;
mod statistics;

pub(super) use kernel_set::{AnyFinished, AnyForward, Prepared, calibrate};
pub use kernel_set::{KernelSet, Precision};
pub(super) use plan::{Finished, Site};
pub(super) use smoothing::Smoothing;
pub(super) use statistics::Statistics;
