//! Built-in nets: file format, input planes and evaluation.
//!
//! | file | contents |
//! | --- | --- |
//! | `features`, `planes` | the features of a position, as input planes |
//! | `shape`, `file`, `error` | the layers of a net, its file, the errors of files |
//! | `evaluator` | a net and its evaluation |
//! | `tower`, `head`, `linear` | residual blocks; policy, value, score and ownership; linear layers |
//! | `output` | the output for a position |

pub(crate) mod error;
pub(crate) mod evaluator;
pub(crate) mod features;
pub(crate) mod file;
mod head;
mod linear;
pub(crate) mod output;
pub(crate) mod planes;
pub(crate) mod shape;
mod tower;
