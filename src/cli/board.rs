//! The command line of `tianyuan board`.

use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;

use crate::board::{BoardOptions, ProblemSet};
use crate::cancellation::Cancellation;
use crate::engine::Settings;
use crate::engine_process::browser::open_in_browser;
use crate::go::BoardSize;
use crate::job_error::JobError;
use crate::record_file::{Source, expand_folders};
use crate::records::format;
use crate::records::record::Language;
use crate::records::storage::Storage;
use crate::serve::serve_board;
use crate::stdio::print_error;

use super::board_token::stored_token;
use super::human_options::HumanOptions;
use super::language::{LanguageName, localized};
use super::net_options::NetChoice;
use super::signals::cancel_on_interrupt;
use super::value_parsers::{board_size, threads};

/// The port of the pages, so that they continue after a restart.
const PORT: u16 = 7361;

/// The memory of the search tree of each page in MiB.
const MEMORY: usize = 128;

/// The maximum size of a record in bytes.
const MOST_RECORD: usize = 4 << 20;

/// The arguments of `tianyuan board`.
#[derive(Debug, Args)]
pub struct BoardArguments {
    /// Game record to open (SGF or wei7)
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Problems to practise: file or folder of game records
    #[arg(long, value_name = "PATH")]
    problems: Option<PathBuf>,

    /// Board size, 2 to 25
    #[arg(long, value_name = "N", default_value = "19", value_parser = board_size)]
    size: BoardSize,

    /// Engine time per move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = Settings::move_time)]
    time: Duration,

    /// Search threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,

    /// Port on localhost; 0 for any free [default: 7361, or any free]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// Print the address without opening the browser
    #[arg(long)]
    no_open: bool,

    #[command(flatten)]
    human: HumanOptions,

    #[command(flatten)]
    net: NetChoice,

    /// Language of the page [default: from the browser]
    #[arg(long, value_enum)]
    lang: Option<LanguageName>,
}

impl BoardArguments {
    /// Serves boards until an interrupt, and opens the first one in the browser.
    ///
    /// # Errors
    /// Returns [`JobError`] if the record cannot be opened, a net cannot be used, or the port is unavailable.
    pub fn run(&self, print: &mut dyn FnMut(&str)) -> Result<(), JobError> {
        let cancellation = Cancellation::default();
        cancel_on_interrupt(&cancellation);
        let address = self.serve()?;
        print(&format!("open {address}"));
        if !self.no_open
            && let Err(error) = open_in_browser(address.as_ref())
        {
            let message = format!("tianyuan board: cannot open {address} in the browser: {error}");
            print_error(&localized(&message));
        }
        cancellation.wait();
        Ok(())
    }

    fn serve(&self) -> Result<String, JobError> {
        let options = self.options()?;
        let language = self.lang.map(Language::from);
        let serve = |port| serve_board(port, stored_token(), options.clone(), language);
        let served = match self.port {
            Some(port) => serve(port),
            None => serve(PORT).or_else(|error| match error.kind() {
                io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => serve(0),
                _ => Err(error),
            }),
        };
        served.map_err(JobError::io(format!("port {}", self.port.unwrap_or(PORT))))
    }

    fn options(&self) -> Result<BoardOptions, JobError> {
        let cores = available_parallelism().map_or(1, NonZero::get);
        let mut settings = Settings {
            threads: self.threads.unwrap_or(cores),
            move_time: self.time,
            memory: MEMORY,
            nets: self.net.nets()?,
            ..Settings::default()
        };
        self.human.apply(&mut settings, &self.net)?;
        let mut options = BoardOptions::new(settings, self.size);
        if let Some(path) = &self.problems {
            options.set_problems(read_problems(path)?);
        }
        if let Some(file) = &self.file {
            let bytes = Storage::default().read(file, MOST_RECORD).map_err(JobError::file(file))?;
            options.open(bytes).map_err(|error| {
                let reason = error.text(Language::English);
                JobError::Input(format!("{}: {reason}", file.display()))
            })?;
        }
        Ok(options)
    }
}

/// Reads the problems of a file, or of all records in a folder.
///
/// # Errors
/// Returns [`JobError`] if a file cannot be read or is not a record, or the files contain no problem.
fn read_problems(path: &Path) -> Result<ProblemSet, JobError> {
    let mut problems = ProblemSet::default();
    for input in expand_folders(&[path.into()])? {
        let source = Source::read(&Storage::default(), &input.path)?;
        let name = input.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        problems.add(&name, format::read(&source.bytes, source.format).records);
    }
    if problems.is_empty() {
        let reason = "no problems (records that begin with a setup position)";
        return Err(JobError::Input(format!("{}: {reason}", path.display())));
    }
    Ok(problems)
}
