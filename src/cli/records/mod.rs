//! `tianyuan convert`, `check` and `show`: game records on the command line.

mod charset_options;
mod check;
mod convert;
mod convert_plan;
mod drawing;
mod show;

pub use check::CheckArguments;
pub use convert::ConvertArguments;
pub use show::ShowArguments;
