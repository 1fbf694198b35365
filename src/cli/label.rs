//! The command line of `tianyuan label`.

use std::io::BufRead;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::Args;

use crate::cancellation::Cancellation;
use crate::distributed::shard::Shard;
use crate::go::{BoardSize, Komi, Rules};
use crate::job_error::JobError;
use crate::label::{KomiChoice, KomiOptions, LabelOptions, RowKind, Symmetries};
use crate::protocol::rule_option::{self, RulesError};
use crate::records::storage::Storage;

use super::language::LanguageOption;
use super::net_options::NetChoice;
use super::progress_bar::ProgressBar;
use super::signals::cancel_on_interrupt;
use super::value_parsers::board_size;

/// The progress bar templates in English and Chinese: positions and time.
const BARS: [&str; 2] = [
    "{bar:24} {pos}/{len} positions [{elapsed}, {eta} to go]",
    "{bar:24} {pos}/{len} 个局面 [已用 {elapsed}，还需 {eta}]",
];

/// The arguments of `tianyuan label`.
///
/// A net evaluates positions of games. The results are written in chunks, each a pair of files with samples (`.rec`)
/// and the net's evaluations (`.tch`). Running the same command again resumes an interrupted run; the number of
/// threads may differ.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct LabelArguments {
    /// Records, folders or game lines [default: game lines from standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output folder
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    net: NetChoice,
    /// Board size for games without one
    #[arg(long, value_name = "LINES", default_value = "19", value_parser = board_size)]
    size: BoardSize,
    /// Number of randomly sampled games [default: all]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Number of randomly sampled positions per game [default: all]
    #[arg(long, value_name = "N", value_parser = from_one)]
    positions_per_game: Option<usize>,
    /// Komi input: points, `game`, or `close` (margin of 0.5 or 1.5 points)
    #[arg(long, value_name = "KOMI", default_value = "7.5", value_parser = komi_choice, allow_negative_numbers = true)]
    komi: KomiChoice,
    /// Vary the komi per game by up to this many points
    #[arg(long, value_name = "POINTS", default_value = "0", value_parser = spread)]
    komi_spread: u16,
    /// Komi of games without one, for `--komi game` and `--komi close`
    #[arg(long, value_name = "POINTS", default_value = "6.5", value_parser = komi, allow_negative_numbers = true)]
    game_komi: Komi,
    /// Rules, such as `chinese`, `japanese` or `chinese, ko: simple`
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = rules)]
    rules: Rules,
    /// Random symmetries averaged per position, 1 to 8, or `none`
    #[arg(long, value_name = "N", default_value = "1", value_parser = symmetries)]
    symmetries: Symmetries,
    /// Search with N visits for value, score and ownership targets
    #[arg(long, value_name = "N", default_value_t = 0)]
    visits: u64,
    /// Write KataGo net inputs (`.inp`) instead of targets
    #[arg(long, conflicts_with = "visits")]
    inputs: bool,
    /// Positions per chunk; a chunk ends with a whole game
    #[arg(long, value_name = "N", default_value = "5000")]
    chunk_size: NonZero<usize>,
    /// Process shard I (from 0) of N; `auto` reads a Slurm job array
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    #[arg(value_parser = Shard::parse)]
    shard: Shard,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = cores())]
    threads: NonZero<usize>,
    #[command(flatten)]
    lang: LanguageOption,
}

impl LabelArguments {
    /// Labels the games of the files, or of `input` if there are none. An interrupt ends the job early.
    ///
    /// # Errors
    /// Returns [`JobError`] if a file or a net cannot be used, or the user interrupts the job.
    pub fn run(&self, input: impl BufRead, print: &mut dyn FnMut(&str)) -> Result<(), JobError> {
        let cancellation = Cancellation::default();
        cancel_on_interrupt(&cancellation);
        let bar = ProgressBar::new(self.lang.language().choose(BARS[0], BARS[1]));
        self.options()?.run(&Storage::default(), input, &cancellation, &bar, print)
    }

    /// Converts the arguments to options.
    ///
    /// # Errors
    /// Returns [`JobError`] if a net cannot be used.
    pub fn options(&self) -> Result<LabelOptions, JobError> {
        Ok(LabelOptions {
            files: self.files.clone(),
            nets: self.net.nets_or_slow_fallback()?,
            output: self.out.clone(),
            language: self.lang.language(),
            rows: if self.inputs { RowKind::Inputs } else { RowKind::Opinions },
            size: self.size,
            games: self.games,
            per_game: self.positions_per_game,
            komi: KomiOptions {
                around: self.komi,
                spread: self.komi_spread,
                of_games: self.game_komi,
            },
            rules: self.rules,
            symmetries: self.symmetries,
            visits: self.visits,
            chunk_size: self.chunk_size,
            shard: self.shard,
            seed: self.seed,
            threads: self.threads,
        })
    }
}

fn cores() -> NonZero<usize> {
    available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

fn from_one(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|&number| number > 0)
        .ok_or_else(|| "expected an integer of at least 1".into())
}

fn half_points(text: &str) -> Option<i32> {
    let halves = text.parse().ok().map(|points: f64| points * 2.0);
    halves.filter(|halves| halves.fract() == 0.0).map(|halves| halves as i32)
}

fn komi(text: &str) -> Result<Komi, String> {
    let komi = half_points(text).and_then(Komi::from_half_points);
    komi.ok_or_else(|| "expected a multiple of 0.5 from -1000 to 1000".into())
}

fn komi_choice(text: &str) -> Result<KomiChoice, String> {
    match text {
        "game" => Ok(KomiChoice::OfGame),
        "close" => Ok(KomiChoice::Close),
        text => komi(text).map(KomiChoice::Given),
    }
}

fn spread(text: &str) -> Result<u16, String> {
    let halves = half_points(text).and_then(|halves| u16::try_from(halves).ok());
    let spread = halves.filter(|&halves| halves <= 200);
    spread.ok_or_else(|| "expected a multiple of 0.5 from 0 to 100".into())
}

fn rules(text: &str) -> Result<Rules, RulesError> {
    rule_option::rules(text, Komi::default())
}

fn symmetries(text: &str) -> Result<Symmetries, String> {
    if text == "none" {
        return Ok(Symmetries::Identity);
    }
    let count = text.parse().ok().filter(|count| (1..=8).contains(count)).map(Symmetries::Drawn);
    count.ok_or_else(|| "expected 1 to 8, or none".into())
}
