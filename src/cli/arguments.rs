//! The command line: settings of the engine, and the job of the program.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;
use std::{env, io};

use crate::cli::analysis::{AnalysisArguments, normalize_dashes};
use crate::cli::bench::BenchArguments;
use crate::cli::bridge::BridgeArguments;
use crate::cli::conform::ConformArguments;
use crate::cli::label::LabelArguments;
use crate::cli::match_command::MatchArguments;
use crate::cli::match_file;
use crate::cli::net::NetArguments;
use crate::cli::net_options::NetChoice;
use crate::cli::perft::PerftArguments;
use crate::cli::play::PlayArguments;
use crate::cli::records::{CheckArguments, ConvertArguments, ShowArguments};
use crate::cli::review::ReviewArguments;
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

/// Tianyuan (天元), a Go engine that speaks WTP v22 and GTP 2 on its standard input and output.
///
/// Without arguments it plays: connect it with a Go program, or type commands (try `help`).
#[derive(Debug, Parser)]
#[command(version)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// The job, if it is not playing
    #[command(subcommand)]
    pub job: Option<CliCommand>,

    /// The protocol; auto lets the first line choose, `WTP` for WTP and anything else for GTP
    #[arg(long, value_enum, default_value_t = Protocol::Auto)]
    protocol: Protocol,

    /// Search threads
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = threads)]
    threads: usize,

    /// Time for a move where the client sets none
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = Settings::move_time)]
    time: Duration,

    /// Playouts for a move, in place of time [default: no limit but the time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,

    /// Playing strength: from 1 (beginner) to 10 (full strength), or a rank such as 12k
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = level)]
    level: Level,

    /// Seed of all random choices: with one thread and --playouts, the same moves every time
    /// [default: another one for every game]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Memory for the search tree; cached evaluations of a net take up to a quarter more
    #[arg(long, value_name = "MiB", default_value_t = 256, value_parser = memory)]
    memory: usize,

    /// The winrate below which the engine resigns; 0 for never
    #[arg(long, value_name = "WINRATE", default_value_t = 0.05, value_parser = winrate)]
    resign: f64,

    /// The number of moves in a row with a winrate below --resign before it resigns
    #[arg(long, value_name = "MOVES", default_value_t = 3, value_parser = moves)]
    resign_after: u32,

    /// Time kept in reserve on every clock for delays between engine and client
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = milliseconds)]
    lag: u64,

    /// The rules until a client sets others, by name and by option: `chinese`, `tromp-taylor`,
    /// `chinese, ko: simple`
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = rules)]
    pub rules: (String, Rules),

    /// Think in the opponent's time too; without effect with --playouts
    #[arg(long)]
    ponder: bool,

    /// The only folder in which commands may read and write files; relative names begin there
    /// [default: all files that the user may access]
    #[arg(long, value_name = "DIR", value_parser = folder)]
    files: Option<Folder>,

    /// Forbid commands to read or write files
    #[arg(long, conflicts_with = "files")]
    no_files: bool,

    /// The name that the command `name` answers, for clients that look for that of an engine they know
    #[arg(long, value_name = "TEXT", default_value = "Tianyuan", value_parser = name, hide_short_help = true)]
    name: String,

    /// When every game begins, for the records of games: in UTC, as 2026-01-31T12:00:00Z
    /// [default: when its first move is played]
    #[arg(long, value_name = "TIME", value_parser = date, hide_short_help = true)]
    date: Option<Time>,

    /// Draw the board on the standard error when the position changes; only where that is a terminal
    #[arg(long)]
    pub show_board: bool,

    #[command(flatten)]
    net: NetChoice,

    /// Serve a page of the game while it is played, for browsers of this machine; its address is told on the
    /// standard error. PORT is any that is free unless it is given
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    pub live: Option<u16>,

    /// Search with so many ranks, as an MPI job does, but with threads of this process in their place;
    /// for experiments
    #[arg(long, value_name = "N", value_parser = ranks, hide_short_help = true)]
    pub ranks: Option<usize>,

    /// Set a parameter of the search, as listed in docs/parameters.md (experimental)
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = param, hide_short_help = true)]
    params: Vec<(String, String)>,

    /// The log level on the standard error: off, error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    pub log: LevelFilter,
}

/// The jobs of the program besides playing.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Analyse many positions at once, in KataGo's JSON protocol, on the standard input and output
    Analysis(Box<AnalysisArguments>),
    /// Put a bridge before an engine: speak WTP to it that speaks GTP, or GTP where it speaks WTP
    Bridge(BridgeArguments),
    /// Print the signature of the player: fixed positions, playouts and seed
    Bench(BenchArguments),
    /// Say whether an engine keeps to WTP or GTP
    Conform(Box<ConformArguments>),
    /// Count move sequences
    Perft(PerftArguments),
    /// Play against the engine in the terminal
    Play(Box<PlayArguments>),
    /// Play a match between two engines
    Match(Box<MatchArguments>),
    /// Measure playouts per second
    Speed(SpeedArguments),
    /// Tell what is in a net file, how fast the net is here and how exact
    Net(NetArguments),
    /// Learn the weights of the move model from games on the standard input
    TrainPatterns(TrainingArguments),
    /// Write training data of a net from games on the standard input
    Features(FeaturesArguments),
    /// Write what a net thinks of positions of games, as training data of another net
    Label(Box<LabelArguments>),
    /// Convert game records between wei7 3.0, wei7 2.2 and SGF
    Convert(ConvertArguments),
    /// Say what is wrong with game records
    Check(CheckArguments),
    /// Show a position of a game record
    Show(ShowArguments),
    /// Review games move by move: pages, annotated records, tables
    Review(Box<ReviewArguments>),
    /// Print a completion script for a shell
    Completions {
        /// The shell to complete for
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

/// The completion script of the command line for a shell.
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "tianyuan", &mut script);
    script
}

/// The manual page of the program, followed by one for each job, as troff.
///
/// # Errors
/// If a page cannot be written into memory.
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
    /// The words of the command line that the program was started with.
    pub fn words_of_process() -> Vec<OsString> {
        normalize_dashes(env::args_os())
    }

    /// Reads a command line, and the file of options that a match may have.
    ///
    /// # Errors
    /// What is wrong with it, or the help that it asks for.
    pub fn of(mut words: Vec<OsString>) -> Result<Arguments, clap::Error> {
        let mut command = Arguments::command();
        let matches = command.try_get_matches_from_mut(&words)?;
        if let Some((name, job)) = matches.subcommand()
            && name == "match"
            && let Some(file) = job.get_one::<PathBuf>("file")
        {
            let known = command.find_subcommand(name).expect("it was given");
            let options = match_file::words(file, known, job);
            let options = options.map_err(|why| command.error(ErrorKind::ValueValidation, why))?;
            // Behind the name of the job, so that they cannot stand behind a lone `--`.
            let place = words.iter().position(|word| word == name).map_or(words.len(), |at| at + 1);
            words.splice(place..place, options);
        }
        Arguments::try_parse_from(words)
    }

    /// The choice of the protocol.
    pub fn choice(&self) -> ProtocolChoice {
        match self.protocol {
            Protocol::Auto => ProtocolChoice::Auto,
            Protocol::Wtp => ProtocolChoice::Wtp,
            Protocol::Gtp => ProtocolChoice::Gtp,
        }
    }

    /// The settings of the engine.
    ///
    /// # Errors
    /// Returns [`JobError`] if a parameter has an unknown name or a wrong value, or a net cannot be used.
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
            nets: self.net.nets()?,
            ..Settings::default()
        };
        for (name, value) in &self.params {
            settings.set_parameter(name, value).map_err(JobError::Usage)?;
        }
        Ok(settings)
    }

    /// The files and drawings of a session's commands.
    pub fn environment(&self) -> ProtocolContext {
        let files = files(self.files.as_ref(), self.no_files);
        let calendar = self.date.clone().map_or(WallClock::System, WallClock::Fixed);
        ProtocolContext { name: self.name.clone(), files, calendar, ..ProtocolContext::default() }
    }
}

fn param(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it must be NAME=VALUE")?;
    Ok((name.into(), value.into()))
}

fn name(text: &str) -> Result<String, String> {
    let is_name = !text.trim().is_empty() && text.len() <= 100 && !text.contains(char::is_control);
    if is_name { Ok(text.into()) } else { Err("it must be a line of 1 to 100 bytes".into()) }
}

fn date(text: &str) -> Result<Time, String> {
    let time = Time::parse(text).filter(|time| time.zone == Some(0));
    time.ok_or_else(|| "it must be a time in UTC as 2026-01-31T12:00:00Z".into())
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
    winrate.ok_or_else(|| "it must be from 0 to 1".into())
}
