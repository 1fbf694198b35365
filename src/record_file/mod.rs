//! Game records as files: which format one has, how much of it is read, and folders of them.

mod file;
mod source;

pub use file::{format_named, format_of, read, read_from};
pub use source::{NoSource, Source, with_folders_opened};
