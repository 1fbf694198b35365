//! The options on the charset of SGF that is read.

use crate::records::charset::FileCharset;
use crate::records::format::ReadOptions;
use clap::Args;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// What the command line says of the charset of files.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct CharsetOptions {
    /// Charset of SGF input, overriding the file's declaration
    #[arg(long, value_name = "NAME")]
    encoding: Option<FileCharset>,
    /// Charset of SGF input without a declaration [default: detected]
    #[arg(long, value_name = "NAME")]
    default_encoding: Option<FileCharset>,
}

impl CharsetOptions {
    /// The same for the reader.
    pub(super) fn read_options(self) -> ReadOptions {
        ReadOptions { charset: self.encoding, default_charset: self.default_encoding }
    }
}

/// How many threads work on files of records.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ThreadsOption {
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl ThreadsOption {
    pub(super) fn count(self) -> NonZeroUsize {
        self.threads.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }
}
