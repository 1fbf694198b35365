//! Built-in nets: file format, input planes and evaluation.
//!
//! | file | contents |
//! | --- | --- |
//! | `features`, `planes` | the features of a position, as input planes |
//! | `shape`, `file`, `error` | the layers of a net, its file, the errors of files |
//! | `evaluator` | a net and its evaluation |
//! | `tower`, `head` | residual blocks; policy, value, score and ownership; linear layers |

pub(crate) mod error;
pub(crate) mod evaluator;
pub(crate) mod features;
pub(crate) mod file;
pub(crate) mod head;
pub(crate) mod planes;
pub(crate) mod shape;
mod tower;
