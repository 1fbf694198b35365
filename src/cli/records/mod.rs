//! `tianyuan convert`, `check` and `show`: game records on the command line.
//!
//! | module | contents |
//! | --- | --- |
//! | `conversion`, `output`, `drafts` | conversion of a file, its target, files in progress |
//! | `drawing` | boards as text |
//! | `in_order` | several threads with results in input order |
//! | `charset_options`, `summary` | charset options; findings by rule |

mod charset_options;
mod check;
mod conversion;
mod convert;
mod drafts;
mod drawing;
mod in_order;
mod output;
mod show;
mod summary;

pub use check::CheckArguments;
pub use convert::ConvertArguments;
pub use show::ShowArguments;
