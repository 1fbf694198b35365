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
//! | `kernel_set` | number types with their backends, and their assignment to blocks |
//! | `prepared_net` | plans of any number type, nets with several, and rounding of all matrices |
//! | `border`, `matrices` | the border around the board; joined and transposed matrices |
//! | `calibration_stats`, `smoothing` | calibration of layer inputs; smoothing of channels |
//! | `layer_source` | sources of compiled layers |

mod border;
mod compile;
mod forward;
mod heads;
mod kernel_set;
mod layer_source;
mod matrices;
mod workspace;
mod plan;
mod prepared_net;
mod smoothing;
mod calibration_stats;

pub(super) use calibration_stats::{SiteStatistics, Statistics, Summary};
pub use kernel_set::{KernelPlan, KernelSet, Precision};
pub(super) use plan::{Finished, QuantSite};
pub(super) use prepared_net::{CompiledPlan, PartPass, Pass, PlanPart, Prepared, rounded};
pub(super) use smoothing::Smoothing;
