//! The options for the charset of SGF input.

use crate::records::charset::FileCharset;
use crate::records::format::ReadOptions;
use clap::Args;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// The charset options of input files.
#[derive(Debug, Clone, Copy, Args)]
pub(in crate::cli) struct CharsetOptions {
    /// Charset of SGF input, overriding the file's declaration
    #[arg(long, value_name = "NAME")]
    encoding: Option<FileCharset>,
    /// Charset of SGF input without a declaration [default: detected]
    #[arg(long, value_name = "NAME")]
    default_encoding: Option<FileCharset>,
}

impl CharsetOptions {
    /// Converts to the reader's options.
    pub(in crate::cli) fn read_options(self) -> ReadOptions {
        ReadOptions { charset: self.encoding, default_charset: self.default_encoding }
    }
}

/// The option for the number of threads that process record files.
#[derive(Debug, Clone, Copy, Args)]
pub(in crate::cli) struct ThreadsOption {
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl ThreadsOption {
    pub(in crate::cli) fn count(self) -> NonZeroUsize {
        self.threads.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }
}
