//! The fast forward pass: a model becomes a plan for a number type and a board size, which the kernels of
//! an instruction set compute.
//!
//! ```text
//! Model, ranges -> build -> Plan<N> -> forward, heads -> RawOutput
//!                                      | memory of one thread
//! ```

mod backend;
mod border;
mod build;
mod forward;
mod heads;
mod matrices;
mod memory;
mod plan;
mod smoothing;
mod statistics;

pub(super) use backend::{AnyFinished, AnyForward, Prepared, calibrate};
pub use backend::{Backend, Precision};
pub(super) use plan::{Finished, Site};
pub(super) use smoothing::Smoothing;
pub(super) use statistics::Statistics;
