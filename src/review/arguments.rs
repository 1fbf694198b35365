//! The command line of `tianyuan review`.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::effort::{Effort, Look};
use super::journal::AfterCut;
use super::run::Run;
use crate::cli::net_choice::NetChoice;
use crate::cli::records::{Outcome, Tongue};
use crate::engine::Settings;
use crate::net::Nets;
use crate::record::Language;
use crate::storage::Storage;

/// The playouts of a position where nothing else is said.
const USUAL: u64 = 2000;

/// The same where nets guide the search: they take longer, and say more.
const GUIDED: u64 = 500;

/// What to review, how long, and what to write.
#[derive(Debug, Args)]
pub struct ReviewArguments {
    /// Game records (wei7 or SGF), folders of them, or - for the standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// The folder where the reviews go, and the journal while they are made
    #[arg(short, long, value_name = "DIR", default_value = "review")]
    pub(super) output: PathBuf,
    /// Playouts for each position [default: 500 with nets, else 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Time for each position, in place of playouts: then no two reviews are the same
    #[arg(long, value_name = "S", value_parser = Settings::move_time, conflicts_with = "playouts")]
    seconds: Option<Duration>,
    /// How many positions are searched at a time, with one thread each
    #[arg(long, value_name = "J", default_value_t = cores())]
    pub(super) jobs: NonZero<usize>,
    /// What to write: html (a page), sgf and wei7 (the record with the review in it), json (a line
    /// for each move) and csv
    #[arg(long, value_enum, value_name = "FORMAT", value_delimiter = ',', default_value = "html")]
    pub(super) format: Vec<Form>,
    /// Go on with a review that was cut off: with the same files, playouts and seed
    #[arg(long)]
    pub(super) resume: bool,
    /// Begin anew where a review was cut off, and forget what it had found
    #[arg(long, conflicts_with = "resume")]
    pub(super) restart: bool,
    /// Review the variations of the record too, not only its main line
    #[arg(long)]
    pub(super) variations: bool,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) net: NetChoice,
    /// The language of pages and comments [default: of comments that of the environment, of pages
    /// that of the reader's browser]
    #[arg(long, value_enum)]
    pub(super) lang: Option<Tongue>,
}

/// A form in which a review is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// A page for a browser
    Html,
    /// SGF with the review in it
    Sgf,
    /// wei7 3.0 with the review in it
    Wei7,
    /// Lines of JSON
    Json,
    /// A table
    Csv,
}

impl Form {
    /// The end of a file's name.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Form::Html => "html",
            Form::Sgf => "sgf",
            Form::Wei7 => "wei7",
            Form::Json => "jsonl",
            Form::Csv => "csv",
        }
    }
}

impl ReviewArguments {
    /// Reviews the games, and tells for each what it came to.
    ///
    /// # Errors
    /// Where the command line makes no sense, a folder cannot be read, another review is at work in the folder
    /// or was cut off there, or the journal cannot be written.
    pub fn run(&self, tell: &mut dyn FnMut(&str)) -> Result<Outcome, String> {
        self.run_on(&Storage::default(), tell)
    }

    /// The same, with files on a disk.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_on(&self, storage: &Storage, tell: &mut dyn FnMut(&str)) -> Result<Outcome, String> {
        Run::begin(self, storage)?.run(tell)
    }

    pub(super) fn look(&self) -> Look {
        let nets = self.net.nets();
        let usual = if nets == Nets::default() { USUAL } else { GUIDED };
        let playouts = Effort::Playouts(self.playouts.unwrap_or(usual));
        let effort = self.seconds.map_or(playouts, Effort::Time);
        Look { effort, seed: self.seed, nets }
    }

    /// What becomes of a review that was cut off.
    pub(super) fn after_cut(&self) -> AfterCut {
        match (self.resume, self.restart) {
            (true, _) => AfterCut::GoOn,
            (_, true) => AfterCut::Forget,
            _ => AfterCut::Refuse,
        }
    }

    /// The language of comments and messages.
    pub(super) fn language(&self) -> Language {
        Tongue::or_of_environment(self.lang)
    }
}

fn cores() -> NonZero<usize> {
    available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
