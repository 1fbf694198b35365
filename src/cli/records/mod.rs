//! `tianyuan convert`, `check` and `show`: game records on the command line.

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
mod threads;

pub use check::CheckArguments;
pub use convert::ConvertArguments;
pub use show::ShowArguments;
