//! Neural nets: features, input planes, net files, kernels and the evaluator.
//!
//! [`Features`] of a position become [`Planes`], the input of a [`Net`]; its [`Evaluator`] gives a
//! [`NetOutput`]: policy logits, value logit, score and ownership. `training/` finds the weights.
//!
//! KataGo's nets have inputs and an output of their own, in [`katago`]. [`Nets`] are of both kinds; an
//! [`AnyEvaluator`] has one form of output for both.
//!
//! ```text
//! Features -> Planes -> tower of residual blocks -> head -> NetOutput
//!                       | kernels: portable, AVX2, AVX-512, VNNI, NEON; f32 or 8-bit integers
//! ```

mod activation;
mod aligned;
mod any;
mod any_evaluator;
mod error;
mod evaluator;
mod features;
mod file;
mod head;
pub mod katago;
mod kernel;
mod linear;
#[cfg(target_arch = "aarch64")]
mod neon;
mod nets;
mod output;
mod planes;
mod processor;
mod shape;
mod shared;
mod simd;
mod symmetry;
mod tower;

pub use any::{AnyNet, AnyNetError, AnyNetFile, PREPARED};
pub use any_evaluator::{AnyEvaluator, AnyInputs, AnyOutput, Reading};
pub use error::{MAX_BYTES, NetError};
pub use evaluator::{Evaluator, Net};
pub use features::{Circumstances, Features, LAST_MOVES};
pub use file::crc_32;
pub use kernel::instructions::Instructions;
pub use nets::Nets;
pub use output::NetOutput;
pub use planes::{GLOBALS, PLANES, Planes, point_index};
pub use shape::{Kind, SIZES, Shape};
pub use shared::SharedBytes;
pub use symmetry::Symmetry;
