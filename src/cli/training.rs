//! The command lines of `tianyuan train-patterns` and `tianyuan features`.

use std::io::BufRead;
use std::path::PathBuf;

use clap::Args;

use crate::distributed::shard::Shard;
use crate::go::BoardSize;
use crate::job_error::JobError;
use crate::records::storage::Storage;
use crate::stdio::Closed;
use crate::training::{FeatureOptions, TrainingOptions};

use super::progress_bar::ProgressBar;
use super::value_parsers::board_size;

/// The template of the progress bar: games and time.
const BAR: &str = "{bar:24} {pos}/{len} games [{elapsed}, {eta} to go]";

/// The options of `tianyuan train-patterns`.
///
/// The games are read from the standard input, one a line: a month, a result and the moves, two
/// letters each, column and row from the upper left, Black first, `tt` for a pass.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct TrainingArguments {
    /// The file for the table of weights [default: none, only the figures are printed]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Lines of the board
    #[arg(long, default_value = "19", value_parser = board_size)]
    size: BoardSize,
    /// The number of epochs: passes over the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    epochs: usize,
    /// The most positions to learn from in an epoch [default: all]
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// The share of games held out from training, to measure the accuracy at the end
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = parse_share)]
    held_out: f64,
    /// The seed of the order of the games, which decides which are held out
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The learning rate at the beginning; it falls to a tenth at the end
    #[arg(long, value_name = "RATE", default_value_t = 0.2)]
    rate: f32,
    /// The least number of times that a shape must have been played to get a weight
    #[arg(long, value_name = "N", default_value_t = 10)]
    least: u32,
    /// The most shapes that get a weight, about three bytes each
    #[arg(long, value_name = "N", default_value_t = 480_000)]
    shapes: usize,
}

impl TrainingArguments {
    /// Learns from games of the input and prints how well the held-out ones are predicted.
    ///
    /// # Errors
    /// Returns [`JobError`] if the input or the output fails or there are no games to learn from.
    pub fn run(
        &self,
        input: impl BufRead,
        print: &mut dyn FnMut(&str) -> Result<(), Closed>,
    ) -> Result<(), JobError> {
        self.options().run(&Storage::default(), input, &ProgressBar::new(BAR), print)
    }

    /// The options as those of the training.
    pub fn options(&self) -> TrainingOptions {
        TrainingOptions {
            output: self.output.clone(),
            size: self.size,
            epochs: self.epochs,
            positions: self.positions,
            held_out: self.held_out,
            seed: self.seed,
            rate: self.rate,
            least: self.least,
            shapes: self.shapes,
        }
    }
}

/// The options of `tianyuan features`.
///
/// The games are read from the standard input, one a line: a word, a result and the moves, two
/// letters each, column and row from the upper left, Black first, `tt` for a pass.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct FeaturesArguments {
    /// The file for the samples
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Lines of the board
    #[arg(long, default_value = "19", value_parser = board_size)]
    size: BoardSize,
    /// Komi of the games, in points
    #[arg(long, value_name = "POINTS", default_value = "6.5", value_parser = parse_komi)]
    komi: i16,
    /// Score the games by area, not by territory
    #[arg(long)]
    area: bool,
    /// The number of positions drawn at random from each game [default: all]
    #[arg(long, value_name = "N")]
    per_game: Option<usize>,
    /// The seed of the random positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write only part I of N of the games, I from 0 on; `auto` takes both from a Slurm job array, `auto/N` takes
    /// I from one or from an indexed job of Kubernetes
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    #[arg(value_parser = Shard::parse)]
    shard: Shard,
}

impl FeaturesArguments {
    /// Reads games and writes their samples. A line that is no game gets a message and is left out.
    ///
    /// # Errors
    /// Returns [`JobError`] if the input or the output fails.
    pub fn run(&self, input: impl BufRead, print: &mut dyn FnMut(&str)) -> Result<(), JobError> {
        self.options().run(&Storage::default(), input, print)
    }

    /// The options as those of the writer of samples.
    pub fn options(&self) -> FeatureOptions {
        FeatureOptions {
            output: self.output.clone(),
            size: self.size,
            komi: self.komi,
            area: self.area,
            per_game: self.per_game,
            seed: self.seed,
            shard: self.shard,
        }
    }
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| String::from("it must be from 0 to less than 1"))
}

/// Komi in half points.
fn parse_komi(text: &str) -> Result<i16, String> {
    const MOST: f64 = 1000.0;
    let points = text.parse().ok().filter(|points: &f64| points.abs() <= MOST);
    let halves = points.map(|points| points * 2.0).filter(|halves| halves.fract() == 0.0);
    let wrong = || String::from("it must be a number of whole or half points up to 1000");
    halves.map(|halves| halves as i16).ok_or_else(wrong)
}
