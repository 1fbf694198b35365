//! The top-level command line: engine settings and subcommands.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;
use std::{env, io};

use crate::cli::analysis::AnalysisArguments;
use crate::cli::bench::BenchArguments;
use crate::cli::board::BoardArguments;
use crate::cli::bridge::BridgeArguments;
use crate::cli::conform::ConformArguments;
use crate::cli::help::grouped;
use crate::cli::help::usage_error::improved;
use crate::cli::human_options::HumanOptions;
use crate::cli::katago_options::{KataGoOptions, normalized};
use crate::cli::label::LabelArguments;
use crate::cli::match_command::MatchArguments;
use crate::cli::match_file;
use crate::cli::net::NetArguments;
use crate::cli::net_options::NetChoice;
use crate::cli::perft::PerftArguments;
use crate::cli::play::PlayArguments;
use crate::cli::records::{CheckArguments, ConvertArguments, ShowArguments};
use crate::cli::review::ReviewArguments;
use crate::cli::setup::SetupArguments;
use crate::cli::solve::SolveArguments;
use crate::cli::speed::SpeedArguments;
use crate::cli::training::{FeaturesArguments, TrainingArguments};
use crate::cli::value_parsers::{files, folder, level, rules, threads, within};
use crate::engine::{Level, Settings};
use crate::go::Rules;
use crate::job_error::JobError;
use crate::protocol::{Folder, ProtocolContext};
use crate::records::record::Time;
use crate::session::ProtocolChoice;
use crate::wall_clock::WallClock;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use log::LevelFilter;

/// Tianyuan (天元), a Go engine for GTP 2 and WTP v22
///
/// Without a command it runs as an engine on standard input and output: add it to a Go GUI, or type `help`.
#[derive(Debug, Parser)]
#[command(version)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// Command to run instead of the engine
    #[command(subcommand)]
    pub job: Option<CliCommand>,

    /// Protocol; auto selects WTP if the first line is `WTP`
    #[arg(long, value_enum, default_value_t = Protocol::Auto)]
    protocol: Protocol,

    /// Search threads
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = threads)]
    threads: usize,

    /// Time per move if the client sets no time limit
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = Settings::move_time)]
    time: Duration,

    /// Playouts per move instead of a time limit [default: unlimited]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,

    /// Playing strength: 1 to 10 (full strength), or 25k to 5d
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = level)]
    level: Level,

    #[command(flatten)]
    human: HumanOptions,

    /// Random seed; reproducible with one thread and --playouts [default: random]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Memory for the search tree; the evaluation cache adds up to 25 %
    #[arg(long, value_name = "MiB", default_value_t = 256, value_parser = memory)]
    memory: usize,

    /// Resign below this win rate; 0 disables resignation
    #[arg(long, value_name = "WINRATE", default_value_t = 0.05, value_parser = winrate)]
    resign: f64,

    /// Consecutive moves below --resign before the engine resigns
    #[arg(long, value_name = "MOVES", default_value_t = 3, value_parser = moves)]
    resign_after: u32,

    /// Time reserve per move for communication delays
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = milliseconds)]
    lag: u64,

    /// Initial rules, such as `chinese`, `japanese` or `chinese, ko: simple`
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = rules)]
    pub rules: (String, Rules),

    /// Ponder during the opponent's turn; ignored with --playouts
    #[arg(long)]
    ponder: bool,

    /// Restrict file commands to this folder [default: no restriction]
    #[arg(long, value_name = "DIR", value_parser = folder)]
    files: Option<Folder>,

    /// Disable commands that read or write files
    #[arg(long, conflicts_with = "files")]
    no_files: bool,

    /// Engine name that the `name` command reports
    #[arg(long, value_name = "TEXT", default_value = "Tianyuan", value_parser = name, hide_short_help = true)]
    name: String,

    /// Date of saved games, as 2026-01-31T12:00:00Z [default: current time]
    #[arg(long, value_name = "TIME", value_parser = date, hide_short_help = true)]
    date: Option<Time>,

    /// Draw the board on standard error after each change (terminals only)
    #[arg(long)]
    pub show_board: bool,

    #[command(flatten)]
    net: NetChoice,

    #[command(flatten)]
    katago: KataGoOptions,

    /// Serve a live page of the game on localhost [default port: any free]
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    pub live: Option<u16>,

    /// Simulate N MPI ranks with threads of this process (experimental)
    #[arg(long, value_name = "N", value_parser = ranks, hide_short_help = true)]
    pub ranks: Option<usize>,

    /// Set a parameter of the search, as listed in docs/reference/parameters.md (experimental)
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = param, hide_short_help = true)]
    params: Vec<(String, String)>,

    /// Log level: off, error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    pub log: LevelFilter,
}

/// The subcommands of the program.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Run KataGo's JSON analysis protocol on standard input and output
    Analysis(Box<AnalysisArguments>),
    /// Translate between WTP and GTP, so that a WTP client can use a GTP engine
    Bridge(BridgeArguments),
    /// Print the bench signature, which detects changes of playing behaviour
    Bench(BenchArguments),
    /// Check whether an engine conforms to WTP or GTP
    Conform(Box<ConformArguments>),
    /// Count legal move sequences (perft)
    Perft(PerftArguments),
    /// Play against the engine in the terminal
    Play(Box<PlayArguments>),
    /// Play, analyse and review on a board in the browser
    Board(Box<BoardArguments>),
    /// Play matches between engines
    Match(Box<MatchArguments>),
    /// Measure playouts per second
    Speed(SpeedArguments),
    /// Print a net file's metadata, speed and quantization error
    Net(NetArguments),
    /// Train the move model on games from standard input
    TrainPatterns(TrainingArguments),
    /// Write training samples for a net from games on standard input
    Features(FeaturesArguments),
    /// Evaluate positions with a net and write them as training targets
    Label(Box<LabelArguments>),
    /// Convert game records between wei7 3.0, wei7 2.2 and SGF
    Convert(ConvertArguments),
    /// Validate game records and fix SGF files
    Check(CheckArguments),
    /// Print a position of a game record
    Show(ShowArguments),
    /// Solve a life-and-death problem and prove the answer
    Solve(Box<SolveArguments>),
    /// Review games: web pages, annotated records and tables
    Review(Box<ReviewArguments>),
    /// Enter the engine in the settings of a Go GUI
    Setup(SetupArguments),
    /// Print a shell completion script
    Completions {
        /// Shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Protocol {
    Auto,
    Wtp,
    Gtp,
}

/// Returns the shell completion script of the command line.
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "tianyuan", &mut script);
    script
}

/// Returns the man page of the program, followed by one page per subcommand, as troff.
///
/// # Errors
/// Returns an error if a page cannot be formatted.
pub fn manual() -> io::Result<Vec<u8>> {
    let mut command = Arguments::command();
    command.build();
    let mut pages = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut pages)?;
    for job in command.get_subcommands().filter(|job| job.get_name() != "help") {
        clap_mangen::Man::new(job.clone()).render(&mut pages)?;
    }
    Ok(pages)
}

impl Arguments {
    /// Returns the command-line arguments of the process.
    pub fn words_of_process() -> Vec<OsString> {
        normalized(env::args_os())
    }

    /// Parses a command line, including the options file of a match.
    ///
    /// # Errors
    /// Returns a [`clap::Error`] with the usage error or the requested help.
    pub fn of(mut words: Vec<OsString>) -> Result<Arguments, clap::Error> {
        let mut command = grouped(Arguments::command(), false);
        let matches = command.try_get_matches_from_mut(&words);
        let matches = matches.map_err(|error| improved(error, &command, &words))?;
        if let Some((name, job)) = matches.subcommand()
            && name == "match"
            && let Some(file) = job.get_one::<PathBuf>("file")
        {
            let known = command.find_subcommand(name).expect("the option is present");
            let options = match_file::words(file, known, job);
            let options = options.map_err(|why| command.error(ErrorKind::ValueValidation, why))?;
            // After the subcommand's name, so that they cannot follow a lone `--`.
            let place = words.iter().position(|word| word == name).map_or(words.len(), |at| at + 1);
            words.splice(place..place, options);
        }
        Arguments::try_parse_from(words)
    }

    /// Returns the selected protocol.
    pub fn choice(&self) -> ProtocolChoice {
        match self.protocol {
            Protocol::Auto => ProtocolChoice::Auto,
            Protocol::Wtp => ProtocolChoice::Wtp,
            Protocol::Gtp => ProtocolChoice::Gtp,
        }
    }

    /// Returns the engine settings.
    ///
    /// # Errors
    /// Returns [`JobError`] if a parameter has an unknown name or an invalid value, or a net cannot be used.
    pub fn settings(&self) -> Result<Settings, JobError> {
        let mut settings = Settings {
            threads: self.threads,
            move_time: self.time,
            playouts: self.playouts,
            level: self.level,
            seed: self.seed,
            memory: self.memory,
            resign_below: self.resign,
            resign_after: self.resign_after,
            lag: Duration::from_millis(self.lag),
            ponder: self.ponder,
            nets: self.katago.nets(&self.net)?,
            ..Settings::default()
        };
        self.human.apply(&mut settings, &self.net)?;
        self.katago.apply(&mut settings)?;
        for (name, value) in &self.params {
            settings.set_parameter(name, value).map_err(JobError::Usage)?;
        }
        Ok(settings)
    }

    /// Returns the context of a session's commands: files and diagrams.
    pub fn environment(&self) -> ProtocolContext {
        let files = files(self.files.as_ref(), self.no_files);
        let calendar = self.date.clone().map_or(WallClock::System, WallClock::Fixed);
        ProtocolContext { name: self.name.clone(), files, calendar, ..ProtocolContext::default() }
    }
}

fn param(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.into(), value.into()))
}

fn name(text: &str) -> Result<String, String> {
    let is_name = !text.trim().is_empty() && text.len() <= 100 && !text.contains(char::is_control);
    if is_name { Ok(text.into()) } else { Err("expected a line of 1 to 100 bytes".into()) }
}

fn date(text: &str) -> Result<Time, String> {
    let time = Time::parse(text).filter(|time| time.zone == Some(0));
    time.ok_or_else(|| "expected a time in UTC such as 2026-01-31T12:00:00Z".into())
}

fn cores() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

fn ranks(text: &str) -> Result<usize, String> {
    within(text, 1..=64)
}

fn memory(text: &str) -> Result<usize, String> {
    within(text, 1..=1 << 20)
}

fn moves(text: &str) -> Result<u32, String> {
    within(text, 1..=1000).map(|moves| moves as u32)
}

fn milliseconds(text: &str) -> Result<u64, String> {
    within(text, 0..=60_000).map(|lag| lag as u64)
}

fn winrate(text: &str) -> Result<f64, String> {
    let winrate = text.parse().ok().filter(|winrate| (0.0..=1.0).contains(winrate));
    winrate.ok_or_else(|| "expected a number from 0 to 1".into())
}
