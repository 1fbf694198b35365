//! The optimised forward pass: a model is compiled into a plan for a number type and a board size, which the kernels
//! of an instruction set execute.
//!
//! ```text
//! Model, ranges -> compile -> Plan<N> -> forward, heads -> RawOutput
//!                                      | workspace of one thread
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `kernel_set` | number types with their backends |
//! | `border`, `matrices` | the border around the board; joined and transposed matrices |
//! | `calibration_stats`, `smoothing` | calibration of layer inputs; smoothing of channels |

mod border;
mod compile;
mod forward;
mod heads;
mod kernel_set;
mod matrices;
mod workspace;
mod plan;
mod smoothing;
mod calibration_stats;

pub(super) use calibration_stats::Statistics;
pub(super) use kernel_set::{AnyForward, CompiledNet, Prepared, calibrate};
pub use kernel_set::{KernelSet, Precision};
pub(super) use plan::{Finished, QuantSite};
pub(super) use smoothing::Smoothing;
