//! The option on the number of threads.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use clap::Args;

/// How many threads work on files of records.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ThreadsOption {
    /// The number of threads [default: that of the processor's cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl ThreadsOption {
    pub(super) fn count(self) -> NonZeroUsize {
        self.threads.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }
}
