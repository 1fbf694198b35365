//! The command `analysis`; its options also accept a single dash, as clients write them.

use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::Args;

use crate::analysis::{self, AnalysisSettings, Options};
use crate::cli::exit_status::{FAILURE, SUCCESS};
use crate::cli::katago_options::{self, read_configuration};
use crate::cli::net_options::{HumanNetChoice, NetChoice};
use crate::job_error::JobError;
use crate::records::storage::io_message;
use crate::stdio::{Blocking, print_error};

/// The arguments of `tianyuan analysis`.
#[derive(Debug, Args)]
pub struct AnalysisArguments {
    /// KataGo configuration file; unsupported settings are ignored
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Net file; the built-in nets are used if it cannot be read
    #[arg(long, value_name = "FILE", conflicts_with_all = ["net", "no_net"])]
    model: Option<PathBuf>,

    /// Override settings of the configuration file
    #[arg(long, value_name = "KEY=VALUE,…")]
    override_config: Vec<String>,

    /// Maximum number of positions searched in parallel, one thread each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    analysis_threads: Option<u16>,

    /// Exit at end of input without finishing pending queries
    #[arg(long)]
    quit_without_waiting: bool,

    /// Search threads for all positions together [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Memory for all search trees; the evaluation cache adds up to 25 %
    #[arg(long, value_name = "MiB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,

    /// Random seed; makes results independent of the order of queries
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    #[command(flatten)]
    human: HumanNetChoice,

    #[command(flatten)]
    net: NetChoice,
}

impl AnalysisArguments {
    /// Runs the engine until standard input ends.
    ///
    /// Returns the exit status.
    ///
    /// # Errors
    /// Returns [`JobError`] if an option is invalid.
    pub fn run(&self) -> Result<u8, JobError> {
        let options = self.options()?;
        let mut output = Blocking::new(io::stdout());
        let ready = || print_error("tianyuan analysis: ready to begin handling requests");
        let ended = analysis::run(Blocking::new(io::stdin()), &mut output, &options, ready);
        Ok(match ended {
            Ok(()) => SUCCESS,
            Err(error) => {
                warn(&format!("cannot write standard output: {}", io_message(&error)));
                FAILURE
            }
        })
    }

    /// Converts the arguments to options.
    ///
    /// # Errors
    /// Returns [`JobError`] if a setting has an invalid value, or a net of `--net` cannot be used.
    pub fn options(&self) -> Result<Options, JobError> {
        let mut conditions = AnalysisSettings::default();
        if let Some(path) = &self.config {
            match read_configuration(path) {
                Ok(text) => conditions.configure(&text).map_err(JobError::invalid(path))?,
                Err(error) => warn(&format!("{error}; ignored")),
            }
        }
        for settings in &self.override_config {
            let unknown = conditions.override_by(settings).map_err(JobError::Usage)?;
            if !unknown.is_empty() {
                warn(&format!("settings without effect: {}", unknown.join(", ")));
            }
        }
        let cores = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let threads = self.threads.or(self.analysis_threads).map(usize::from);
        Ok(Options {
            threads: threads.and_then(NonZero::new).unwrap_or(cores),
            memory: self.memory as usize,
            seed: self.seed,
            nets: katago_options::nets(self.model.as_deref(), &self.net, warn)?
                .with_human(self.human.net(&self.net)?),
            conditions,
            quit_without_waiting: self.quit_without_waiting,
            ..Options::default()
        })
    }
}

fn warn(what: &str) {
    print_error(&format!("tianyuan analysis: {what}"));
}
