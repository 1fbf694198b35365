//! The command line of `tianyuan review`.

use std::ffi::OsStr;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::{PathBuf, absolute};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};

use crate::analysis;
use crate::cancellation::Cancellation;
use crate::distributed::shard::Shard;
use crate::engine::Settings;
use crate::engine_process::browser::open_in_browser;
use crate::job_error::JobError;
use crate::nn::Nets;
use crate::nn::katago::HumanProfile;
use crate::records::record::Language;
use crate::records::storage::Storage;
#[cfg(feature = "postgres")]
use crate::review::merge_claimed;
use crate::review::{
    Form, PlayoutAllocation, ResumeMode, ReviewOptions, SOLVE_NODES, SearchLimit, SearchOptions,
    merge_reviews,
};
use crate::serve::serve_review;
use crate::stdio::print_error;

#[cfg(feature = "postgres")]
use super::claims::ClaimArguments;
use super::exit_status::Status;
use super::language::{LanguageName, language, localized};
use super::net_options::{HumanNetChoice, NetChoice};
use super::progress_bar::ProgressBar;
use super::signals::{cancel_on_interrupt, exit_on_interrupt};

/// Creates a progress bar with the share of the work, games and time.
fn bar(language: Language) -> ProgressBar {
    ProgressBar::new(language.choose(
        "{bar:12} {percent} %, {msg} games [{elapsed}, {eta} left]",
        "{bar:12} {percent} %，{msg} 局 [已用 {elapsed}，还需 {eta}]",
    ))
}

/// The arguments of `tianyuan review`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ReviewArguments {
    #[command(subcommand)]
    job: Option<ReviewJob>,
    /// Game records (SGF or wei7) or folders; - reads standard input
    #[arg(required_unless_present = "serve", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output folder
    #[arg(short, long, value_name = "DIR", default_value = "review")]
    #[cfg_attr(feature = "postgres", arg(conflicts_with = "claims"))]
    output: PathBuf,
    /// Playouts per position [default: 500 with nets, otherwise 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Time per position instead of playouts (not reproducible)
    #[arg(long, value_name = "S", value_parser = Settings::move_time, conflicts_with = "playouts")]
    seconds: Option<Duration>,
    /// Number of positions searched in parallel, one thread each
    #[arg(long, value_name = "J", default_value_t = cores())]
    jobs: NonZero<usize>,
    /// Output formats: html, sgf, wei7, json or csv
    #[arg(long, value_enum, value_name = "FORMAT", value_delimiter = ',', default_value = "html")]
    format: Vec<Form>,
    /// Also write practice problems from missed moves: html, sgf or wei7
    #[arg(long, value_name = "FORMAT", value_delimiter = ',')]
    #[arg(value_parser = EnumValueParser::<ProblemForm>::new().map(|form: ProblemForm| form.0))]
    problems: Vec<Form>,
    /// Resume an interrupted review with the same files, playouts and seed
    #[arg(long)]
    #[cfg_attr(feature = "postgres", arg(conflicts_with = "claims"))]
    resume: bool,
    /// Discard an interrupted review and start again
    #[arg(long, conflicts_with = "resume")]
    #[cfg_attr(feature = "postgres", arg(conflicts_with = "claims"))]
    restart: bool,
    /// Process shard I (from 0) of N; `auto` reads a Slurm job array
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    #[arg(value_parser = Shard::parse)]
    #[cfg_attr(feature = "postgres", arg(conflicts_with = "claims"))]
    shard: Shard,
    #[cfg(feature = "postgres")]
    #[command(flatten)]
    claims: ClaimArguments,
    /// Also review variations
    #[arg(long)]
    variations: bool,
    /// Review only these moves, such as 40 or 40-60
    #[arg(long, value_name = "N[-M]", value_parser = moves)]
    moves: Option<RangeInclusive<u32>>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Use equal playouts for all positions instead of favouring unclear ones
    #[arg(long)]
    even: bool,
    /// Solver nodes per life-and-death position; 0 disables proofs
    #[arg(long, value_name = "N", default_value_t = SOLVE_NODES)]
    solve_nodes: u64,
    /// Also measure the value of moving first in each position
    #[arg(long)]
    move_values: bool,
    /// Sort mistakes for a reader of this rank; needs --human-net
    #[arg(long = "for", value_name = "RANK", value_parser = reader)]
    reader: Option<String>,
    #[command(flatten)]
    human: HumanNetChoice,
    /// Serve the pages on localhost with live analysis [default port: any free]
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    #[cfg_attr(feature = "postgres", arg(conflicts_with = "claims"))]
    serve: Option<u16>,
    /// Open the page or the index in the browser
    #[arg(long)]
    #[cfg_attr(feature = "postgres", arg(conflicts_with = "claims"))]
    open: bool,
    #[command(flatten)]
    net: NetChoice,
    /// Language of pages and comments [default: from browser and environment]
    #[arg(long, value_enum)]
    lang: Option<LanguageName>,
}

/// The subcommands of `tianyuan review`.
#[derive(Debug, Subcommand)]
pub enum ReviewJob {
    /// Merge the folders of a sharded review and write the index
    Merge(ReviewMergeArguments),
}

/// The arguments of `tianyuan review merge`.
#[derive(Debug, Args)]
pub struct ReviewMergeArguments {
    /// Folders written by `review --shard`
    #[arg(value_name = "FOLDER")]
    #[cfg_attr(not(feature = "postgres"), arg(required = true))]
    #[cfg_attr(
        feature = "postgres",
        arg(required_unless_present = "claims", conflicts_with = "claims")
    )]
    folders: Vec<PathBuf>,
    #[cfg(feature = "postgres")]
    #[command(flatten)]
    claims: ClaimArguments,
    /// Output folder; may be one of the input folders
    #[arg(short, long, value_name = "DIR", default_value = "review")]
    output: PathBuf,
}

impl ValueEnum for Form {
    fn value_variants<'a>() -> &'a [Form] {
        &[Form::Html, Form::Sgf, Form::Wei7, Form::Json, Form::Csv]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Form::Html => ("html", "HTML page"),
            Form::Sgf => ("sgf", "SGF with the review"),
            Form::Wei7 => ("wei7", "wei7 3.0 with the review"),
            Form::Json => ("json", "JSON Lines"),
            Form::Csv => ("csv", "A table"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// A format of problem files.
#[derive(Debug, Clone, Copy)]
struct ProblemForm(Form);

impl ValueEnum for ProblemForm {
    fn value_variants<'a>() -> &'a [ProblemForm] {
        &[ProblemForm(Form::Html), ProblemForm(Form::Sgf), ProblemForm(Form::Wei7)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self.0 {
            Form::Html => ("html", "HTML page with interactive problems"),
            Form::Sgf => ("sgf", "SGF, one game per problem"),
            _ => ("wei7", "wei7 3.0, one branch per problem"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

impl ReviewArguments {
    /// Reviews the games and passes a summary of each to `print`. An interrupt ends the review early.
    ///
    /// # Errors
    /// Returns [`JobError`] if an option is invalid, a directory cannot be read, another review is running in the
    /// output directory or was interrupted there, the checkpoint cannot be written, or the user interrupts the
    /// review.
    pub fn run(&self, print: &mut dyn FnMut(&str)) -> Result<Status, JobError> {
        let status = |is_clean| if is_clean { Status::Clean } else { Status::Faulty };
        if let Some(ReviewJob::Merge(merge)) = &self.job {
            return merge.run(print).map(status);
        }
        let cancellation = Cancellation::default();
        cancel_on_interrupt(&cancellation);
        let options = self.options()?;
        #[cfg(feature = "postgres")]
        if let Some(run) = self.claims.options("review") {
            let (storage, progress) = (Storage::default(), bar(options.language));
            let done = options.run_claimed(&storage, &run, &cancellation, &progress, print);
            return done.map(status);
        }
        let mut is_clean = true;
        if !self.files.is_empty() {
            let progress = bar(options.language);
            let outcome = options.run(&Storage::default(), &cancellation, &progress, print)?;
            is_clean = outcome.is_clean;
            let page = outcome.first_page().filter(|_| self.open && self.serve.is_none());
            page.and_then(|page| absolute(page).ok()).inspect(|page| open(page.as_os_str()));
        }
        if let Some(port) = self.serve {
            self.serve(port, options.search.nets, &cancellation, print)?;
        }
        Ok(status(is_clean))
    }

    /// Serves the pages of the review until an interrupt.
    fn serve(
        &self,
        port: u16,
        nets: Nets,
        cancellation: &Cancellation,
        print: &mut dyn FnMut(&str),
    ) -> Result<(), JobError> {
        let options =
            analysis::Options { threads: self.jobs, nets, ..analysis::Options::default() };
        let address = serve_review(port, &self.output, options)?;
        print(&format!("open {address}"));
        if self.open {
            open(address.as_ref());
        }
        cancellation.wait();
        Ok(())
    }

    /// Converts the arguments to options.
    ///
    /// # Errors
    /// Returns [`JobError`] if a net cannot be used.
    pub fn options(&self) -> Result<ReviewOptions, JobError> {
        let human = self.human.net(&self.net)?;
        if self.reader.is_some() && human.is_none() {
            return Err(JobError::Usage("--for needs --human-net FILE".into()));
        }
        let SearchOptions { nets, limit, .. } = SearchOptions::guided_by(self.net.nets()?);
        let search = SearchOptions { limit, ..SearchOptions::guided_by(nets.with_human(human)) };
        let playouts = self.playouts.map_or(search.limit, SearchLimit::Playouts);
        let limit = self.seconds.map_or(playouts, SearchLimit::Time);
        let sharing = if self.even { PlayoutAllocation::Even } else { search.sharing };
        Ok(ReviewOptions {
            files: self.files.clone(),
            output: self.output.clone(),
            search: SearchOptions {
                limit,
                seed: self.seed,
                sharing,
                move_values: self.move_values,
                ..search
            },
            jobs: self.jobs,
            forms: self.format.clone(),
            problems: self.problems.clone(),
            after_cut: match (self.resume, self.restart) {
                (true, _) => ResumeMode::GoOn,
                (_, true) => ResumeMode::Forget,
                _ => ResumeMode::Refuse,
            },
            shard: self.shard,
            variations: self.variations,
            moves: self.moves.clone(),
            solve_nodes: self.solve_nodes,
            reader: self.reader.clone(),
            language: language(self.lang),
            page_language: self.lang.map(From::from),
        })
    }
}

impl ReviewMergeArguments {
    /// Merges a review. Returns `true` if all games are present and without errors.
    fn run(&self, print: &mut dyn FnMut(&str)) -> Result<bool, JobError> {
        exit_on_interrupt();
        let (storage, progress) = (Storage::default(), bar(language(None)));
        #[cfg(feature = "postgres")]
        if let Some(run) = self.claims.options("review") {
            return merge_claimed(&storage, &run, &self.output, &progress, print);
        }
        merge_reviews(&storage, &self.folders, &self.output, &progress, print)
    }
}

/// Opens a page or an address in the browser. Prints a warning if this fails, since the user can open it by hand.
fn open(target: &OsStr) {
    if let Err(error) = open_in_browser(target) {
        let target = target.display();
        let message = format!("tianyuan review: cannot open {target} in the browser: {error}");
        print_error(&localized(&message));
    }
}

/// Parses move numbers such as `40` or `40-60`.
fn moves(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err("expected a move number or a range such as 20-60".into()),
    }
}

/// Parses a rank such as `5k`.
fn reader(text: &str) -> Result<String, String> {
    let rank = text.to_lowercase();
    match HumanProfile::of_rank(&rank) {
        Some(_) => Ok(rank),
        None => Err("expected a rank from 25k to 9d".into()),
    }
}

fn cores() -> NonZero<usize> {
    available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
