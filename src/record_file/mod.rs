//! Files of game records: their formats, how much of a file is read, and folders.
//!
//! | module | contents |
//! | --- | --- |
//! | `source` | files, folders and standard input |

mod file;
mod source;

pub use file::{format_named, format_of, read, read_at, read_from};
pub use source::{Input, Source, SourceError, expand_folders};
