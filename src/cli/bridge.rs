//! The command line of `tianyuan bridge`.

use std::path::PathBuf;
use std::time::Duration;
use std::{io, thread};

use clap::Args;

use crate::bridge::Options;
use crate::cli::exit_status::SUCCESS;
use crate::cli::signals::end_engines_on_interrupt;
use crate::cli::value_parsers::{files, folder};
use crate::job_error::JobError;
use crate::protocol::Folder;
use crate::stdio::Blocking;

/// The arguments of `tianyuan bridge`.
#[derive(Debug, Args)]
pub struct BridgeArguments {
    /// Engine command line as one argument, such as 'gnugo --mode gtp'
    #[arg(value_name = "COMMAND")]
    engine: String,

    /// Translate for a WTP engine and a GTP client
    #[arg(long)]
    wtp: bool,

    /// Response timeout for commands other than moves and analyses
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    limit: Duration,

    /// Restrict file commands to this folder [default: no restriction]
    #[arg(long, value_name = "DIR", value_parser = folder)]
    files: Option<Folder>,

    /// Disable commands that read or write files
    #[arg(long, conflicts_with = "files")]
    no_files: bool,

    /// Append the traffic with the engine and its standard error to a file
    #[arg(long, alias = "talk", value_name = "FILE")]
    log_file: Option<PathBuf>,

    /// Show the engine's standard error
    #[arg(short, long)]
    verbose: bool,
}

impl BridgeArguments {
    /// Runs the bridge until standard input ends or the client quits.
    ///
    /// Returns the exit status.
    ///
    /// # Errors
    /// Returns [`JobError`] if the engine cannot be started or violates its protocol, or standard output fails.
    pub fn run(&self) -> Result<u8, JobError> {
        let interrupted = end_engines_on_interrupt();
        let (input, output) = (Blocking::new(io::stdin()), Blocking::new(io::stdout()));
        let result = self.options().run(input, output);
        while interrupted.is_cancelled() {
            // The interrupt handler has stopped the engine and is about to exit the program.
            thread::park();
        }
        result.map(|()| SUCCESS)
    }

    /// Converts the arguments to options.
    pub fn options(&self) -> Options {
        Options {
            engine: self.engine.clone(),
            is_wtp_engine: self.wtp,
            limit: self.limit,
            files: files(self.files.as_ref(), self.no_files),
            log: self.log_file.clone(),
            verbose: self.verbose,
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    const DAY: f64 = 86_400.0;
    let seconds = text.parse().ok().filter(|seconds| (0.1..=DAY).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected 0.1 to 86400 s".into())
}
