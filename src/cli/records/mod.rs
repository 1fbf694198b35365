//! `tianyuan convert`, `check` and `show`: game records on the command line.
//!
//! | module | contents |
//! | --- | --- |
//! | `conversion`, `output`, `output_files` | conversion of a file, its target, files in progress |
//! | `ascii_board` | boards as text |
//! | `ordered_map` | several threads with results in input order |
//! | `charset_options`, `summary` | charset options; findings by rule |

mod charset_options;
mod check;
mod conversion;
mod convert;
mod output_files;
mod ascii_board;
mod ordered_map;
mod output;
mod show;
mod summary;

pub(super) use charset_options::{CharsetOptions, ThreadsOption};
pub use check::CheckArguments;
pub use convert::ConvertArguments;
pub(super) use output_files::is_record;
pub use show::ShowArguments;
