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

/// The templates of the progress bar, in English and Chinese: positions and time.
const BARS: [&str; 2] = [
    "{bar:24} {pos}/{len} positions [{elapsed}, {eta} to go]",
    "{bar:24} {pos}/{len} 个局面 [已用 {elapsed}，还需 {eta}]",
];

/// The command line of `tianyuan label`.
///
/// A net is asked about positions of games. Its answers go into chunks: pairs of files, samples (`.rec`) and what
/// the net thinks of each (`.tch`). A run that was cut off goes on with the same command; the number of threads
/// may differ.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct LabelArguments {
    /// Game records (wei7 or SGF), folders of them, and files of games, one a line: a word, a result and the
    /// moves, two letters each, as for `features`, or a line of `match --json` [default: lines of the standard
    /// input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder for the chunks
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    net: NetChoice,
    /// Lines of the board, for games that do not tell theirs
    #[arg(long, value_name = "LINES", default_value = "19", value_parser = board_size)]
    size: BoardSize,
    /// The number of games drawn at random [default: all]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// The number of positions drawn at random from each game [default: all]
    #[arg(long, value_name = "N", value_parser = from_one)]
    positions_per_game: Option<usize>,
    /// The komi that the net is told: a number of points, `game` for that of the game, or `close` for one that
    /// makes the game close, by half a point or three halves; games that nobody counted are left out then
    #[arg(long, value_name = "KOMI", default_value = "7.5", value_parser = komi_choice, allow_negative_numbers = true)]
    komi: KomiChoice,
    /// Draw komi at random for each game, from so many points below that to as many above
    #[arg(long, value_name = "POINTS", default_value = "0", value_parser = spread)]
    komi_spread: u16,
    /// The komi with which games were played that do not tell theirs, for `--komi game` and `--komi close`
    #[arg(long, value_name = "POINTS", default_value = "6.5", value_parser = komi, allow_negative_numbers = true)]
    game_komi: Komi,
    /// The rules under which the net is asked, by name and by option: `chinese`, `japanese`, `chinese, ko: simple`
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = rules)]
    rules: Rules,
    /// The number of symmetries of the board, 1 to 8, drawn at random for each position, under which the net is
    /// asked; the label is the mean of the answers. `none` asks about the board as it is
    #[arg(long, value_name = "N", default_value = "1", value_parser = symmetries)]
    symmetries: Symmetries,
    /// Search each position with so many visits, for value, score and ownership; the policy stays the net's own
    #[arg(long, value_name = "N", default_value_t = 0)]
    visits: u64,
    /// Write the inputs of the net, one of KataGo's, in place of its answers (`.inp`), for a program that asks it about
    /// many positions at a time. Without this option the same command adds the answers that are still missing
    #[arg(long, conflicts_with = "visits")]
    inputs: bool,
    /// The positions of a chunk; the game that fills it is still in it
    #[arg(long, value_name = "N", default_value = "5000")]
    chunk_size: NonZero<usize>,
    /// Label only part I of N of the chunks, I from 0 on, into a folder of its own; `auto` takes both from a Slurm
    /// job array, `auto/N` takes I from one or from an indexed job of Kubernetes
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    #[arg(value_parser = Shard::parse)]
    shard: Shard,
    /// The seed of all that is drawn
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The number of positions labelled at a time, with one thread each
    #[arg(long, value_name = "N", default_value_t = cores())]
    threads: NonZero<usize>,
    #[command(flatten)]
    lang: LanguageOption,
}

impl LabelArguments {
    /// Labels the games of the files, or of the input where there are none. An interrupt ends it early.
    ///
    /// # Errors
    /// Returns [`JobError`] if a file or a net cannot be used, or the user interrupts the job.
    pub fn run(&self, input: impl BufRead, print: &mut dyn FnMut(&str)) -> Result<(), JobError> {
        let cancellation = Cancellation::default();
        cancel_on_interrupt(&cancellation);
        let bar = ProgressBar::new(self.lang.language().choose(BARS[0], BARS[1]));
        self.options()?.run(&Storage::default(), input, &cancellation, &bar, print)
    }

    /// The options as those of the job.
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
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "it must be 1 or more".into())
}

fn half_points(text: &str) -> Option<i32> {
    let halves = text.parse().ok().map(|points: f64| points * 2.0);
    halves.filter(|halves| halves.fract() == 0.0).map(|halves| halves as i32)
}

fn komi(text: &str) -> Result<Komi, String> {
    let komi = half_points(text).and_then(Komi::from_half_points);
    komi.ok_or_else(|| "it must be a number of whole or half points up to 1000".into())
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
    spread.ok_or_else(|| "it must be a number of whole or half points from 0 to 100".into())
}

fn rules(text: &str) -> Result<Rules, RulesError> {
    rule_option::rules(text, Komi::default())
}

fn symmetries(text: &str) -> Result<Symmetries, String> {
    if text == "none" {
        return Ok(Symmetries::Identity);
    }
    let count = text.parse().ok().filter(|count| (1..=8).contains(count)).map(Symmetries::Drawn);
    count.ok_or_else(|| "it must be from 1 to 8, or none".into())
}
